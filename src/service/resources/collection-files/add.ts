import { searchableTypes } from '../../../contract/index.ts';
import { conflict } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import { noteReplacement } from '../../store/deletions.ts';
import { fromJson, toJson } from '../../store/json.ts';
import type { Trx } from '../../store/schema.ts';
import { type CollectionFileRow, type CollectionRow, collectionFileRow, withFile } from '../common/lookup.ts';
import { rowOf } from '../common/rows.ts';
import { settleSegmentation } from '../segmentations/rows.ts';
import type { WantedSegmentation } from '../segmentations/wanted.ts';

interface Wanted {
  readonly segmentation: WantedSegmentation;
  /** Whether the caller named a segmentation; if not, the collection's default applies. */
  readonly named: boolean;
  readonly metadata: Record<string, unknown> | undefined;
}

/**
 * Adds a file to a collection. A file that is already there with the same options stays as it is, so that pipelines can
 * repeat themselves. If it or one of its modalities failed, it is retried, with stored results reused.
 * @throws 409 if the file is in the collection with another segmentation
 */
export function addCollectionFile(
  ctx: RequestContext,
  collection: CollectionRow,
  fileId: string,
  wanted: Wanted,
): Promise<void> {
  return withFile(ctx, fileId, async (trx, file) => {
    if (wanted.metadata) await mergeMetadata(trx, fileId, file.metadata, wanted.metadata);
    const known = await collectionFileRow(trx, collection.id, fileId);
    const settled = known !== undefined && known.status !== 'failed';
    const stays = settled && !wanted.metadata && !(await lacksModality(trx, known));
    if (stays && !wanted.named) return;
    const segmentation =
      settled && !wanted.named
        ? // It may have changed since.
          await rowOf(trx, 'segmentations', known.segmentation_id)
        : await settleSegmentation(ctx, trx, file, wanted.segmentation);
    if (settled && known.segmentation_id !== (segmentation?.id ?? null))
      throw conflict(
        `file ${fileId} is already in collection ${collection.id} with another segmentation; remove it from the collection first`,
      );
    if (stays) return;
    await write(ctx, trx, collection, fileId, segmentation?.id ?? null, wanted, known);
    await ctx.waiting.start(trx, 'collection-file.process', {
      collection_id: collection.id,
      file_id: fileId,
    });
  });
}

/** Whether a completed collection file has a failed modality: an endpoint that was down may be back. */
async function lacksModality(
  trx: Trx,
  { collection_id, file_id, status }: CollectionFileRow,
): Promise<boolean> {
  if (status !== 'completed') return false;
  const failed = await trx
    .selectFrom('collection_file_modalities')
    .select('modality')
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .where('error', 'is not', null)
    .executeTakeFirst();
  return failed !== undefined;
}

async function write(
  ctx: RequestContext,
  trx: Trx,
  collection: CollectionRow,
  fileId: string,
  segmentationId: string | null,
  { metadata }: Wanted,
  known: CollectionFileRow | undefined,
): Promise<void> {
  const state = {
    status: 'pending' as const,
    searchable_status: searchableTypes.includes(collection.collection_type) ? ('pending' as const) : null,
    segmentation_id: segmentationId,
    metadata: toJson(metadata) ?? known?.metadata ?? null,
    error: null,
  };
  const ids = { collection_id: collection.id, file_id: fileId };
  const anew = { added_at: ctx.clock(), progress: null, face_detection_id: null, ...state };
  if (!known) await noteReplacement(trx, ids);
  await trx
    .insertInto('collection_files')
    .values({ ...ids, account_id: ctx.accountId, ...anew })
    // Without a known one, the row is of a file that was removed and is still being deleted.
    .onConflict((clash) => clash.columns(['collection_id', 'file_id']).doUpdateSet(known ? state : anew))
    .execute();
}

async function mergeMetadata(
  trx: Trx,
  fileId: string,
  before: string | null,
  more: Record<string, unknown>,
): Promise<void> {
  const merged = { ...fromJson<Record<string, unknown>>(before), ...more };
  await trx
    .updateTable('files')
    .set({ metadata: toJson(merged) })
    .where('id', '=', fileId)
    .execute();
}
