/** --if-absent of create commands. */

import { ApiError } from '../../../client/errors.ts';
import { everyPage } from '../../../client/pages.ts';
import type { OperationId } from '../../../contract/index.ts';
import { at } from '../../model/columns.ts';
import type { CallPlan } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { toggle } from '../../model/values.ts';
import { clean } from '../../terminal/clean.ts';

/** The flag. @param what what makes two of them the same: such name */
export const ifAbsentFlag = (what: string) =>
  ({
    ifAbsent: toggle(`If there is one with this ${what}, return it instead of making another`, {
      local: true,
    }),
  }) as const;

/**
 * The parts of a plan that look before it creates; and once more after it, because another process may have looked at the
 * same moment. Where names are unique, the service refuses the second one, and the first is returned. Elsewhere the newer one is
 * deleted: the older one stays, whoever looks, so that two processes never delete each other's.
 */
export function unlessPresent(
  ifAbsent: boolean | undefined,
  sought: Sought,
): Pick<CallPlan, 'before' | 'refused' | 'made'> {
  if (ifAbsent !== true) return {};
  const { remove } = sought;
  return {
    before: async (session) => present(session, sought, await equalTo(session, sought)),
    refused: async (session, error) => {
      const isConflict = error instanceof ApiError && error.status === 409;
      const there = isConflict ? await present(session, sought, await equalTo(session, sought)) : undefined;
      if (there === undefined) throw error;
      return there;
    },
    ...(remove && {
      made: async (session, own) => {
        const equal = await equalTo(session, sought);
        const isOwn = (row: unknown) => at(row, 'id') === at(own, 'id');
        if (!equal.some(isOwn) || equal.slice(-1).some(isOwn)) return own;
        const client = await session.client();
        const params = { [remove.param]: String(at(own, 'id')) };
        await client.send(remove.operation, { params }, { signal: session.signal });
        return present(session, sought, equal);
      },
    }),
  };
}

/** What to look for. */
interface Sought {
  /** In words: collection. */
  readonly kind: string;
  /** The operation that lists them with the newest first, and the parameters of its path. */
  readonly list: OperationId;
  readonly params?: Readonly<Record<string, string>>;
  /** Fields that one must have, with their values; undefined for a field that it must not have. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The request that would make it: what it gives besides must not differ. */
  readonly given: object;
  /** What deletes one, and the parameter of its id, where a service makes several of the same. */
  readonly remove?: { readonly operation: OperationId; readonly param: string };
}

/** All resources with these fields, the newest first; the first one where there cannot be several. */
async function equalTo(session: Session, { list, params = {}, fields, remove }: Sought): Promise<unknown[]> {
  const client = await session.client();
  const { signal } = session;
  const fetch = (query: object) => client.send(list, { params, query: { ...query } }, { signal });
  const wanted = Object.entries(fields);
  const equal: unknown[] = [];
  for await (const { rows } of everyPage(fetch, { limit: 100 })) {
    equal.push(
      ...rows.filter((row) => wanted.every(([field, value]) => (at(row, field) ?? undefined) === value)),
    );
    if (!remove && equal.length > 0) break;
  }
  return equal;
}

/** The oldest of those that are there; says so on standard error. @throws CliError (exit 6) if it is not what was asked for */
async function present(
  session: Session,
  { kind, given }: Sought,
  equal: readonly unknown[],
): Promise<unknown> {
  const there = equal.at(-1);
  if (there === undefined) return undefined;
  const { refuseOther } = await import('../../names/find.ts');
  refuseOther(upper(kind), there, given);
  session.note(`${upper(kind)} ${clean(String(at(there, 'id')))} already exists; it was not changed.`);
  return there;
}

const upper = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
