import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { fromOrderedKey, orderedKey } from '../search/filters/file-values/ordered-key.ts';
import { type Engine, engineOf } from '../store/sql/engine.ts';
import type { Db } from '../store/sql/schema.ts';
import type { MovedTable } from './tables.ts';

/** A column whose values have another form in each engine. The common form is the key, as PostgreSQL has it. */
const TABLE = 'file_values';
const COLUMN = 'value';

/** A row of an engine in the common form. */
function commonForm(table: string, engine: Engine, row: Row): Row {
  if (table !== TABLE || engine === 'postgres') return row;
  return { ...row, [COLUMN]: orderedKey(row[COLUMN] as number | string) };
}

/** A row in the form of an engine. */
export function formOf(table: string, engine: Engine, row: Row): Row {
  if (table !== TABLE || engine === 'postgres') return row;
  const value = fromOrderedKey(row[COLUMN] as string);
  // Whole numbers are integers there.
  return { ...row, [COLUMN]: Number.isInteger(value) ? BigInt(value) : value };
}

export type Row = Readonly<Record<string, unknown>>;

/** Text of a page of rows to aim at, in characters, and the most rows. Memory holds one or two pages of each side. */
const PAGE_SIZE = 2_000_000;
const MOST_ROWS = 2_000;
const FIRST_ROWS = 64;

/** A page of a table in the order of its key, with each row in the form that is compared. */
export interface Page {
  /** In the common form: see commonForm. */
  readonly rows: readonly Row[];
  readonly lines: readonly string[];
  /** Values of the key of the last row. */
  readonly last: readonly unknown[];
}

/**
 * The rows of a table in the order of its primary key.
 * @param after values of the key of the last row that is known already
 */
export async function* pagesOf(db: Db, table: MovedTable, after?: readonly unknown[]): AsyncGenerator<Page> {
  let [limit, last] = [FIRST_ROWS, after];
  for (;;) {
    const { rows } = await db.executeQuery<Row>(queryOf(db, table, last, limit));
    const end = rows.at(-1);
    if (!end) return;
    last = table.key.map((name) => end[name]);
    const common = rows.map((row) => commonForm(table.name, engineOf(db), row));
    const lines = common.map((row) => lineOf(table, row));
    yield { rows: common, lines, last };
    if (rows.length < limit) return;
    const size = lines.reduce((sum, { length }) => sum + length, 0) / rows.length;
    limit = Math.max(1, Math.min(2 * limit, MOST_ROWS, Math.floor(PAGE_SIZE / size)));
  }
}

function queryOf(db: Db, { name, columns, key }: MovedTable, after: readonly unknown[] = [], limit: number) {
  const mark = (at: number) => (engineOf(db) === 'sqlite' ? '?' : `$${at + 1}`);
  const keys = key.map(quoted).join(', ');
  const where = after.length > 0 ? `where (${keys}) > (${after.map((_, at) => mark(at)).join(', ')})` : '';
  return CompiledQuery.raw(
    `select ${columns.map(quoted).join(', ')} from ${quoted(name)} ${where} order by ${keys} limit ${limit}`,
    [...after],
  );
}

const quoted = (name: string): string => `"${name}"`;

/**
 * A row as text that does not depend on the engine. PostgreSQL keeps no NUL in a text: both sides count as it keeps them.
 */
function lineOf({ columns }: MovedTable, row: Row): string {
  const line = JSON.stringify(columns.map((name) => plain(row[name])));
  return line.includes('\\u0000') ? line.replaceAll('\\u0000', '\u{fffd}') : line;
}

function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value;
}

/** How much a table holds. */
export interface Sum {
  readonly rows: number;
  /** SHA-256 (hex) of its rows in the order of the primary key. */
  readonly sha256: string;
}

/** Reads a table whole. @param each called with the number of rows of each page */
export async function sumOf(db: Db, table: MovedTable, each: (rows: number) => void): Promise<Sum> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const { lines } of pagesOf(db, table)) {
    for (const line of lines) hash.update(line).update('\n');
    rows += lines.length;
    each(lines.length);
  }
  return { rows, sha256: hash.digest('hex') };
}

/** Number of rows. */
export async function countOf(db: Db, { name }: Pick<MovedTable, 'name'>): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db);
  return rows[0]?.rows ?? 0;
}
