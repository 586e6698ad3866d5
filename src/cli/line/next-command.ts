/** The command to type after an error that names none. */

import type { Failure } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { type CommandName, commandNames, nounOf } from '../model/catalogue.ts';
import { shellWord } from '../terminal/shell-word.ts';

/** Lists of what belongs to a collection or a file, which the commands of the noun take as their first argument. */
const listsWithin: ReadonlySet<string> = new Set<CommandName>([
  'media list',
  'moments list',
  'entity list',
  'moment-criteria list',
  'media-description list',
  'rich-transcript list',
  'segments list',
]);

/**
 * @param name the command that failed @param typed its words @param words its arguments @returns a command of vau; undefined where nothing is to be
 * done
 */
export function nextCommand(
  { exitStatus, status, code }: Failure,
  name: CommandName,
  typed: readonly string[],
  words: readonly unknown[] = [],
): string | undefined {
  const help = `vau ${name} --help`;
  const names: readonly string[] = commandNames;
  const list = `${nounOf(name)} list`;
  if (code === 'declined') return undefined;
  if (status === 402) return 'vau billing balance';
  switch (exitStatus) {
    case exit.usage:
    case exit.refused:
      return help;
    case exit.notFound:
    case exit.conflict:
      return names.includes(list) && list !== name ? (listOf(list, words[0]) ?? help) : help;
    case exit.signIn:
      return 'vau auth status';
    case exit.service:
      return code === 'bad_request' ? help : 'vau doctor';
    case exit.rateLimit: // Nothing is wrong but the time.
      return ['vau', ...typed.map((word) => shellWord(word))].join(' ');
    case exit.network:
      return 'vau doctor';
    case exit.fault:
      return code === 'fault' ? 'vau doctor' : help;
    default:
      return undefined;
  }
}

/** The list as a whole line; undefined if it needs something that is not known. */
function listOf(list: string, first: unknown): string | undefined {
  if (!listsWithin.has(list)) return `vau ${list}`;
  return typeof first === 'string' ? `vau ${list} ${shellWord(first)}` : undefined;
}
