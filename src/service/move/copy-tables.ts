import type { Insertable } from 'kysely';
import { engineOf } from '../store/sql/engine.ts';
import { isUniqueViolation } from '../store/sql/errors.ts';
import { insertAll } from '../store/sql/insert.ts';
import type { Db, Schema } from '../store/sql/schema.ts';
import { readMark, writeMark } from './mark.ts';
import { formOf, pagesOf } from './rows.ts';
import { MoveRefused } from './sides.ts';
import type { MovedTable } from './tables.ts';

/** How far a table is. */
interface Reached {
  readonly rows: number;
  /** Values of the key of the last row that was moved. */
  readonly last?: readonly unknown[];
  readonly isDone?: boolean;
}

export interface Copying {
  readonly from: Db;
  readonly into: Db;
  readonly signal: AbortSignal;
}

/**
 * Copies the rows of a table, a page in a transaction, and notes there how far it is: the next run goes on behind it.
 * @param each called with the number of rows that are there now
 */
export async function copyTable(
  { from, into, signal }: Copying,
  table: MovedTable,
  each: (rows: number) => void,
): Promise<void> {
  const name = `table ${table.name}`;
  let reached = (await readMark<Reached>(into, name)) ?? { rows: 0 };
  each(reached.rows);
  if (reached.isDone) return;
  for await (const { rows, last } of pagesOf(from, table, reached.last)) {
    signal.throwIfAborted();
    const next: Reached = { rows: reached.rows + rows.length, last };
    const given = rows.map((row) => formOf(table.name, engineOf(into), row));
    await into
      .transaction()
      .execute(async (trx) => {
        await insertAll(trx, table.name as keyof Schema, given as Insertable<Schema[keyof Schema]>[]);
        await writeMark(trx, name, next);
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? changed(table.name) : error;
      });
    reached = next;
    each(reached.rows);
  }
  await into.transaction().execute((trx) => writeMark(trx, name, { ...reached, isDone: true }));
}

/** What was moved earlier does not go with what is there now. */
export function changed(table: string): MoveRefused {
  return new MoveRefused(
    `the table ${table} is not the same on both sides: the source has changed since this move began. ` +
      'Begin anew with --restart, which empties the target first',
  );
}
