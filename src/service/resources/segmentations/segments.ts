import type { Selectable } from 'kysely';
import type { QueryOf } from '../../../contract/index.ts';
import { notFound } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { toJson } from '../../store/sql/json.ts';
import type { SegmentsTable } from '../../store/sql/schema.ts';
import { listOf } from '../common/lists/lists.ts';
import { findFile, findSegmentation } from '../common/lookup.ts';
import type { Resource } from '../common/resource.ts';
import type { Viewer } from '../common/rows.ts';
import { segmentOf, thumbnailOf } from './present.ts';

type SegmentIds =
  | 'segment.list'
  | 'segment.get'
  | 'segment.update'
  | 'thumbnail.list'
  | 'segmentation.thumbnails';

/** Segments of files, and the pictures of files and segments. */
export const segments: Resource<SegmentIds> = {
  handlers: {
    'segment.list': list,
    'segment.get': (ctx, { params }) => show(ctx, params.file_id, params.segment_id),
    'segment.update': update,
    'thumbnail.list': async (ctx, { params, query }) => {
      const file = await findFile(ctx, params.file_id);
      return thumbnails(ctx, 'file_id', file.id, query);
    },
    'segmentation.thumbnails': async (ctx, { params, query }) => {
      const segmentation = await findSegmentation(ctx, params.segmentation_id);
      return thumbnails(ctx, 'segmentation_id', segmentation.id, query);
    },
  },
};

async function list(ctx: RequestContext, { params, query }: Input<'segment.list'>) {
  await findFile(ctx, params.file_id);
  const { min_duration: shortest, max_duration: longest } = query;
  let matching = ctx.db
    .selectFrom('segments')
    .selectAll()
    .where('file_id', '=', params.file_id)
    .where(isKept('segments'));
  if (query.start_time_after !== undefined)
    matching = matching.where('start_time', '>=', query.start_time_after);
  if (query.end_time_before !== undefined) matching = matching.where('end_time', '<=', query.end_time_before);
  if (shortest !== undefined)
    matching = matching.where((row) => row(row('end_time', '-', row.ref('start_time')), '>=', shortest));
  if (longest !== undefined)
    matching = matching.where((row) => row(row('end_time', '-', row.ref('start_time')), '<=', longest));
  const link = await linksFor(ctx);
  return listOf(matching.orderBy('start_time').orderBy('id'), query, (row) => segmentOf(row, link));
}

async function show(ctx: RequestContext, fileId: string, segmentId: string) {
  await findFile(ctx, fileId);
  const row = await ctx.db
    .selectFrom('segments')
    .selectAll()
    .where('id', '=', segmentId)
    .where('file_id', '=', fileId)
    .where(isKept('segments'))
    .executeTakeFirst();
  if (!row) throw notFound('segment', segmentId);
  return segmentOf(row, await linksFor(ctx));
}

async function update(ctx: RequestContext, { params, body }: Input<'segment.update'>) {
  await show(ctx, params.file_id, params.segment_id);
  await ctx.db
    .updateTable('segments')
    .set({ metadata: toJson(body.metadata) })
    .where('id', '=', params.segment_id)
    .where('file_id', '=', params.file_id)
    .execute();
  return show(ctx, params.file_id, params.segment_id);
}

async function thumbnails(
  ctx: RequestContext,
  column: 'file_id' | 'segmentation_id',
  id: string,
  query: QueryOf<'thumbnail.list'>,
) {
  const { segmentation_id } = query;
  let matching = ctx.db
    .selectFrom('thumbnails')
    .selectAll()
    .where(column, '=', id)
    .where('object_key', '<>', '')
    .where(isKept('thumbnails'));
  if (segmentation_id !== undefined) matching = matching.where('segmentation_id', '=', segmentation_id);
  if (query.type !== undefined) matching = matching.where('type', 'in', query.type);
  if (query.segment_ids !== undefined) matching = matching.where('segment_id', 'in', query.segment_ids);
  const link = await linksFor(ctx);
  return listOf(matching.orderBy('time').orderBy('id'), query, (row) => thumbnailOf(row, link));
}

type SegmentRow = Selectable<SegmentsTable>;

/** Finds a segment of this file of the account. @throws 404, also if the segment is another file's */
export async function findSegment(
  { db, accountId }: Viewer,
  fileId: string,
  segmentId: string,
): Promise<SegmentRow> {
  const row = await db
    .selectFrom('segments')
    .selectAll()
    .where('id', '=', segmentId)
    .where('file_id', '=', fileId)
    .where('account_id', '=', accountId)
    .where(isKept('segments'))
    .executeTakeFirst();
  if (!row) throw notFound(`file ${fileId}: segment`, segmentId);
  return row;
}
