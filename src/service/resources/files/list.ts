import type { Filter, QueryOf } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { asksSegments, checkFilter } from '../../search/filter.ts';
import { filesThatMeet } from '../../search/filter-files.ts';
import { listOf, matching, sliceOf } from '../common/lists.ts';
import { fileOf } from './present.ts';

/** GET /files. With a filter, the ids of all files that pass the rest are read, and checked in portions. */
export async function listFiles(ctx: RequestContext, query: QueryOf<'file.list'>) {
  const { filter } = query;
  const rows = matching(ctx.db, 'files', { account_id: ctx.accountId, status: query.status }, query);
  const link = await linksFor(ctx);
  if (!filter) return listOf(rows, query, (row) => fileOf(row, link));
  checkFileFilter(filter);
  const ids = (await rows.clearSelect().select('id').execute()).map(({ id }) => id);
  const page = sliceOf(await filesThatMeet(ctx, ids, filter), query);
  const found = await ctx.db.selectFrom('files').selectAll().where('id', 'in', page.data).execute();
  const shown = new Map(found.map((row) => [row.id, fileOf(row, link)]));
  return { ...page, data: page.data.flatMap((id) => shown.get(id) ?? []) };
}

/** @throws 400 for unknown paths, and for conditions of scope segment, which a list of files does not have */
export function checkFileFilter(filter: Filter): void {
  checkFilter(filter);
  if (asksSegments(filter))
    throw badRequest(
      'query parameter filter has a condition of scope segment; a list of files supports scope file only',
    );
}
