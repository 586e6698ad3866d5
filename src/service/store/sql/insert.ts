import { CompiledQuery, type Insertable, type SelectType } from 'kysely';
import { type Engine, engineOf } from './engine.ts';
import type { Schema, Trx } from './schema.ts';

/** Most rows in one statement: SQLite allows some thirty thousand values in one. */
const PORTION = 128;

type Row = Readonly<Record<string, unknown>>;

type Returned<Table extends keyof Schema, Column extends keyof Schema[Table]> = {
  readonly [Name in Column]: SelectType<Schema[Table][Name]>;
};

/**
 * Inserts any number of rows into a table, none included. The text of the statement is made here: Kysely takes several
 * times as long to build and compile a row as SQLite takes to insert it.
 * @param rows a column that only some of them have is null in the others
 */
export async function insertAll<Table extends keyof Schema>(
  trx: Trx,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  await insertReturning(trx, table, rows, []);
}

/** The same; gives these columns of the new rows, in any order. */
export async function insertReturning<
  Table extends keyof Schema,
  Column extends keyof Schema[Table] & string,
>(
  trx: Trx,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
  columns: readonly Column[],
): Promise<Returned<Table, Column>[]> {
  const given = rows as readonly Row[];
  const names = [...new Set(given.flatMap((row) => Object.keys(row)))];
  const found: Returned<Table, Column>[] = [];
  for (const portion of portions(given)) {
    const values = portion.flatMap((row) => names.map((name) => row[name] ?? null));
    const text = textOf(table, names, { length: portion.length, engine: engineOf(trx) }, columns);
    const { rows } = await trx.executeQuery<Returned<Table, Column>>(CompiledQuery.raw(text, values));
    found.push(...rows);
  }
  return found;
}

/** Cuts rows into portions of a power of two, so that few statements are prepared for all lengths. */
function* portions(rows: readonly Row[]): Generator<readonly Row[]> {
  let size = PORTION;
  for (let from = 0; from < rows.length; from += size) {
    while (size > rows.length - from) size /= 2;
    yield rows.slice(from, from + size);
  }
}

function textOf(
  table: string,
  names: readonly string[],
  { length, engine }: { readonly length: number; readonly engine: Engine },
  returned: readonly string[],
): string {
  const mark = (at: number) => (engine === 'sqlite' ? '?' : `$${at + 1}`);
  const rowAt = (from: number) => `(${names.map((_, at) => mark(from + at)).join(', ')})`;
  const all = Array.from({ length }, (_, at) => rowAt(at * names.length)).join(', ');
  const tail = returned.length > 0 ? ` returning ${quoted(returned)}` : '';
  return `insert into "${table}" (${quoted(names)}) values ${all}${tail}`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
