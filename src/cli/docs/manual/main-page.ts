/** vau(1): every command in a line, and the flags of all. */
import { entryOf, type Group } from '../../model/catalogue.ts';
import { commonFlags } from '../../model/common-flags.ts';
import type { Command } from '../../model/model.ts';
import { flagList, pageNameOf } from './command-page.ts';
import { argument, type Block, type Page, type Section } from './mdoc.ts';

const groups: Readonly<Record<Group, string>> = {
  documented: 'Documented endpoints',
  companion: 'Companions',
  local: 'Local tools',
  setup: 'Set-up',
};

/** The page that names all others. */
export function mainPage(commands: readonly Command[], topics: readonly Page[]): Page {
  return {
    name: 'vau',
    section: 1,
    summary: 'the terminal for video and audio understanding',
    synopsis: ['.Nm vau', '.Ar command', '.Op Ar arguments', '.Op Ar flags'],
    blocks: [
      'A command-line client for any service that understands video and audio, and that service itself, on your own machine.',
      'Standard output carries the result and nothing else; progress, notes and errors go to standard error. Help for a command: vau COMMAND --help.',
      { heading: 'Commands' },
      ...Object.entries(groups).flatMap(([group, title]): Block[] => [
        `${title}:`,
        { list: commands.filter(({ name }) => entryOf(name).group === group).map(row) },
      ]),
      { heading: 'Flags of every command' },
      flagList(commonFlags),
    ],
    seeAlso: [
      ...commands.map(({ name }): [string, Section] => [pageNameOf(name), 1]),
      ...topics.map(({ name, section }): [string, Section] => [name, section]),
    ],
  };
}

const row = ({ name }: Command): [string, string] => [`Ic ${argument(name)}`, `${entryOf(name).summary}.`];
