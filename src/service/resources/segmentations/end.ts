import { MediaError } from '../../../media/index.ts';
import { messageOf } from '../../errors.ts';
import { emit } from '../../events/outbox.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import type { Trx } from '../../store/schema.ts';
import type { CollectionFileRow, FileRow, SegmentationRow } from '../common/lookup.ts';
import { failDescribes, startDescribes } from '../describes/outcomes.ts';
import { failExtractions, startExtractions } from '../extracts/outcomes.ts';
import { failFrames } from '../faces/outcomes.ts';

/** How a row left processing. */
export type Ended =
  | { status: 'completed' | 'not_applicable'; error: string | null }
  | { status: 'failed'; error: string };

const OPEN = ['pending', 'processing'] as const;

/**
 * What the media itself is to blame for, as a sentence; anything else is thrown on, to be tried again.
 * The name of our own copy says nothing to a person and is taken off.
 */
export function blameMedia(ctx: JobContext, error: unknown): string {
  ctx.signal.throwIfAborted();
  if (!(error instanceof MediaError) || !MEDIA_FAULTS.has(error.code)) throw error;
  return messageOf(error).replace(/^original: /, '');
}

const MEDIA_FAULTS: ReadonlySet<string> = new Set(['unreadable', 'unsupported', 'time-limit', 'size-limit']);

/** Marks a file failed, and with it everything that waits for it. */
export async function failFile(ctx: JobContext, trx: Trx, file: FileRow, reason: string): Promise<void> {
  await trx.updateTable('files').set({ status: 'failed', error: reason }).where('id', '=', file.id).execute();
  await emit(
    trx,
    'file.job.failed',
    file.account_id,
    { id: file.id, object: 'file', error: reason },
    ctx.clock(),
  );
  const waiting = await trx
    .selectFrom('segmentations')
    .selectAll()
    .where('file_id', '=', file.id)
    .where('status', 'in', OPEN)
    .execute();
  const why = `the file failed: ${reason}`;
  // Before the segmentations they wait for, so that the reason is told once.
  await failDescribes(ctx, trx, { file_id: file.id }, why);
  await failExtractions(ctx, trx, { file_id: file.id }, why);
  for (const row of waiting) await endSegmentation(ctx, trx, row, { status: 'failed', error: why });
  await failFrames(ctx, trx, file.id, why);
  const collectionFiles = await trx
    .selectFrom('collection_files')
    .selectAll()
    .where('file_id', '=', file.id)
    .where('status', 'in', OPEN)
    .execute();
  for (const collectionFile of collectionFiles)
    await endCollectionFile(ctx, trx, collectionFile, { status: 'failed', error: why });
}

/** Ends a segmentation; collection files that wait for it go on, or fail with it. */
export async function endSegmentation(
  ctx: JobContext,
  trx: Trx,
  row: SegmentationRow,
  ended: Ended,
): Promise<void> {
  await trx.updateTable('segmentations').set(ended).where('id', '=', row.id).execute();
  const event = ended.status === 'failed' ? 'segment.job.failed' : 'segment.job.completed';
  const payload = { segmentation_id: row.id, file_id: row.file_id, ...ended };
  await emit(trx, event, row.account_id, payload, ctx.clock());
  const why = `segmentation failed: ${ended.error}`;
  const own = { segmentation_id: row.id };
  if (ended.status === 'failed') {
    await failDescribes(ctx, trx, own, why);
    await failExtractions(ctx, trx, own, why);
  } else {
    await startDescribes(ctx, trx, own);
    await startExtractions(ctx, trx, own);
  }
  const collectionFiles = await trx
    .selectFrom('collection_files')
    .selectAll()
    .where('segmentation_id', '=', row.id)
    .where('status', 'in', OPEN)
    .execute();
  for (const collectionFile of collectionFiles) {
    if (ended.status === 'failed')
      await endCollectionFile(ctx, trx, collectionFile, { status: 'failed', error: why });
    else await startMember(ctx, trx, collectionFile);
  }
}

/** Ends a membership's processing. */
export async function endCollectionFile(
  ctx: JobContext,
  trx: Trx,
  collectionFile: CollectionFileRow,
  ended: Ended,
): Promise<void> {
  const searchable = ended.status === 'completed' ? 'completed' : 'failed';
  await trx
    .updateTable('collection_files')
    .set({
      ...ended,
      progress: null,
      ...(collectionFile.searchable_status === null ? {} : { searchable_status: searchable }),
    })
    .where('collection_id', '=', collectionFile.collection_id)
    .where('file_id', '=', collectionFile.file_id)
    .execute();
  const event = ended.status === 'failed' ? 'collection.file.job.failed' : 'collection.file.job.completed';
  await emit(
    trx,
    event,
    collectionFile.account_id,
    { ...collectionFileIds(collectionFile), ...ended },
    ctx.clock(),
  );
}

/** What events about a membership carry. */
export function collectionFileIds(collectionFile: CollectionFileRow): {
  collection_id: string;
  file_id: string;
  object: string;
} {
  return {
    collection_id: collectionFile.collection_id,
    file_id: collectionFile.file_id,
    object: 'collection_file',
  };
}

/** Starts a membership's job. One that waits for its next look starts now, one that runs is run once more after its end. */
export async function startMember(
  ctx: JobContext,
  trx: Trx,
  collectionFile: CollectionFileRow,
): Promise<void> {
  const payload = { collection_id: collectionFile.collection_id, file_id: collectionFile.file_id };
  await ctx.queue.enqueue(trx, 'member.process', payload);
}
