import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Filter } from '../../../../contract/index.ts';
import type { RequestContext } from '../../../http/handler.ts';
import {
  listText,
  lookIn,
  lookOnServer,
  numbersBeside,
  numbersThatMeet,
  type PathsLook,
} from '../../../search/filters/file-values/conditions.ts';
import { holds } from '../../../search/filters/file-values/numbers.ts';
import { filesThatMeet } from '../../../search/filters/filter-files.ts';
import { engineOf } from '../../../store/sql/engine.ts';
import type { Db, Schema } from '../../../store/sql/schema.ts';
import { readOnce, serverVersion } from '../../../store/sql/version.ts';
import { inOrder, type Page, pageOf, sliceOf } from './lists.ts';

/** A list about files, filtered and ordered, without columns; the last order must be unique. */
export interface FileList {
  readonly table: 'files' | 'collection_files';
  /** Kysely cannot type a table that is one of two: `number` is read as in either. */
  readonly listed: SelectQueryBuilder<Schema, 'files', object>;
  /** The column with the file's id. */
  readonly id: RawBuilder<string>;
}

interface Asked {
  readonly limit: number;
  readonly offset: number;
}

/** What names the rows of a page on a server: the ids of their files, or the numbers. */
type ServerKeys = { readonly by: 'id' | 'number'; readonly page: Page<string | number> };

/**
 * The same as keyPage on a server. It reads the page alone, and counts the rest. With a filter it reads the numbers of all
 * files, which the index has and which are a few bytes each: the server cannot tell how many files meet a condition, and
 * takes a hundred times as long where it is wrong about that. Each statement takes a way to the server and back: with a
 * filter these are two.
 */
async function serverKeyPage(
  ctx: RequestContext,
  list: FileList,
  filter: Filter | undefined,
  page: Asked,
): Promise<ServerKeys> {
  if (!filter) return { by: 'id', page: await plainPage(ctx, list, page) };
  const { sql: text, parameters } = list.listed.select('number').compile();
  const name = JSON.stringify([text, parameters, filter]);
  const { version, look } = await lookNow(ctx, filter);
  // Kept for the next page, while nothing changes.
  const { by, keys } = await readOnce(ctx.db, name, () => whatMeets(ctx, list, filter, look), version);
  return { by, page: sliceOf<string | number>(keys, page) };
}

/** The store's version, and what it knows of the filter's paths at that moment. */
async function lookNow({ db, accountId }: RequestContext, filter: Filter) {
  const { rows } = await sql<{ version: string; look: string }>`
    select ${serverVersion} as version, ${lookOnServer(db, accountId, filter)} as look`.execute(db);
  return { version: rows[0]?.version, look: lookIn(rows[0]?.look) };
}

/** The files of a list that meet a filter. Where SQL cannot compare the values, each file is read and checked. */
async function whatMeets(ctx: RequestContext, list: FileList, filter: Filter, look: PathsLook) {
  const numbers = sql`select ${listText(sql.ref('number'))} from ${list.listed.select('number')} as listed`;
  const found = await numbersBeside(ctx, ctx.accountId, filter, [numbers], look);
  if (!found) return { by: 'id' as const, keys: await filesThatMeet(ctx, await idsOf(list), filter) };
  const { met, texts } = found;
  const listed = JSON.parse(texts[0] ?? '[]') as number[];
  return { by: 'number' as const, keys: listed.filter((number) => holds(met, number)) };
}

async function plainPage(
  { db }: RequestContext,
  { listed, id }: FileList,
  page: Asked,
): Promise<Page<string>> {
  const counted = listed.clearOrderBy().select(sql.lit(1).as('one'));
  const shown = listed.select(id.as('key')).limit(page.limit).offset(page.offset);
  const { rows } = await sql<{ total: number; keys: string[] }>`
    select (select count(*) from ${counted} as counted) as total,
      array(select key from ${shown} as shown) as keys`.execute(db);
  return pageOf(rows[0]?.keys ?? [], rows[0]?.total ?? 0, page);
}

async function idsOf({ listed, id }: FileList): Promise<string[]> {
  return (await listed.select(id.as('id')).execute()).map((row) => row.id);
}

