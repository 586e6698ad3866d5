/** Asks on a terminal for values without which no plan can be made. */

import type { MissingError } from '../../errors/errors.ts';
import { entryOf } from '../../model/catalogue/catalogue.ts';
import type { Command } from '../../model/model.ts';
import type { Session } from '../../model/session.ts';
import { readTyped } from '../input.ts';
import { ask } from './ask.ts';
import { type Setter, settersOf } from './setters.ts';

/** The input with one more value: the missing one, or one that the user chooses among alternatives. */
export async function withMissing(
  session: Session,
  command: Command,
  input: Readonly<Record<string, unknown>>,
  missing: MissingError,
): Promise<Record<string, unknown>> {
  // Check that a service is chosen before any prompt.
  if (['documented', 'companion'].includes(entryOf(command.name).group)) await session.client();
  const setter = await chosen(session, command, missing);
  if (!setter) throw missing;
  const { key, name, value } = setter;
  if (value.kind === 'switch') return { ...input, [key]: true };
  const typed = await ask(session, name, missing.choices ? { ...value, choices: missing.choices } : value);
  return { ...input, [key]: await readTyped(value, typed, name, session.io) };
}

async function chosen(
  session: Session,
  command: Command,
  { anyOf, message }: MissingError,
): Promise<Setter | undefined> {
  const able = settersOf(command).filter(({ key }) => anyOf.includes(key));
  if (able.length < 2) return able[0];
  const labels = able.map(({ name, value }) => `${name}: ${value.help}`);
  const label = await (await session.prompts()).select(message, labels);
  return able[labels.indexOf(label)];
}
