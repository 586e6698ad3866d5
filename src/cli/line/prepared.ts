/** The help that never changes between builds. The build writes it to dist/help, and the launcher prints it from there. */
import { modules } from '../commands/index.ts';
import { allCommands } from '../docs/all-commands.ts';
import { nounOf } from '../model/catalogue/catalogue.ts';
import { commandHelp, nounHelp } from './help.ts';

/** The help of each command and noun, by its words: `share create`, `share`. */
export async function preparedHelp(): Promise<ReadonlyMap<string, string>> {
  const commands = await allCommands(modules);
  const nouns = new Set(commands.map(({ name }) => nounOf(name)));
  return new Map([
    ...[...nouns].map((noun): [string, string] => [noun, nounHelp(noun)]),
    // A command of one word takes the place of its noun.
    ...commands.map((command): [string, string] => [command.name, commandHelp(command)]),
  ]);
}
