import type { SelectQueryBuilder } from 'kysely';
import type { Filter, QueryOf } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { conditionOf } from '../../search/file-values/conditions.ts';
import { asksSegments, checkFilter } from '../../search/filter.ts';
import { filesThatMeet } from '../../search/filter-files.ts';
import { listOf, matching, type Page, pageOfIds, sliceOf } from '../common/lists.ts';
import { fileOf } from './present.ts';

/** GET /files. */
export async function listFiles(ctx: RequestContext, query: QueryOf<'file.list'>) {
  const { filter } = query;
  if (filter) checkFileFilter(filter);
  const own = { account_id: ctx.accountId, status: query.status };
  // Only the ids, so that an index alone counts and skips.
  const ids = matching(ctx.db, 'files', own, query).clearSelect().select('id');
  const page = filter
    ? await pageThatMeets(ctx, ids, filter, 'files.number', query)
    : await listOf(ids, query, ({ id }) => id);
  const link = await linksFor(ctx);
  const found = await ctx.db.selectFrom('files').selectAll().where('id', 'in', page.data).execute();
  const shown = new Map(found.map((row) => [row.id, fileOf(row, link)]));
  return { ...page, data: page.data.flatMap((id) => shown.get(id) ?? []) };
}

/**
 * The page of files that meet a filter. Where SQL cannot compare the values, all ids are read and checked in portions.
 * @param matching selects the ids of the files that pass the rest, in order
 * @param number the column with the file's number
 */
export async function pageThatMeets<Tables, Table extends keyof Tables>(
  ctx: RequestContext,
  matching: SelectQueryBuilder<Tables, Table, { id: string }>,
  filter: Filter,
  number: string,
  page: { limit: number; offset: number },
): Promise<Page<string>> {
  const condition = await conditionOf(ctx, ctx.accountId, filter, number);
  if (condition) return pageOfIds(ctx.db, matching.where(condition), page);
  const ids = (await matching.execute()).map(({ id }) => id);
  return sliceOf(await filesThatMeet(ctx, ids, filter), page);
}

/** @throws 400 for unknown paths, and for conditions of scope segment, which a list of files does not have */
export function checkFileFilter(filter: Filter): void {
  checkFilter(filter);
  if (asksSegments(filter))
    throw badRequest(
      'query parameter filter has a condition of scope segment; a list of files supports scope file only',
    );
}
