import { sql } from 'kysely';
import type { Filter } from '../../../contract/index.ts';
import type { RequestContext } from '../../http/handler.ts';
import {
  listText,
  lookIn,
  lookOnServer,
  numbersBeside,
  type PathsLook,
} from '../../search/file-values/conditions.ts';
import { holds } from '../../search/file-values/numbers.ts';
import { filesThatMeet } from '../../search/filter-files.ts';
import { readOnce, serverVersion } from '../../store/version.ts';
import type { FileList } from './file-list.ts';
import { type Page, pageOf, sliceOf } from './lists.ts';

interface Asked {
  readonly limit: number;
  readonly offset: number;
}

/** What names the rows of a page on a server: the ids of their files, or the numbers. */
export type ServerKeys = { readonly by: 'id' | 'number'; readonly page: Page<string | number> };

/**
 * The same as keyPage on a server. It reads the page alone, and counts the rest. With a filter it reads the numbers of all
 * files, which the index has and which are a few bytes each: the server cannot tell how many files meet a condition, and
 * takes a hundred times as long where it is wrong about that. Each statement takes a way to the server and back: with a
 * filter these are two.
 */
export async function serverKeyPage(
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
