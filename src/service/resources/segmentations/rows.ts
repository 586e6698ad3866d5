import { randomUUID } from 'node:crypto';
import type { SegmentationConfig } from '../../../contract/index.ts';
import { emit } from '../../events/outbox.ts';
import type { RequestContext } from '../../http/handler.ts';
import { declareLifecycle, type EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import { isKept } from '../../store/sql/deletions.ts';
import type { Flag, Trx } from '../../store/sql/schema.ts';
import type { FileRow, SegmentationRow } from '../common/lookup.ts';
import { type Ended, rowOf } from '../common/rows.ts';
import type { SegmentationSpec } from './spec.ts';

/** What a new segmentation needs to know about its file. */
export type CutFile = Pick<FileRow, 'id' | 'enable_segment_thumbnails'>;

/** A segmentation to create: its configuration, with or without thumbnails. */
type NewSegmentation = Extract<SegmentationSpec, { config: SegmentationConfig }>;

/**
 * Adds a segmentation. It starts when the file is ready.
 * @param wanted its configuration as sent, which is also how it is shown
 */
export async function insertSegmentation(
  ctx: RequestContext,
  trx: Trx,
  file: CutFile,
  wanted: NewSegmentation,
): Promise<SegmentationRow> {
  const row: SegmentationRow = {
    id: randomUUID(),
    account_id: ctx.accountId,
    file_id: file.id,
    status: 'pending',
    error: null,
    config: JSON.stringify(wanted.config),
    segment_thumbnails: thumbnailsOf(file, wanted),
    created_at: ctx.clock(),
  };
  await trx.insertInto('segmentations').values(row).execute();
  await ctx.lifecycle.start(trx, 'segmentation.process', { segmentation_id: row.id });
  return row;
}

function thumbnailsOf(file: CutFile, { thumbnails }: NewSegmentation): Flag {
  return thumbnails === undefined ? file.enable_segment_thumbnails : thumbnails ? 1 : 0;
}

/** The file's segmentation with exactly these options that did not fail, if any. Segmentations are reused. */
async function sameSegmentation(
  trx: Trx,
  file: CutFile,
  wanted: NewSegmentation,
): Promise<SegmentationRow | undefined> {
  return trx
    .selectFrom('segmentations')
    .selectAll()
    .where('file_id', '=', file.id)
    .where('config', '=', JSON.stringify(wanted.config))
    .where('segment_thumbnails', '=', thumbnailsOf(file, wanted))
    .where('status', 'in', ['pending', 'processing', 'completed'])
    .where(isKept('segmentations'))
    .orderBy('created_at')
    .executeTakeFirst();
}

/** The requested segmentation of a file, inside this transaction: an existing one, or a new one. */
export async function getOrCreateSegmentation(
  ctx: RequestContext,
  trx: Trx,
  file: CutFile,
  wanted: SegmentationSpec,
): Promise<SegmentationRow | undefined> {
  if (!wanted) return undefined;
  if ('config' in wanted)
    return (await sameSegmentation(trx, file, wanted)) ?? insertSegmentation(ctx, trx, file, wanted);
  // A row read before the transaction may have changed.
  return rowOf(trx, 'segmentations', wanted.row.id);
}

/** Ends a segmentation; what waits for it starts, or fails with it. */
export async function endSegmentation(
  ctx: EndContext,
  trx: Trx,
  row: SegmentationRow,
  ended: Ended,
): Promise<void> {
  await trx.updateTable('segmentations').set(ended).where('id', '=', row.id).execute();
  const own = { segmentation_id: row.id };
  const event = ended.status === 'failed' ? 'segment.job.failed' : 'segment.job.completed';
  await emit(trx, ctx, event, row.account_id, { ...own, file_id: row.file_id, ...ended });
  if (ended.status === 'failed')
    await ctx.lifecycle.failed(trx, 'segmentation.process', own, `segmentation failed: ${ended.error}`);
  else await ctx.lifecycle.ended(trx, 'segmentation.process', own);
}

/** A segmentation waits for its file. */
export const segmentationLifecycle = declareLifecycle('segmentation.process', {
  table: 'segmentations',
  key: { segmentation_id: 'id' },
  waitsFor: { 'file.process': 'file_id' },
  file: 'file_id',
  work: 'cutting into segments',
  objects: { folder: 'segmentations' },
  fail: async (ctx, trx, { segmentation_id: id }, error) => {
    const row = await trx
      .selectFrom('segmentations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await endSegmentation(ctx, trx, row, { status: 'failed', error });
  },
});
