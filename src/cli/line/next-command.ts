/** The command to type after an error that names none. */

import type { Failure } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { type CommandName, commandNames, nounOf } from '../model/catalogue.ts';
import { shellWord } from '../terminal/shell-word.ts';

/**
 * @param name the command that failed @param typed its words @returns a command of vau; undefined where nothing is to be
 * done
 */
export function nextCommand(
  { exitStatus, status, code }: Failure,
  name: CommandName,
  typed: readonly string[],
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
      return names.includes(list) && list !== name ? `vau ${list}` : help;
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