/** What names a row of a list: in SQLite its rowid, which may be given again; on a server its file's id or number. */
type Key = number | string;

const rowidOf = (table: FileList['table']) => sql<number>`${sql.ref(`${table}.rowid`)}`;

/** How often a page is read again because files change meanwhile. */
const MOST_TRIES = 5;

/** What the rows of a page are read by. */
export interface PageKeys {
  readonly keys: readonly Key[];
  /** The column with the keys, of the list's table or of files. Read rows by it together with their account or collection. */
  readonly column: RawBuilder<Key>;
  /** Whether the column is one of files and not of the list's table. */
  readonly isOfFiles: boolean;
}

/**
 * One page of a list.
 * @param read the rows with these keys, in any order, with the key of each
 */
export async function rowsOfPage<Row extends { readonly key: Key }>(
  ctx: RequestContext,
  list: FileList,
  filter: Filter | undefined,
  page: { limit: number; offset: number },
  read: (wanted: PageKeys) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  if (engineOf(ctx.db) === 'sqlite') {
    const keys = await keyPage(ctx, list, filter, page);
    const rows = await read({ keys: keys.data, column: rowidOf(list.table), isOfFiles: false });
    return { ...keys, data: inOrder(keys.data, rows, ({ key }) => key) };
  }
  for (let tries = 1; ; tries += 1) {
    const { by, page: keys } = await serverKeyPage(ctx, list, filter, page);
    const column = by === 'id' ? list.id : sql<number>`${sql.ref('files.number')}`;
    const rows = await read({ keys: keys.data, column, isOfFiles: by === 'number' });
    // A file that changed meanwhile has another number.
    if (by === 'id' || rows.length === keys.data.length || tries === MOST_TRIES)
      return { ...keys, data: inOrder(keys.data, rows, ({ key }) => key) };
  }
}

/**
 * One page of the keys of a list. In SQLite, all rowids are read as one text, from an index that has every column
 * of the query; this takes 30 ms for 100,000. They are kept for the next page: see readOnce.
 */
async function keyPage(
  ctx: RequestContext,
  list: FileList,
  filter: Filter | undefined,
  page: { limit: number; offset: number },
): Promise<Page<number>> {
  const rows = list.listed.select([list.id.as('id'), 'number', rowidOf(list.table).as('key')]);
  const { sql: text, parameters } = rows.compile();
  const name = JSON.stringify([text, parameters, filter]);
  const keys = await readOnce(ctx.db, name, async () => {
    if (filter) return keysThatMeet(ctx, rows, filter);
    const found = await sql<{
      keys: string;
    }>`select json_group_array(key) as keys from ${rows} as listed`.execute(ctx.db);
    return JSON.parse(found.rows[0]?.keys ?? '[]') as number[];
  });
  return sliceOf(keys, page);
}

type Listed = SelectQueryBuilder<Schema, 'files', { key: number; id: string; number: number | null }>;

/** Where SQL cannot compare the values, each file is read and checked. */
async function keysThatMeet(ctx: RequestContext, listed: Listed, filter: Filter): Promise<number[]> {
  const met = await numbersThatMeet(ctx, ctx.accountId, filter);
  if (met) {
    const { keys, values } = await keysWith<number>(ctx.db, listed, 'number');
    return keys.filter((_, at) => holds(met, values[at] ?? 0));
  }
  const { keys, values } = await keysWith<string>(ctx.db, listed, 'id');
  const good = new Set(await filesThatMeet(ctx, values, filter));
  return keys.filter((_, at) => good.has(values[at] ?? ''));
}

/** The keys, and a value beside each, in one statement: another process may change the store between two. */
async function keysWith<Value>(
  db: Db,
  listed: Listed,
  column: 'id' | 'number',
): Promise<{ keys: number[]; values: Value[] }> {
  const columns = sql<{ keys: string; beside: string }>`
    select json_group_array(key) as keys, json_group_array(${sql.ref(column)}) as beside from ${listed} as listed`;
  const { rows } = await columns.execute(db);
  const [{ keys, beside } = { keys: '[]', beside: '[]' }] = rows;
  return { keys: JSON.parse(keys) as number[], values: JSON.parse(beside) as Value[] };
}
