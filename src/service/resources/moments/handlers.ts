/**
 * What criteria found in the files of a collection: completed runs are listed here (listed.ts), filters come in, and
 * pages of moments and findings go out.
 */

import { type SqlBool, sql } from 'kysely';
import type { CollectionFinding, CollectionMoment } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { listOf as oneOf } from '../../store/sql/expressions.ts';
import { gapsIn } from '../../understanding/analysis/gaps/index.ts';
import { type CursorPage, cursorPage, equal } from '../common/lists/cursor.ts';
import { inOrder } from '../common/lists/lists.ts';
import { type CollectionRow, findCollection } from '../common/lookup.ts';
import { optional } from '../common/optional.ts';
import type { Resource } from '../common/resource.ts';
import type { RowOf, Viewer } from '../common/rows.ts';
import { findingOf, momentOf } from './present.ts';

/** Finds the account's moments collection. @throws 404, and 400 naming both types if it is of another type */
export async function findMomentsCollection(viewer: Viewer, id: string): Promise<CollectionRow> {
  const row = await findCollection(viewer, id);
  if (row.collection_type !== 'moments')
    throw badRequest(`collection ${id} is of type ${row.collection_type}; this needs one of type moments`);
  return row;
}

/** What criteria found in the files of a collection. */
export const moments: Resource<'moment.list' | 'finding.list'> = {
  handlers: {
    'moment.list': listMoments,
    'finding.list': listFindings,
  },
};

/** The columns of each order. A score has its best first. */
const ORDERS = {
  position: ['file_id', 'start_time', 'moment_id', 'attachment_id'],
  criterion_score: ['merit', 'moment_id', 'attachment_id'],
  rank_score: ['rank_score', 'moment_id', 'attachment_id'],
} as const;

async function listMoments(ctx: RequestContext, { params, query }: Input<'moment.list'>) {
  const { id: collection_id } = await findMomentsCollection(ctx, params.collection_id);
  const { criterion_name, attachment_id, file_id, min_score: least, sort } = query;
  if (sort !== 'position' && criterion_name === undefined && attachment_id === undefined)
    throw badRequest(
      `query parameter sort=${sort} needs one criterion: give criterion_name or attachment_id`,
    );
  const page = await cursorPage(
    ctx.db,
    {
      table: 'collection_moments',
      where: [
        ...equal({ collection_id, criterion_name, attachment_id, file_id }),
        ...(least === undefined ? [] : [isAtLeast(least)]),
        isKept('collection_moments'),
      ],
      order: ORDERS[sort],
      descending: sort !== 'position',
    },
    query,
  );
  const gaps = await gapsBehindEmpty(ctx, page, collection_id, file_id);
  return { moments: await readMoments(ctx, page), ...endOf(page), ...gaps };
}

/** Where lower scores are better, a moment has at least a score if its own is no higher. */
function isAtLeast(least: number) {
  return sql<SqlBool>`case when lower_is_better = 1 then score <= ${least} else score >= ${least} end`;
}

async function readMoments(ctx: RequestContext, { keys }: CursorPage): Promise<CollectionMoment[]> {
  const ids = keys.map(({ moment_id }) => String(moment_id));
  const rows = await ctx.db.selectFrom('moments').selectAll().where('id', 'in', oneOf(ids)).execute();
  const runs = await runsOf(ctx, rows);
  return inOrder(ids, rows, ({ id }) => id).flatMap((row) => {
    const run = runs.get(row.run_id);
    return run ? [{ ...momentOf(row, run), ...placeOf(row, run) }] : [];
  });
}

async function listFindings(ctx: RequestContext, { params, query }: Input<'finding.list'>) {
  const { id: collection_id } = await findMomentsCollection(ctx, params.collection_id);
  const { criterion_name, file_id, kind } = query;
  const page = await cursorPage(
    ctx.db,
    {
      table: 'collection_findings',
      where: [...equal({ collection_id, criterion_name, file_id, kind }), isKept('collection_findings')],
      order: ['file_id', 'finding_id', 'attachment_id'],
    },
    query,
  );
  const gaps = await gapsBehindEmpty(ctx, page, collection_id, file_id);
  return { findings: await readFindings(ctx, page), ...endOf(page), ...gaps };
}

async function readFindings(ctx: RequestContext, { keys }: CursorPage): Promise<CollectionFinding[]> {
  const ids = keys.map(({ finding_id }) => String(finding_id));
  const rows = await ctx.db.selectFrom('findings').selectAll().where('id', 'in', oneOf(ids)).execute();
  const runs = await runsOf(ctx, rows);
  return inOrder(ids, rows, ({ id }) => id).flatMap((row) => {
    const run = runs.get(row.run_id);
    return run ? [{ ...findingOf(row, run), ...placeOf(row, run) }] : [];
  });
}

function endOf({ total, next_cursor }: CursorPage) {
  return { total, ...optional('next_cursor', next_cursor) };
}

/** What was not heard, read or seen, where nothing was found. */
async function gapsBehindEmpty(
  ctx: RequestContext,
  { total }: CursorPage,
  collectionId: string,
  fileId: string | undefined,
) {
  if (total > 0) return {};
  const files = fileId === undefined ? {} : { files: [fileId] };
  const gaps = await gapsIn(ctx, { accountId: ctx.accountId, collections: [collectionId], ...files });
  return gaps.length > 0 ? { gaps } : {};
}

type Run = RowOf<'find_moments_runs'>;

async function runsOf(
  ctx: RequestContext,
  rows: readonly { readonly run_id: string }[],
): Promise<Map<string, Run>> {
  const ids = [...new Set(rows.map(({ run_id }) => run_id))];
  const runs = await ctx.db
    .selectFrom('find_moments_runs')
    .selectAll()
    .where('id', 'in', oneOf(ids))
    .execute();
  return new Map(runs.map((run) => [run.id, run]));
}

function placeOf({ file_id, run_id }: { readonly file_id: string; readonly run_id: string }, run: Run) {
  return { file_id, job_id: run_id, criterion_name: run.criterion_name };
}
