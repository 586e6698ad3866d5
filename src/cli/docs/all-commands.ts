/** Loads every command, for output that covers all of them. */
import { commandNames, nounOf } from '../model/catalogue/catalogue.ts';
import type { Command, CommandModules } from '../model/model.ts';

/** Every command in the order of the catalogue. Throws when a module lacks one of them. */
export async function allCommands(modules: CommandModules): Promise<Command[]> {
  const nouns = [...new Set(commandNames.map(nounOf))];
  const loaded = await Promise.all(nouns.map((noun) => modules[noun]?.()));
  const byName = new Map(
    loaded.flatMap((module) => module?.commands ?? []).map((command) => [command.name, command]),
  );
  return commandNames.map((name) => {
    const command = byName.get(name);
    if (!command)
      throw new Error(`the catalogue names ${name}, but no module in src/cli/commands defines it`);
    return command;
  });
}

/** The command with that name, or undefined. */
export async function commandNamed(modules: CommandModules, name: string): Promise<Command | undefined> {
  const module = await modules[nounOf(name)]?.();
  return module?.commands.find((command) => command.name === name);
}
