/** --if-absent of create commands. */

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

/** The part of a plan that looks before it creates. */
export function unlessPresent(ifAbsent: boolean | undefined, sought: Sought): Pick<CallPlan, 'before'> {
  if (ifAbsent !== true) return {};
  return {
    before: async (session) => {
      return present(session, sought);
    },
  };
}

/** What to look for. */
interface Sought {
  /** In words: collection. */
  readonly kind: string;
  /** The operation that lists them, and the parameters of its path. */
  readonly list: OperationId;
  readonly params?: Readonly<Record<string, string>>;
  /** Fields that one must have, with their values; undefined for a field that it must not have. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The first resource with these fields; undefined if there is none. Says so on standard error if there is one. */
async function present(session: Session, { kind, list, params = {}, fields }: Sought): Promise<unknown> {
  const client = await session.client();
  const { signal } = session;
  const fetch = (query: object) => client.send(list, { params, query: { ...query } }, { signal });
  const wanted = Object.entries(fields);
  for await (const { rows } of everyPage(fetch, { limit: 100 }))
    for (const row of rows)
      if (wanted.every(([field, value]) => (at(row, field) ?? undefined) === value)) {
        session.note(`${upper(kind)} ${clean(String(at(row, 'id')))} already exists; it was not changed.`);
        return row;
      }
  return undefined;
}

const upper = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
