/** What a command needs and was not given: asked for on a terminal, refused elsewhere. */

import { UsageError } from '../../errors/errors.ts';
import { entryOf } from '../../model/catalogue.ts';
import type { Command } from '../../model/model.ts';
import { kebab } from '../../model/names.ts';
import type { Session } from '../../model/session.ts';
import type { Typed } from '../input.ts';

/**
 * What was typed, with the arguments that lacked.
 * @throws UsageError that names the first one when nobody can be asked
 */
export async function withArguments(session: Session, command: Command, typed: Typed): Promise<Typed> {
  const lacking = Object.entries(command.arguments).flatMap(([name, { value, optional }], index) =>
    optional || isGiven(typed.words[index]) ? [] : [{ index, name: `<${kebab(name)}>`, value }],
  );
  const [first] = lacking;
  if (!first) return typed;
  if (!session.interactive)
    throw new UsageError(`${first.name} is missing: ${first.value.help}`, {
      next: `vau ${command.name} --help`,
    });
  // Who has no service is told so before being asked anything.
  if (['documented', 'companion'].includes(entryOf(command.name).group)) await session.client();
  const { ask } = await import('./ask.ts');
  const words = [...typed.words];
  for (const { index, name, value } of lacking) words[index] = await ask(session, name, value);
  return { ...typed, words };
}

const isGiven = (word: Typed['words'][number]): boolean => word !== undefined && word.length > 0;
