import { sql } from 'kysely';
import type { Filter } from '../../../contract/index.ts';
import type { RequestContext } from '../../http/handler.ts';
import { numbersThatMeet } from '../../search/file-values/conditions.ts';
import { holds } from '../../search/file-values/numbers.ts';
import { filesThatMeet } from '../../search/filter-files.ts';
import { listOf } from '../../store/list-of.ts';
import { readOnce } from '../../store/version.ts';
import type { FileList } from './file-list.ts';
import { inOrder, type Page, pageOf, sliceOf } from './lists.ts';

/** How often a page is read again because files change meanwhile. */
const MOST_TRIES = 5;

interface Asked {
  readonly limit: number;
  readonly offset: number;
}

/**
 * The same as keyPage on a server. It reads the page alone, and counts the rest. With a filter it reads the numbers of all
 * files, which the index has and which are a few bytes each: the server cannot tell how many files meet a condition, and
 * takes a hundred times as long where it is wrong about that.
 */
export async function serverKeyPage(
  ctx: RequestContext,
  list: FileList,
  filter: Filter | undefined,
  page: Asked,
): Promise<Page<string>> {
  if (!filter) return plainPage(ctx, list, page);
  const { sql: text, parameters } = list.listed.select('number').compile();
  const name = JSON.stringify([text, parameters, filter]);
  for (let tries = 1; ; tries += 1) {
    // Kept for the next page, while nothing changes.
    const met = await readOnce(ctx.db, name, () => whatMeets(ctx, list, filter));
    if (met.ids) return sliceOf(met.ids, page);
    const { data, total } = sliceOf(met.numbers, page);
    const ids = await idsWith(ctx, data);
    // A file that changed meanwhile has another number.
    if (ids.length === data.length || tries === MOST_TRIES) return pageOf(ids, total, page);
  }
}

/** The files of a list that meet a filter. */
type Met =
  | { readonly numbers: readonly number[]; readonly ids?: undefined }
  | { readonly ids: readonly string[] };

/** Where SQL cannot compare the values, each file is read and checked. */
async function whatMeets(ctx: RequestContext, list: FileList, filter: Filter): Promise<Met> {
  const met = await numbersThatMeet(ctx, ctx.accountId, filter);
  if (!met) return { ids: await filesThatMeet(ctx, await idsOf(list), filter) };
  return { numbers: (await numbersOf(ctx, list)).filter((number) => holds(met, number)) };
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

/** As one text: so many rows would take several times as long. */
async function numbersOf({ db }: RequestContext, { listed }: FileList): Promise<number[]> {
  const { rows } = await sql<{ numbers: string | null }>`
    select array_to_string(array_agg(number), ',') as numbers from ${listed.select('number')} as listed`.execute(
    db,
  );
  return JSON.parse(`[${rows[0]?.numbers ?? ''}]`) as number[];
}

async function idsOf({ listed, id }: FileList): Promise<string[]> {
  return (await listed.select(id.as('id')).execute()).map((row) => row.id);
}

/** The ids of the files with these numbers, in this order. */
async function idsWith({ db }: RequestContext, numbers: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select(['id', 'number'])
    .where('number', 'in', listOf(numbers))
    .execute();
  return inOrder(numbers, rows, ({ number }) => number ?? 0).map(({ id }) => id);
}
