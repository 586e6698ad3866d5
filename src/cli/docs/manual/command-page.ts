/**
 * Manual pages: a command or a topic (topics.ts) comes in, a page in mdoc goes out (mdoc.ts). In this file is the page
 * of one command, and that of vau.
 */

import {
  type CommandName,
  commandsOf,
  entryOf,
  isDocumented,
  nounOf,
  nounsOf,
  type Task,
  tasks,
} from '../../model/catalogue/catalogue.ts';
import { commonFlags } from '../../model/flags/common-flags.ts';
import { grouped } from '../../model/flags/flag-groups.ts';
import type { Command } from '../../model/model.ts';
import { kebab, type Value } from '../../model/values.ts';
import { statusesOf } from '../exit-statuses.ts';
import { argument, type Block, type Page, type Section } from './mdoc.ts';

/** The page that links to all others. */
export function mainPage(commands: readonly Command[], topics: readonly Page[]): Page {
  return {
    name: 'vau',
    section: 1,
    summary: 'the terminal for video and audio understanding',
    synopsis: ['.Nm vau', '.Ar command', '.Op Ar arguments', '.Op Ar flags'],
    blocks: [
      'A command-line client for any service that understands video and audio, and the service itself, on your own machine.',
      'Standard output carries only the result. Progress, notes and errors go to standard error. Help for a command: vau COMMAND --help.',
      { heading: 'Commands' },
      ...(Object.keys(tasks) as Task[]).flatMap((task): Block[] => [
        `${tasks[task]}:`,
        { list: nounsOf(task).flatMap(commandsOf).map(row) },
      ]),
      'A star marks the thirteen documented endpoints.',
      { heading: 'Flags of every command' },
      flagList(commonFlags),
    ],
    seeAlso: [
      ...commands.map(({ name }): [string, Section] => [pageNameOf(name), 1]),
      ...topics.map(({ name, section }): [string, Section] => [name, section]),
    ],
  };
}

const row = (name: CommandName): [string, string] => [
  `Ic ${argument(name)}${isDocumented(name) ? ' *' : ''}`,
  `${entryOf(name).summary}.`,
];

/** `share create` as the name of its page. */
export const pageNameOf = (name: string): string => `vau-${name.replace(' ', '-')}`;

/** The page of a command; it links to the other commands of its noun. */
export function commandPage(command: Command, all: readonly Command[]): Page {
  const { name, about, examples } = command;
  const { summary, endpoint } = entryOf(name);
  const siblings = all.filter((one) => one !== command && nounOf(one.name) === nounOf(name));
  return {
    name: pageNameOf(name),
    section: 1,
    summary,
    synopsis: [`.Nm ${argument(`vau ${name}`)}`, ...synopsisArguments(command), '.Op Ar flags'],
    blocks: [
      `${summary}.`,
      ...(about ? [about] : []),
      ...(endpoint ? [`Sends ${endpoint}.`] : []),
      ...argumentBlocks(command),
      ...flagBlocks(command.flags),
      'Flags of every command are in vau(1).',
      { heading: 'Exit status' },
      { list: statusesOf(command).map(({ status, meaning }) => [String(status), `${meaning}.`]) },
      { heading: 'Examples' },
      ...examples.flatMap(({ does, line }): Block[] => [`${does}:`, { code: [`vau ${line}`] }]),
    ],
    seeAlso: [
      ['vau', 1],
      ...siblings.map((one): [string, Section] => [pageNameOf(one.name), 1]),
      ['vau-exit-status', 7],
    ],
  };
}

function synopsisArguments(command: Command): string[] {
  return Object.entries(command.arguments).map(([name, { value, optional }]) => {
    const word = `Ar ${argument(kebab(name))}${value.repeated ? ' ...' : ''}`;
    return optional ? `.Op ${word}` : `.${word}`;
  });
}

function argumentBlocks(command: Command): Block[] {
  const rows = Object.entries(command.arguments);
  if (rows.length === 0) return [];
  return [
    'The arguments are:',
    {
      list: rows.map(([name, { value, optional }]) => [
        `Ar ${argument(kebab(name))}`,
        `${helpOf(value)}${optional ? ' It may be left out.' : ''}`,
      ]),
    },
  ];
}

function flagBlocks(flags: Readonly<Record<string, Value>>): Block[] {
  return grouped(flags).flatMap(([heading, inside]) => [`${heading}:`, flagList(inside)]);
}

/** Flags with their forms and help. */
function flagList(flags: Readonly<Record<string, Value>>): Block {
  return { list: Object.entries(flags).map(([name, value]) => [flagTerm(name, value), helpOf(value)]) };
}

/** The `.It` term of a flag: -o, --output table|json. */
function flagTerm(name: string, { short, negatable, placeholder }: Value): string {
  const takes = placeholder ? ` Ar ${argument(placeholder)}` : '';
  const forms = [...(short ? [short] : []), `-${kebab(name)}`, ...(negatable ? [`-no-${kebab(name)}`] : [])];
  return `${forms.map((form) => `Fl ${form.replaceAll('-', '\\-')}`).join(' , ')}${takes}`;
}

function helpOf({ help, choices, placeholder, repeated }: Value): string {
  const values = choices && placeholder !== choices.join('|') ? ` One of ${choices.join(', ')}.` : '';
  return `${help}.${values}${repeated ? ' May be repeated.' : ''}`;
}
