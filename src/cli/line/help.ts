/** Help as text, from the same data as everything else. Fits 80 columns. */
import { type CommandName, catalogue, commandNames, entryOf, nounOf } from '../model/catalogue.ts';
import { commonFlags } from '../model/common-flags.ts';
import type { Command } from '../model/model.ts';
import { kebab } from '../model/names.ts';
import type { Value } from '../model/values.ts';

const width = 80;

/** `vau --help`: the thirteen endpoints as a map, then the rest by group. Loads no command. */
export function overview(): string {
  return [
    'The terminal for video and audio understanding.',
    '',
    'Usage: vau COMMAND [ARGUMENTS] [FLAGS]',
    ...section('Documented endpoints', endpointLines()),
    ...section('Companions', companionLines()),
    ...section('Local tools', summaries('local')),
    ...section('Set-up', summaries('setup')),
    ...section('Flags of every command', flagLines(commonFlags)),
    '',
    'Help for a command: vau COMMAND --help. Versions: vau --version.',
    'Topics: vau help environment, exit-status, output, profiles or waiting.',
    '',
  ].join('\n');
}

/** `vau NOUN --help`: its verbs. */
export function nounHelp(noun: string): string {
  const names = commandNames.filter((name) => nounOf(name) === noun);
  return [
    `Usage: vau ${noun} COMMAND [ARGUMENTS] [FLAGS]`,
    ...section('Commands', pairs(names.map((name) => [name.slice(noun.length + 1), entryOf(name).summary]))),
    '',
    `Help for a command: vau ${noun} COMMAND --help`,
    '',
  ].join('\n');
}

/** `vau NOUN VERB --help`. */
export function commandHelp(command: Command): string {
  const { summary, endpoint } = entryOf(command.name);
  return [
    ...wrap(`${summary}.`, 0),
    ...(command.about ? ['', ...wrap(command.about, 0)] : []),
    '',
    `Usage: ${usage(command)}`,
    ...(endpoint ? [`Sends: ${endpoint}`] : []),
    ...section(
      'Arguments',
      pairs(Object.entries(command.arguments).map(([name, { value }]) => [word(name), value.help])),
    ),
    ...section('Flags', flagLines(command.flags)),
    ...section('Flags of every command', [...flagLines(commonFlags), '  -h, --help']),
    ...section(
      'Examples',
      command.examples.flatMap(({ does, line }) => [`  # ${does}`, ...shellLines(`vau ${line}`)]),
    ),
    '',
  ].join('\n');
}

/** `vau share create <file-id> [flags]`. */
export function usage(command: Command): string {
  const words = Object.entries(command.arguments).map(([name, { value, optional }]) => {
    const inner = `${word(name)}${value.repeated ? '...' : ''}`;
    return optional ? `[${inner}]` : inner;
  });
  return ['vau', command.name, ...words, '[flags]'].join(' ');
}

const word = (name: string): string => `<${kebab(name)}>`;

function endpointLines(): string[] {
  const names = commandNames.filter((name) => entryOf(name).group === 'documented');
  const longest = Math.max(...names.map((name) => entryOf(name).endpoint?.length ?? 0));
  return names.map((name) => `  ${(entryOf(name).endpoint ?? '').padEnd(longest)}  ${name}`);
}

function companionLines(): string[] {
  const names = commandNames.filter((name) => entryOf(name).group === 'companion');
  const nouns = [...new Set(names.map(nounOf))];
  const verbs = (noun: string) =>
    names.filter((name) => nounOf(name) === noun).map((name) => name.slice(noun.length + 1));
  // A command of one word has no verbs to list.
  const line = (noun: string) =>
    verbs(noun).filter(Boolean).join(', ') || entryOf(noun as CommandName).summary;
  return pairs(nouns.map((noun) => [noun, line(noun)]));
}

function summaries(group: string): string[] {
  const names = (Object.keys(catalogue) as CommandName[]).filter((name) => entryOf(name).group === group);
  return pairs(names.map((name) => [name, entryOf(name).summary]));
}

function flagLines(flags: Readonly<Record<string, Value>>): string[] {
  return pairs(Object.entries(flags).map(([name, value]) => [flagForm(name, value), flagText(value)]));
}

/** `-o, --output table|json`. */
function flagForm(name: string, { short, placeholder, negatable }: Value): string {
  const long = `--${negatable ? '[no-]' : ''}${kebab(name)}`;
  return `${short ? `-${short}, ` : '    '}${long}${placeholder ? ` ${placeholder}` : ''}`;
}

/** The help of a flag with its values where the form does not show them. */
function flagText({ help, choices, placeholder, repeated }: Value): string {
  const values = choices && placeholder !== choices.join('|') ? `: ${choices.join(', ')}` : '';
  return `${help}${values}${repeated ? ' (may be repeated)' : ''}`;
}

/** A line to type, broken before a flag with a backslash where it is too long. */
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

/** Two columns, the second wrapped; a first that is too long stands on a line of its own. */
export function pairs(rows: readonly (readonly [string, string])[]): string[] {
  const left = Math.min(30, Math.max(0, ...rows.map(([name]) => name.length)));
  return rows.flatMap(([name, text]) => {
    const [first = '', ...more] = wrap(text, left + 4);
    const head = `  ${name.padEnd(left)}`;
    if (name.length > left) return [head, first, ...more].map((line) => line.trimEnd());
    return [`${head}${first.slice(left + 2)}`.trimEnd(), ...more];
  });
}

/** Lines of at most 80 columns, each indented. A word that is longer stands alone. */
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
