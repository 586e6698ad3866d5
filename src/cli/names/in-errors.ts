/** The names that were typed, in errors about the ids that they stand for. */
import { ApiError } from '../../client/errors.ts';
import { CliError, failureOf } from '../errors/errors.ts';
import type { Typed } from '../run/input.ts';

/** A 404 of the service that speaks of what was typed; any other error as it is. */
export function withNames(error: unknown, typed: Typed, named: Typed): unknown {
  if (!(error instanceof ApiError) || error.status !== 404) return error;
  const { message, exitStatus, code, ...details } = failureOf(error);
  const said = replaced(typed, named).reduce(
    (text, [id, name]) => text.replaceAll(id, JSON.stringify(name)),
    message,
  );
  return new CliError(said, exitStatus, code, details);
}

/** Each id that took the place of a name, and the name. */
function replaced(typed: Typed, named: Typed): [id: string, name: string][] {
  const pairs = [
    ...named.words.map((word, index) => [word, typed.words[index]]),
    ...Object.keys(named.flags).map((key) => [named.flags[key], typed.flags[key]]),
  ];
  return pairs.flatMap(([id, name]) =>
    typeof id === 'string' && typeof name === 'string' && id !== name ? [[id, name] as [string, string]] : [],
  );
}
