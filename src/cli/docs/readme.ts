/** The table of all commands in README.md, between two markers. */
import { entryOf } from '../catalogue.ts';
import type { Command } from '../model.ts';

const begin = '<!-- commands -->';
const end = '<!-- /commands -->';

/** README.md with the table made anew; as it was where it has no markers. */
export function withCommandTable(readme: string, commands: readonly Command[]): string {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) return readme;
  return `${readme.slice(0, from)}${begin}\n${table(commands)}\n${readme.slice(to)}`;
}

function table(commands: readonly Command[]): string {
  const rows = commands.map(({ name }) => `| \`vau ${name}\` | ${entryOf(name).summary} |`);
  return ['| command | what it does |', '|---|---|', ...rows].join('\n');
}
