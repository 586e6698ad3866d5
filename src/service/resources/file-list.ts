import type { Filter, QueryOf } from '../../contract/index.ts';
import { badRequest } from '../errors.ts';
import type { RequestContext } from '../http/handler.ts';
import { linksFor } from '../http/links.ts';
import { asksSegments, checkFilter, fileMeets } from '../search/filter.ts';
import { pageOf, sliceOf, startOfDay } from './lists.ts';
import { fileOf } from './present.ts';

/** GET /files. The filter is judged row by row, so a filtered list reads all rows that pass the rest. */
export async function listFiles(ctx: RequestContext, query: QueryOf<'file.list'>) {
  const { status, filter, order, sort, limit, offset } = query;
  const [after, before] = [startOfDay(query.created_after), startOfDay(query.created_before)];
  let matching = ctx.db.selectFrom('files').where('account_id', '=', ctx.accountId);
  if (status !== undefined) matching = matching.where('status', '=', status);
  if (after !== undefined) matching = matching.where('created_at', '>=', after);
  if (before !== undefined) matching = matching.where('created_at', '<', before);
  const ordered = matching.selectAll().orderBy(order, sort).orderBy('id', sort);
  const link = await linksFor(ctx);
  if (filter) {
    checkFileFilter(filter);
    const rows = (await ordered.execute()).filter((row) => fileMeets(filter, row));
    return sliceOf(
      rows.map((row) => fileOf(row, link)),
      query,
    );
  }
  const { total } = await matching
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await ordered.limit(limit).offset(offset).execute();
  return pageOf(
    rows.map((row) => fileOf(row, link)),
    total,
    query,
  );
}

/** @throws 400 for unknown paths, and for conditions about segments: a list of files has none */
export function checkFileFilter(filter: Filter): void {
  checkFilter(filter);
  if (asksSegments(filter))
    throw badRequest(
      'query parameter filter has a condition of scope segment; a list of files takes scope file',
    );
}
