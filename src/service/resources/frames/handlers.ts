import { type FrameExtraction, limits } from '../../../contract/index.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Trx } from '../../store/sql/schema.ts';
import { pageHead, rowsPage } from '../common/lists/lists.ts';
import { findFile, withFile } from '../common/lookup.ts';
import type { Resource } from '../common/resource.ts';
import { removeRow } from '../deletions/remove.ts';
import type { FullFrameConfig } from './config.ts';
import { extractFrames, frameKeys } from './job.ts';
import { extractionOf, type FrameExtractionRow, findExtraction } from './rows.ts';
import { checkFrames } from './rules.ts';

type FrameIds = 'frames.create' | 'frames.list' | 'frames.get' | 'frames.delete';

/** Frames extracted from files at even intervals. */
export const frames: Resource<FrameIds, 'frames.extract'> = {
  handlers: {
    'frames.create': create,
    'frames.list': list,
    'frames.get': async (ctx, { params, query }) =>
      show(ctx, await findExtraction(ctx, params.frame_extraction_id), query),
    'frames.delete': remove,
  },
  jobs: { 'frames.extract': extractFrames },
};

/** Page of frames in the response to a new request, which may be completed already. */
const FIRST_PAGE = { limit: limits.pageDefault, offset: 0 };

async function create(ctx: RequestContext, { params, body }: Input<'frames.create'>) {
  checkFrames(await findFile(ctx, params.file_id), body);
  const row = await withFile(ctx, params.file_id, (trx, file) => extractionOf(ctx, trx, file, body));
  return show(ctx, row, FIRST_PAGE);
}

async function list(ctx: RequestContext, { params, query }: Input<'frames.list'>) {
  await findFile(ctx, params.file_id);
  return rowsPage(ctx.db, 'frame_extractions', { file_id: params.file_id }, query, headOf);
}

/** An extraction with one page of its frames once it is completed. */
async function show(ctx: RequestContext, row: FrameExtractionRow, page: { limit: number; offset: number }) {
  if (row.status !== 'completed') return headOf(row);
  const rows = await ctx.db
    .selectFrom('thumbnails')
    .select(['id', 'time', 'object_key'])
    .where('frame_extraction_id', '=', row.id)
    .orderBy('time')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const link = await linksFor(ctx);
  const frames = rows.map(({ id, time, object_key }) => ({
    id,
    timestamp: time,
    ...(object_key === '' ? {} : { thumbnail_url: link(object_key) }),
  }));
  return { ...headOf(row), data: { ...pageHead(row.frame_count ?? 0, page), frames } };
}

function headOf(row: FrameExtractionRow): FrameExtraction {
  return {
    frame_extraction_id: row.id,
    status: row.status,
    created_at: row.created_at,
    file_id: row.file_id,
    frame_extraction_config: fromJson<FullFrameConfig>(row.config),
    ...(row.frame_count === null ? {} : { frame_count: row.frame_count }),
    ...(row.error === null ? {} : { error: row.error }),
  };
}

/** Faces detected in the frames stay. */
async function remove(ctx: RequestContext, { params }: Input<'frames.delete'>) {
  const { id } = await findExtraction(ctx, params.frame_extraction_id);
  await removeRow(ctx, {
    ...({ table: 'frame_extractions', id, kind: 'frames.extract' } as const),
    payload: { frame_extraction_id: id },
    reason: 'its frame extraction was deleted',
    prefix: frameKeys.prefix(id),
    before: (trx) => freeConfig(trx, id),
  });
  return { id };
}

/** The same frames may be asked for again at once; a file has one extraction for each configuration. */
async function freeConfig(trx: Trx, id: string): Promise<void> {
  const config = JSON.stringify({ deleted: id });
  await trx.updateTable('frame_extractions').set({ config }).where('id', '=', id).execute();
}
