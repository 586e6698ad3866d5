/** Required arguments: vau asks for them on a terminal, and refuses elsewhere. */

import { UsageError } from '../../errors/errors.ts';
import { entryOf } from '../../model/catalogue/catalogue.ts';
import type { Command } from '../../model/model.ts';
import type { Session } from '../../model/session.ts';
import type { Value } from '../../model/values.ts';
import { kebab, snake } from '../../model/values.ts';
import type { Typed } from '../input.ts';

/**
 * The input, completed with missing arguments. @throws UsageError that names the first one if there is no
 * terminal
 */
export async function withArguments(session: Session, command: Command, typed: Typed): Promise<Typed> {
  const absent = Object.entries(command.arguments).flatMap(([key, { value, optional }], index) =>
    optional || isGiven(typed.words[index]) ? [] : [{ index, key, name: `<${kebab(key)}>`, value }],
  );
  const missing = absent.length > 0 ? await outsideFile(command, typed, absent) : absent;
  const [first] = missing;
  if (!first) return typed;
  if (!session.interactive)
    throw new UsageError(`${first.name} is missing: ${first.value.help}`, {
      next: `vau ${command.name} --help`,
    });
  // Check that a service is chosen before any prompt.
  if (['documented', 'companion'].includes(entryOf(command.name).group)) await session.client();
  const { ask } = await import('./ask.ts');
  const words = [...typed.words];
  for (const { index, name, value } of missing) words[index] = await ask(session, name, value);
  return { ...typed, words };
}

/** The ones that cannot stand in the body of --file: those of the path. The contract checks the body. */
async function outsideFile<One extends { readonly key: string; readonly value: Value }>(
  command: Command,
  { flags }: Typed,
  absent: readonly One[],
): Promise<readonly One[]> {
  const { operation } = entryOf(command.name);
  if (flags.file === undefined || operation === undefined) return absent;
  const { loadOperation } = await import('../../../contract/operations/load.ts');
  const { params } = await loadOperation(operation);
  return absent.filter(({ key, value }) => (value.field ?? snake(key)) in params.shape);
}

const isGiven = (word: Typed['words'][number]): boolean => word !== undefined && word.length > 0;
