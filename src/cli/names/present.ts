/** --if-absent of create commands: returns what is there already instead of making a second one. */
import { everyPage } from '../../client/pages.ts';
import type { OperationId } from '../../contract/index.ts';
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';

/** What to look for. */
export interface Sought {
  /** In words: collection. */
  readonly kind: string;
  /** The operation that lists them, and the parameters of its path. */
  readonly list: OperationId;
  readonly params?: Readonly<Record<string, string>>;
  /** Fields that one must have, with their values; undefined for a field that it must not have. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The first resource with these fields; undefined if there is none. Says so on standard error if there is one. */
export async function present(
  session: Session,
  { kind, list, params = {}, fields }: Sought,
): Promise<unknown> {
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
