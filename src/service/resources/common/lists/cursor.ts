import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { badRequest } from '../../../errors.ts';
import type { Db, Schema } from '../../../store/sql/schema.ts';

/** A list that is read page by page, each from where the one before ended: it gives each row once while others change. */
export interface CursorList {
  readonly table: keyof Schema;
  readonly where: readonly RawBuilder<SqlBool>[];
  /** The columns of its order; together they are unique. Give the table an index with all columns that are read. */
  readonly order: readonly string[];
  /** Default: ascending. All columns have the same direction. */
  readonly descending?: boolean;
}

type Key = Readonly<Record<string, string | number>>;

export interface CursorPage {
  /** The order's columns of each row. */
  readonly keys: readonly Key[];
  /** Number of rows on all pages. */
  readonly total: number;
  /** Undefined on the last page. */
  readonly next_cursor: string | undefined;
}

/** One page of a list. @throws 400 for a cursor of another list, or of the same in another order */
export async function cursorPage(
  db: Db,
  list: CursorList,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<CursorPage> {
  const { table, order, descending = false } = list;
  const where = all(list.where);
  const columns = sql.join(order.map((name) => sql.ref(name)));
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)} where ${where}`.execute(db);
  const after = cursor === undefined ? where : all([where, isAfter(list, keyIn(list, cursor))]);
  const way = descending ? sql`desc` : sql`asc`;
  const ordered = sql.join(order.map((name) => sql`${sql.ref(name)} ${way}`));
  const { rows } = await sql<Key>`
    select ${columns} from ${sql.table(table)} where ${after} order by ${ordered} limit ${limit + 1}`.execute(
    db,
  );
  const keys = rows.slice(0, limit);
  const last = rows.length > limit ? keys.at(-1) : undefined;
  return {
    keys,
    total: counted.rows[0]?.total ?? 0,
    next_cursor: last && cursorOf(list, last),
  };
}

/** The conditions that have a value: `column = value`. */
export function equal(columns: Readonly<Record<string, string | undefined>>): RawBuilder<SqlBool>[] {
  return Object.entries(columns).flatMap(([name, value]) =>
    value === undefined ? [] : [sql<SqlBool>`${sql.ref(name)} = ${value}`],
  );
}

function all(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

function isAfter({ order, descending }: CursorList, values: readonly (string | number)[]) {
  const columns = sql.join(order.map((name) => sql.ref(name)));
  const after = descending ? sql`<` : sql`>`;
  return sql<SqlBool>`(${columns}) ${after} (${sql.join(values)})`;
}

function cursorOf({ order }: CursorList, key: Key): string {
  const values = order.map((name) => key[name]);
  return Buffer.from(JSON.stringify([order.join(' '), ...values])).toString('base64url');
}

function keyIn({ order }: CursorList, cursor: string): (string | number)[] {
  const [name, ...values] = parsed(cursor);
  const whole = values.every((value) => typeof value === 'string' || typeof value === 'number');
  if (name !== order.join(' ') || values.length !== order.length || !whole)
    throw badRequest(
      'query parameter cursor is not from this list in this order: give the next_cursor of its last page, or leave it out to begin at the start',
    );
  return values as (string | number)[];
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
