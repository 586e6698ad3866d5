import { type SqlBool, sql } from 'kysely';
import type { Filter, QueryOf } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { asksSegments, checkFilter } from '../../search/filters/filter.ts';
import { listOf as oneOf, unindexed } from '../../store/sql/expressions.ts';
import { gapsOfFiles } from '../../understanding/analysis/gaps/index.ts';
import { rowsOfPage } from '../common/lists/key-page.ts';
import { isNamed, matching } from '../common/lists/lists.ts';
import { optional } from '../common/optional.ts';
import { fileOf, shownColumns } from './present.ts';

/** GET /files. */
export async function listFiles(ctx: RequestContext, query: QueryOf<'file.list'>) {
  const { filter } = query;
  if (filter) checkFileFilter(filter);
  const list = { table: 'files', listed: listedFiles(ctx, query), id: sql.ref<string>('files.id') } as const;
  const link = await linksFor(ctx);
  const page = await rowsOfPage(ctx, list, filter, query, ({ keys, column }) =>
    ctx.db
      .selectFrom('files')
      .select(shownColumns)
      .select(column.as('key'))
      // Deleted ones too: the keys are those of a page without them.
      .where(column, 'in', oneOf(keys))
      // The plus keeps SQLite from reading the whole account by its index.
      .where(unindexed('account_id'), '=', ctx.accountId)
      .execute(),
  );
  const gaps = await gapsOfFiles(
    ctx,
    page.data.map(({ id }) => id),
  );
  return {
    ...page,
    data: page.data.map((row) => ({ ...fileOf(row, link), ...optional('gaps', gaps.get(row.id)) })),
  };
}

/** Files with a content or a name are found by it: with the account as a term, SQLite would read all of the account. */
function listedFiles({ db, accountId }: RequestContext, query: QueryOf<'file.list'>) {
  const { status, content_hash, named } = query;
  const called =
    named === undefined ? sql<SqlBool>`true` : isNamed('files', 'filename', { accountId, text: named });
  if (content_hash === undefined && named === undefined)
    return matching(db, 'files', { account_id: accountId, status }, query).clearSelect();
  return matching(db, 'files', { content_hash, status }, query)
    .clearSelect()
    .where(unindexed('account_id'), '=', accountId)
    .where(called);
}

/** @throws 400 for unknown paths, and for conditions of scope segment, which a list of files does not have */
export function checkFileFilter(filter: Filter): void {
  checkFilter(filter);
  if (asksSegments(filter))
    throw badRequest(
      'query parameter filter has a condition of scope segment; a list of files supports scope file only',
    );
}
