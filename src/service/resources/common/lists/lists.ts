/**
 * Lists as the API has them. A query with its filters and order comes in, one page with the total goes out; by offset
 * here, by cursor in cursor.ts, and over long lists by keys first (key-page.ts).
 */

import {
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type Simplify,
  type SqlBool,
  sql,
} from 'kysely';
import type { OneOf, sortDirections } from '../../../../contract/index.ts';
import { isKept } from '../../../store/sql/deletions.ts';
import { lastCharacter, listOf as oneOf, unindexed } from '../../../store/sql/expressions.ts';
import type { Db } from '../../../store/sql/schema.ts';
import type { OwnTable, RowOf } from '../rows.ts';

/** Groups items by key, keeping their order. Map.groupBy is newer than Node 20. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** One page of a list as the API returns it. */
export interface Page<Item> {
  object: 'list';
  data: Item[];
  total: number;
  limit: number;
  offset: number;
}

/** @param total number of all matches */
export function pageOf<Item>(
  data: Item[],
  total: number,
  { limit, offset }: { limit: number; offset: number },
): Page<Item> {
  return { object: 'list', data, total, limit, offset };
}

/** A page without its items, for a resource that gives them a name of their own. */
export function pageHead(total: number, page: { limit: number; offset: number }): Omit<Page<never>, 'data'> {
  const { data: _, ...head } = pageOf([], total, page);
  return head;
}

/**
 * The page that a query selects, with the total number of rows.
 * @param matching filtered and ordered; the last order must be unique, or pages may repeat or skip rows
 */
export async function listOf<Tables, Table extends keyof Tables, Row, Item>(
  matching: SelectQueryBuilder<Tables, Table, Row>,
  page: { limit: number; offset: number },
  show: (row: Simplify<Row>) => Item | Promise<Item>,
): Promise<Page<Item>> {
  const { total } = await matching
    .clearSelect()
    .clearOrderBy()
    .select((row) => row.fn.countAll().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  const rows = await matching.limit(page.limit).offset(page.offset).execute();
  return showPage(pageOf(rows, total, page), show);
}

/** The same page with its items as the API shows them, one after the other. */
export async function showPage<Row, Item>(
  page: Page<Row>,
  show: (row: Row) => Item | Promise<Item>,
): Promise<Page<Item>> {
  const data: Item[] = [];
  for (const row of page.data) data.push(await show(row));
  return { ...page, data };
}

/** The defined conditions, for `where((row) => row.and(given({ ... })))`. Undefined ones are dropped. */
export function given<Conditions extends object>(conditions: Conditions): Given<Conditions> {
  return Object.fromEntries(
    Object.entries(conditions).filter(([, value]) => value !== undefined),
  ) as Given<Conditions>;
}

type Given<Conditions> = { [Name in keyof Conditions]?: Exclude<Conditions[Name], undefined> };

/** Whether a time lies in a window of days, open or closed at either end; see instantOf. */
export function isWithin(
  column: Expression<number>,
  after: string | undefined,
  before: string | undefined,
): Expression<SqlBool> {
  // A bound that asks nothing would keep SQLite from reading the rows in the order of another column.
  if (after === undefined && before === undefined) return sql`true`;
  const from = instantOf(after) ?? Number.MIN_SAFE_INTEGER;
  const to = instantOf(before) ?? Number.MAX_SAFE_INTEGER;
  return sql`(${column} >= ${from} and ${column} < ${to})`;
}

/**
 * Whether the id or the name of an account's row begins with a text, ignoring the case of ASCII letters. Both are looked up
 * by an index, so a list with it must not also ask for the account: SQLite would read all of that.
 * @param name the column of the name
 */
export function isNamed(
  table: 'files' | 'collections',
  name: 'filename' | 'name',
  { accountId, text }: { readonly accountId: string; readonly text: string },
): RawBuilder<SqlBool> {
  const begins = (column: RawBuilder<unknown>) =>
    sql`${column} >= lower(${text}) and ${column} < lower(${text}) || ${lastCharacter}`;
  return sql`id in (
    select id from ${sql.table(table)} where account_id = ${accountId} and ${begins(sql`lower(${sql.ref(name)})`)}
    union all
    select id from ${sql.table(table)} where ${begins(sql.ref('id'))} and ${unindexed('account_id')} = ${accountId})`;
}

/** What a list's query says besides the conditions and the page. */
interface Listing<Column> {
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
  readonly order?: Column;
  readonly sort?: OneOf<typeof sortDirections>;
}

/**
 * One page of the ids of a table's rows, filtered, and ordered as the query says or with the newest first. Give each
 * table an index with all columns that this reads, so that only the shown rows are read from the table.
 * @param conditions the columns a row must equal; undefined ones ask nothing
 */
export function matching<Table extends OwnTable>(
  db: Db,
  table: Table,
  conditions: Conditions<Table>,
  query: Listing<keyof RowOf<Table> & string> = {},
) {
  const { order = 'created_at', sort = 'desc', created_after: after, created_before: before } = query;
  // Kysely cannot type a table that is a type parameter: the columns were checked above.
  return (
    db
      .selectFrom(table as 'files')
      .select('id')
      .where((row) => row.and(given(conditions)))
      .where(isKept(table))
      // SQLite must not read by the window and then sorting, where the order has an index of its own.
      .where(
        isWithin(
          order === 'created_at' ? sql.ref('created_at') : unindexed<number>('created_at'),
          after,
          before,
        ),
      )
      .orderBy(order as 'created_at', sort)
      .orderBy('id', sort)
  );
}

type Conditions<Table extends OwnTable> = {
  readonly [Column in keyof RowOf<Table>]?: RowOf<Table>[Column] | undefined;
};

/** One page of the rows of a table: see `matching`. @param where one more condition */
export async function rowsPage<Table extends OwnTable, Item>(
  db: Db,
  table: Table,
  conditions: Conditions<Table>,
  query: Listing<keyof RowOf<Table> & string> & { limit: number; offset: number },
  show: (row: RowOf<Table>) => Item | Promise<Item>,
  where: Expression<SqlBool> = sql`true`,
): Promise<Page<Item>> {
  const page = await listOf(matching(db, table, conditions, query).where(where), query, ({ id }) => id);
  const rows = await db
    .selectFrom(table as 'files')
    .selectAll()
    .where('id', 'in', oneOf(page.data))
    .execute();
  const data = inOrder(page.data, rows, ({ id }) => id) as RowOf<OwnTable>[];
  return showPage({ ...page, data: data as RowOf<Table>[] }, show);
}

/** The rows in the order of their keys. A key without a row gives none: the row was deleted meanwhile. */
export function inOrder<Key, Row>(
  keys: readonly Key[],
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Row[] {
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.flatMap((key) => known.get(key) ?? []);
}

/** One page of a list in memory. */
export function sliceOf<Item>(all: readonly Item[], page: { limit: number; offset: number }): Page<Item> {
  return pageOf(all.slice(page.offset, page.offset + page.limit), all.length, page);
}

/**
 * The instant of a bound, in Unix ms: a date-time as it is, a date as its start in UTC. `created_after` is inclusive,
 * `created_before` exclusive, so that adjacent windows neither overlap nor leave a gap.
 */
function instantOf(bound: string): number;
function instantOf(bound: string | undefined): number | undefined;
function instantOf(bound: string | undefined): number | undefined {
  // ECMAScript reads a date without a time as UTC.
  return bound === undefined ? undefined : Date.parse(bound);
}
