import type { Insertable } from 'kysely';
import type { Schema, Trx } from './schema.ts';

/** Rows per statement: SQLite allows some thirty thousand values in one. */
const PORTION = 500;

/** Inserts any number of rows into a table, none included. */
export async function insertAll<Table extends keyof Schema>(
  trx: Trx,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += PORTION)
    // Kysely cannot type a table that is a type parameter: the rows were checked above.
    await trx
      .insertInto(table as 'settings')
      .values(rows.slice(at, at + PORTION) as unknown as Insertable<Schema['settings']>[])
      .execute();
}
