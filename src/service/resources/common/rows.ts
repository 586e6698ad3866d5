import type { Selectable } from 'kysely';
import { notFound } from '../../errors.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { compiledOnce } from '../../store/sql/compiled.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { isOpen } from '../../store/sql/expressions.ts';
import type { Db, Schema } from '../../store/sql/schema.ts';

/** How a row ended. */
export type Ended =
  | { status: 'completed' | 'not_applicable'; error: string | null }
  | { status: 'failed'; error: string };

/** Who looks, and through what: the store's handle or a transaction. */
export interface Viewer {
  readonly db: Db;
  readonly accountId: string;
}

interface Own {
  id: unknown;
  account_id: string;
}

/** The tables whose rows have an id and an account of their own. */
export type OwnTable = {
  [Table in keyof Schema]: Schema[Table] extends Own ? Table : never;
}[keyof Schema];

/** Those whose rows are worked on until they have ended. */
type WorkTable = {
  [Table in OwnTable]: Schema[Table] extends { status: unknown } ? Table : never;
}[OwnTable];

/** A row as it is read. */
export type RowOf<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** The row with this id, whichever account it belongs to: for jobs. */
export async function rowOf<Table extends OwnTable>(
  db: Db,
  table: Table,
  id: string | null,
): Promise<RowOf<Table> | undefined> {
  const row = await selectById(db, table, id ?? '').executeTakeFirst();
  return row as RowOf<Table> | undefined;
}

/** The row a job works on; undefined when it has ended or is gone. */
export async function openRow<Table extends WorkTable>(
  db: Db,
  table: Table,
  id: string,
): Promise<RowOf<Table> | undefined> {
  const row = await selectById(db, table, id).executeTakeFirst();
  return isOpen(row) ? (row as RowOf<Table>) : undefined;
}

/**
 * A function that finds the account's row by its id, and throws 404 where there is none.
 * @param noun what the error calls it
 */
export function finderOf<Table extends OwnTable>(table: Table, noun: string) {
  const own = compiledOnce((db, id: string, accountId: string) =>
    selectById(db, table, id).where('account_id', '=', accountId),
  );
  return async ({ db, accountId }: Viewer, id: string): Promise<RowOf<Table>> => {
    const [row] = await own(db, id, accountId);
    if (!row) throw notFound(noun, id);
    return row as RowOf<Table>;
  };
}

/** Kysely cannot type a table that is a type parameter; `id`, `account_id` and `status` are read as in any of them. */
function selectById(db: Db, table: OwnTable, id: string) {
  return db
    .selectFrom(table as 'describes')
    .selectAll()
    .where('id', '=', id)
    .where(isKept(table));
}

/** Objects that were written while their row was being deleted must not stay on disk. */
export async function removeIfGone(
  { db, objects }: Pick<JobContext, 'db' | 'objects'>,
  table: OwnTable,
  id: string,
  prefix: string,
): Promise<void> {
  if (!(await rowOf(db, table, id))) await objects.deletePrefix(prefix);
}
