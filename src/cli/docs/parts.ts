/** Parts of the pages of docs/ that come from other places, each between two markers: the command tables, and whole files. */
import { entryOf, type Group } from '../model/catalogue/catalogue.ts';
import type { Command } from '../model/model.ts';

/** Heading and text above the table of each group. The documented endpoints have a table of their own. */
const groups: readonly (readonly [group: Group, heading: string, text: string])[] = [
  [
    'companion',
    'Companion commands',
    'The thirteen endpoints cannot create a collection or a tag. These commands complete them:',
  ],
  ['local', 'Local tools', 'They need no service:'],
  ['setup', 'Set-up', 'These commands choose, run and inspect a service:'],
];

/** A page with new command tables; unchanged without markers. */
export function withCommandTable(page: string, commands: readonly Command[]): string {
  return between(page, 'commands', () => tables(commands));
}

/** A page with a whole file of YAML between the markers of its name; unchanged without them. */
export function withFile(page: string, name: string, read: () => string): string {
  return between(page, name, () => `\`\`\`yaml\n${read().trimEnd()}\n\`\`\``);
}

/** A text with something made between the two markers of a name; unchanged without them. */
export function between(page: string, name: string, made: () => string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) return page;
  return `${page.slice(0, from)}${begin}\n${made()}\n${page.slice(to)}`;
}

function tables(commands: readonly Command[]): string {
  const of = (group: Group) => commands.filter(({ name }) => entryOf(name).group === group);
  const others = groups.map(([group, heading, text]) => `## ${heading}\n\n${text}\n\n${table(of(group))}`);
  return [`## The thirteen endpoints\n\n${endpoints(of('documented'))}`, ...others].join('\n\n');
}

function endpoints(commands: readonly Command[]): string {
  const rows = commands.map(({ name }) => {
    const { endpoint, summary } = entryOf(name);
    return `| \`${endpoint}\` | \`vau ${name}\` | ${summary} |`;
  });
  const after =
    'Every documented parameter is a flag or an argument. `vau COMMAND --help` lists them with examples.';
  return ['| endpoint | command | what it does |', '|---|---|---|', ...rows, '', after].join('\n');
}

function table(commands: readonly Command[]): string {
  const rows = commands.map(({ name }) => `| \`vau ${name}\` | ${entryOf(name).summary} |`);
  return ['| command | what it does |', '|---|---|', ...rows].join('\n');
}
