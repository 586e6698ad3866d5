import type { Filter, QueryOf } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { asksSegments, checkFilter, fileMeets } from '../../search/filter.ts';
import { given, isCreatedWithin, listOf, sliceOf } from '../common/lists.ts';
import { fileOf } from './present.ts';

/** GET /files. The filter is judged row by row, so a filtered list reads all rows that pass the rest. */
export async function listFiles(ctx: RequestContext, query: QueryOf<'file.list'>) {
  const { status, filter, order, sort } = query;
  const matching = ctx.db
    .selectFrom('files')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where((row) => row.and(given({ status })))
    .where(isCreatedWithin(query))
    .orderBy(order, sort)
    .orderBy('id', sort);
  const link = await linksFor(ctx);
  if (!filter) return listOf(matching, query, (row) => fileOf(row, link));
  checkFileFilter(filter);
  const rows = (await matching.execute()).filter((row) => fileMeets(filter, row));
  return sliceOf(
    rows.map((row) => fileOf(row, link)),
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
