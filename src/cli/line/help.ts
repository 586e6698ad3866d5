/** Help texts, from the command model. They fit 80 columns. */
import { topicSummaries } from '../docs/manual/topics-automation.ts';
import {
  commandsOf,
  entryOf,
  isDocumented,
  nounsOf,
  type Task,
  tasks,
} from '../model/catalogue/catalogue.ts';
import type { Example } from '../model/examples.ts';
import { commonFlags } from '../model/flags/common-flags.ts';
import { grouped } from '../model/flags/flag-groups.ts';
import type { Command } from '../model/model.ts';
import type { Value } from '../model/values.ts';
import { kebab } from '../model/values.ts';

const width = 80;

/** `vau --help`: the commands by task. Loads no command. */
export function overview(): string {
  return [
    'The terminal for video and audio understanding.',
    '',
    'Usage: vau COMMAND [ARGUMENTS] [FLAGS]',
    ...taskSections(),
    '',
    '* one of the thirteen documented endpoints; the others complete them.',
    ...groupedLines(commonFlags, 'Flags of every command'),
    ...section('Topics (vau help TOPIC)', pairs(Object.entries(topicSummaries))),
    '',
    'Help for a command: vau COMMAND --help. Versions: vau --version.',
    '',
  ].join('\n');
}

/** `vau NOUN --help`: the verbs of a noun. */
export function nounHelp(noun: string): string {
  const names = commandsOf(noun);
  return [
    `Usage: vau ${noun} COMMAND [ARGUMENTS] [FLAGS]`,
    ...section('Commands', pairs(names.map((name) => [name.slice(noun.length + 1), entryOf(name).summary]))),
    '',
    `Help for a command: vau ${noun} COMMAND --help`,
    ...(Object.hasOwn(topicSummaries, noun) ? [`How it works: vau help ${noun}`] : []),
    '',
  ].join('\n');
}

/** `vau NOUN VERB --help`. */
export function commandHelp(command: Command): string {
  const { summary, endpoint } = entryOf(command.name);
  return [
    ...wrap(`${summary}.`, 0),
    ...section('Examples', exampleLines(command.examples.slice(0, 2))),
    '',
    `Usage: ${usage(command)}`,
    ...(endpoint ? [`Sends: ${endpoint}`] : []),
    ...(command.about ? ['', ...wrap(command.about, 0)] : []),
    ...section(
      'Arguments',
      pairs(Object.entries(command.arguments).map(([name, { value }]) => [word(name), argumentText(value)])),
    ),
    ...groupedLines(command.flags),
    ...section('More examples', exampleLines(command.examples.slice(2))),
    ...groupedLines(commonFlags, 'Flags of every command'),
    '  -h, --help',
    '',
  ].join('\n');
}

const exampleLines = (examples: readonly Example[]): string[] =>
  examples.flatMap(({ does, line }) => [`  # ${does}`, ...shellLines(`vau ${line}`)]);

/** `vau share create <file-id> [flags]`. */
function usage(command: Command): string {
  const words = Object.entries(command.arguments).map(([name, { value, optional }]) => {
    const inner = `${word(name)}${value.repeated ? '...' : ''}`;
    return optional ? `[${inner}]` : inner;
  });
  return ['vau', command.name, ...words, '[flags]'].join(' ');
}

const word = (name: string): string => `<${kebab(name)}>`;

/** One section per task, with one line per noun; all of them in columns of the same width. */
function taskSections(): string[] {
  const all = Object.keys(tasks) as Task[];
  const longest = Math.max(...all.flatMap(nounsOf).map((noun) => noun.length));
  return all.flatMap((task) =>
    section(tasks[task], pairs(nounsOf(task).map((noun) => [noun.padEnd(longest), nounText(noun)]))),
  );
}

/** The verbs of a noun, or the summary of a command without verbs. Documented endpoints have a star. */
function nounText(noun: string): string {
  const texts = commandsOf(noun).map((name) => {
    const text = name === noun ? entryOf(name).summary : name.slice(noun.length + 1);
    return isDocumented(name) ? `${text}*` : text;
  });
  return texts.join(', ');
}

/** Flags in their groups; the headings begin with `lead`. */
function groupedLines(flags: Readonly<Record<string, Value>>, lead = 'Flags'): string[] {
  return grouped(flags).flatMap(([heading, inside]) =>
    section(heading.replace('Flags', lead), flagLines(inside)),
  );
}

function flagLines(flags: Readonly<Record<string, Value>>): string[] {
  return pairs(Object.entries(flags).map(([name, value]) => [flagForm(name, value), flagText(value)]));
}

/** `-o, --output table|json`. */
function flagForm(name: string, { short, placeholder, negatable }: Value): string {
  const long = `--${negatable ? '[no-]' : ''}${kebab(name)}`;
  return `${short ? `-${short}, ` : '    '}${long}${placeholder ? ` ${placeholder}` : ''}`;
}

/** The help of an argument, with its values unless the help names them. */
function argumentText({ help, choices }: Value): string {
  const named = choices?.every((choice) => help.includes(choice)) ?? true;
  return named ? help : `${help}: ${choices?.join(', ')}`;
}

/** The help of a flag, with its values unless the form shows them. */
function flagText({ help, choices, placeholder, repeated }: Value): string {
  const values = choices && placeholder !== choices.join('|') ? `: ${choices.join(', ')}` : '';
  return `${help}${values}${repeated ? ' (may be repeated)' : ''}`;
}

/** A command line, broken before flags with a backslash if it is too long. */
function shellLines(line: string): string[] {
  const [first = '', ...parts] = line.split(/ (?=--)/);
  const lines = [`  ${first}`];
  for (const part of parts) {
    const last = lines.at(-1) ?? '';
    if (last.length + 1 + part.length + 2 <= width) lines[lines.length - 1] = `${last} ${part}`;
    else {
      lines[lines.length - 1] = `${last} \\`;
      lines.push(`    ${part}`);
    }
  }
  return lines;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', `${title}:`, ...lines] : [];
}

/** Two columns; the second is wrapped. A first that is too long gets its own line. */
export function pairs(rows: readonly (readonly [string, string])[]): string[] {
  const left = Math.min(30, Math.max(0, ...rows.map(([name]) => name.length)));
  return rows.flatMap(([name, text]) => {
    const [first = '', ...more] = wrap(text, left + 4);
    const head = `  ${name.padEnd(left)}`;
    if (name.length > left) return [head, first, ...more].map((line) => line.trimEnd());
    return [`${head}${first.slice(left + 2)}`.trimEnd(), ...more];
  });
}

/** Lines of at most 80 columns, each indented. A longer word gets its own line. */
export function wrap(text: string, indent: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of text.split(' ')) {
    if (line && indent + line.length + 1 + part.length > width) {
      lines.push(line);
      line = part;
    } else line = line ? `${line} ${part}` : part;
  }
  return [...lines, line].map((one) => ' '.repeat(indent) + one);
}
