/** Every command, loaded: for what is made from all of them at once. */
import { commandNames, nounOf } from '../model/catalogue.ts';
import type { Command, CommandModules } from '../model/model.ts';

/** Every command in the order of the catalogue. Throws when the catalogue names one that is not there. */
export async function allCommands(modules: CommandModules): Promise<Command[]> {
  const nouns = [...new Set(commandNames.map(nounOf))];
  const loaded = await Promise.all(nouns.map((noun) => modules[noun]?.()));
  const byName = new Map(
    loaded.flatMap((module) => module?.commands ?? []).map((command) => [command.name, command]),
  );
  return commandNames.map((name) => {
    const command = byName.get(name);
    if (!command) throw new Error(`the catalogue names ${name}, and no module in src/cli/commands has it`);
    return command;
  });
}

/** The command of that name; undefined when there is none. */
export async function commandNamed(modules: CommandModules, name: string): Promise<Command | undefined> {
  const module = await modules[nounOf(name)]?.();
  return module?.commands.find((command) => command.name === name);
}
