/** What a plan cannot be made without, asked for on a terminal. */

import type { LackingError } from '../../errors/errors.ts';
import { entryOf } from '../../model/catalogue.ts';
import type { Command } from '../../model/model.ts';
import type { Session } from '../../model/session.ts';
import { readTyped } from '../input.ts';
import { ask } from './ask.ts';
import { type Setter, settersOf } from './setters.ts';

/** The input with one thing more: the one that lacks, or the one a person chooses of those that would do. */
export async function withLacking(
  session: Session,
  command: Command,
  input: Readonly<Record<string, unknown>>,
  lacking: LackingError,
): Promise<Record<string, unknown>> {
  // Who has no service is told so before being asked anything.
  if (['documented', 'companion'].includes(entryOf(command.name).group)) await session.client();
  const setter = await chosen(session, command, lacking);
  if (!setter) throw lacking;
  const { key, name, value } = setter;
  if (value.kind === 'switch') return { ...input, [key]: true };
  const typed = await ask(session, name, lacking.choices ? { ...value, choices: lacking.choices } : value);
  return { ...input, [key]: await readTyped(value, typed, name, session.io.stdin) };
}

async function chosen(
  session: Session,
  command: Command,
  { anyOf, message }: LackingError,
): Promise<Setter | undefined> {
  const able = settersOf(command).filter(({ key }) => anyOf.includes(key));
  if (able.length < 2) return able[0];
  const labels = able.map(({ name, value }) => `${name}: ${value.help}`);
  const label = await (await session.prompts()).select(message, labels);
  return able[labels.indexOf(label)];
}
