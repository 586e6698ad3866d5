/** vau(1): every command in one line, and the flags of every command. */
import { type CommandName, entryOf } from '../../model/catalogue/catalogue.ts';
import { commandsOf, isDocumented, nounsOf, type Task, tasks } from '../../model/catalogue/tasks.ts';
import { commonFlags } from '../../model/flags/common-flags.ts';
import type { Command } from '../../model/model.ts';
import { flagList, pageNameOf } from './command-page.ts';
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
