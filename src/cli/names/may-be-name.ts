import { ApiError } from '../../client/errors.ts';
import { kindOfField } from '../../contract/values/names.ts';
import { UsageError } from '../errors/errors.ts';

/** What an id is refused with that is a name: it is not found, or the contract wants a UUID there. */
export function mayBeName(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 404;
  const problems = error instanceof UsageError ? (error.failure.problems ?? []) : [];
  return problems.some(({ path }) => kindOfField(path.replace(/(\.\d+|\[\d+\])$/, '')) !== undefined);
}

/** True for a text that is not a whole id of the embedded service. */
export const isName = (text: string): boolean =>
  text !== '' && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
