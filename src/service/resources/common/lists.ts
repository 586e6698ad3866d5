import type { Expression, SelectQueryBuilder, Simplify, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { OneOf, sortDirections } from '../../../contract/index.ts';
import { isKept } from '../../store/deletions.ts';
import type { Db, Schema } from '../../store/schema.ts';
import type { OwnTable, RowOf } from './rows.ts';

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
  const data: Item[] = [];
  for (const row of await matching.limit(page.limit).offset(page.offset).execute())
    data.push(await show(row));
  return pageOf(data, total, page);
}

/**
 * The page of ids that a query selects, with the total. The rows that match are read once, for both.
 * @param matching filtered and ordered, with the single column id
 */
export async function pageOfIds(
  db: Db,
  matching: Expression<unknown>,
  page: { limit: number; offset: number },
): Promise<Page<string>> {
  const { rows } = await sql<{ total: number; ids: string }>`with met as materialized ${matching}
    select (select count(*) from met) as total, (select json_group_array(id) from
      (select id from met limit ${page.limit} offset ${page.offset})) as ids`.execute(db);
  const [{ total, ids } = { total: 0, ids: '[]' }] = rows;
  return pageOf(JSON.parse(ids) as string[], total, page);
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

/** What a list's query says besides the conditions and the page. */
interface Listing<Column> {
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
  readonly order?: Column;
  readonly sort?: OneOf<typeof sortDirections>;
}

/**
 * The rows of a table for a list: filtered, ordered as the query says or with the newest first.
 * @param conditions the columns a row must equal; undefined ones ask nothing
 */
export function matching<Table extends OwnTable>(
  db: Db,
  table: Table,
  conditions: { readonly [Column in keyof RowOf<Table>]?: RowOf<Table>[Column] | undefined },
  query: Listing<keyof RowOf<Table> & string> = {},
): SelectQueryBuilder<Schema, Table, RowOf<Table>> {
  const { order = 'created_at', sort = 'desc', created_after: after, created_before: before } = query;
  // Kysely cannot type a table that is a type parameter: the columns were checked above.
  const rows = db
    .selectFrom(table as 'files')
    .selectAll()
    .where((row) => row.and(given(conditions)))
    .where(isKept(table))
    // The plus keeps SQLite from reading by the window and then sorting, where the order has an index of its own.
    .where(isWithin(order === 'created_at' ? sql.ref('created_at') : sql`+created_at`, after, before))
    .orderBy(order as 'created_at', sort)
    .orderBy('id', sort);
  return rows as unknown as SelectQueryBuilder<Schema, Table, RowOf<Table>>;
}

/** One page of a list in memory. */
export function sliceOf<Item>(all: readonly Item[], page: { limit: number; offset: number }): Page<Item> {
  return pageOf(all.slice(page.offset, page.offset + page.limit), all.length, page);
}

/** An empty list, for resources that cannot be created yet. */
export function emptyPage(page: { limit: number; offset: number }): Page<never> {
  return pageOf([], 0, page);
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
