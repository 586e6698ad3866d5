import { randomUUID } from 'node:crypto';
import type { SegmentationConfig } from '../../../contract/index.ts';
import type { RequestContext } from '../../http/handler.ts';
import { OPEN } from '../../store/open-rows.ts';
import type { Trx } from '../../store/schema.ts';
import type { SegmentationRow } from '../common/lookup.ts';
import type { WantedSegmentation } from './wanted.ts';

/**
 * Adds a segmentation. It starts when the file is ready.
 * @param config as it was given; it is shown like that
 */
export async function insertSegmentation(
  ctx: RequestContext,
  trx: Trx,
  fileId: string,
  config: SegmentationConfig,
): Promise<SegmentationRow> {
  const row: SegmentationRow = {
    id: randomUUID(),
    account_id: ctx.accountId,
    file_id: fileId,
    status: 'pending',
    error: null,
    config: JSON.stringify(config),
    created_at: ctx.clock(),
  };
  await trx.insertInto('segmentations').values(row).execute();
  await ctx.waiting.start(trx, 'segmentation.process', { segmentation_id: row.id });
  return row;
}

/** The file's segmentation of exactly this configuration, if it has one that did not fail: cut once, used often. */
export async function sameSegmentation(
  trx: Trx,
  fileId: string,
  config: SegmentationConfig,
): Promise<SegmentationRow | undefined> {
  return trx
    .selectFrom('segmentations')
    .selectAll()
    .where('file_id', '=', fileId)
    .where('config', '=', JSON.stringify(config))
    .where('status', 'in', [...OPEN, 'completed'])
    .orderBy('created_at')
    .executeTakeFirst();
}

/** The segmentation that is wanted of a file, as it is inside this transaction: one there is, or a new one. */
export async function settleSegmentation(
  ctx: RequestContext,
  trx: Trx,
  fileId: string,
  wanted: WantedSegmentation,
): Promise<SegmentationRow | undefined> {
  if (!wanted) return undefined;
  if ('config' in wanted)
    return (
      (await sameSegmentation(trx, fileId, wanted.config)) ??
      insertSegmentation(ctx, trx, fileId, wanted.config)
    );
  // What was read before the transaction may have moved on.
  return trx.selectFrom('segmentations').selectAll().where('id', '=', wanted.row.id).executeTakeFirst();
}
