/**
 * Files in collections. A file and a collection come in; the job analyses it for the collection's type, indexes it,
 * and ends the row with an event. hear-again.ts starts it again when the file's speech changes.
 */

import { emit } from '../../events/outbox.ts';
import { failsItsRow, type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { indexCollectionFile, wordsOfCollectionFile } from '../../search/documents/documents.ts';
import { passagesIn, sourceOf } from '../../search/vectors/passages.ts';
import { removalOf } from '../../store/sql/deletions.ts';
import { isOpen } from '../../store/sql/expressions.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Trx } from '../../store/sql/schema.ts';
import { type ModalitiesResult, modalitiesFor } from '../../understanding/index.ts';
import { languageModel } from '../../understanding/models/language/model.ts';
import type { Structure } from '../../understanding/rules/structure/index.ts';
import { analyseFile, wholeFailure } from '../analysis/analyse-file.ts';
import { hasStructure, structureOfFile, writeStructure } from '../analysis/structure.ts';
import {
  type CollectionFileRow,
  type CollectionRow,
  collectionFileRow,
  type FileRow,
  type SegmentationRow,
  understandingConfig,
  vocabularyOf,
} from '../common/lookup.ts';
import { mediaFault } from '../common/media-fault.ts';
import type { Ended } from '../common/rows.ts';
import { type EncodedFile, encodeCollectionFile, isSearchedByMeaning } from '../passages/encode.ts';
import { writePassages } from '../passages/rows.ts';
import { waitForPictures } from '../pictures/next.ts';
import { collectionFileIds, collectionFileLifecycle, endCollectionFile } from './end.ts';
import { entitiesOfCollectionFile } from './extract-entities.ts';
import { facesOfCollectionFile } from './find-faces.ts';
import { checkHearing, hasSpeech } from './hear-again.ts';
import { keptMakers } from './kept-makers.ts';
import { keepProgress } from './progress.ts';
import { cannotJoin } from './rules.ts';

export interface Subject {
  readonly collectionFile: CollectionFileRow;
  readonly collection: CollectionRow;
  readonly file: FileRow;
  readonly segmentation: SegmentationRow | undefined;
}

/** Interval at which a collection file checks, in milliseconds; it is woken earlier by the end of the deletion. */
const WAIT_MS = 30_000;

/** Analyses a file for a collection and makes it searchable there. */
export const processCollectionFile: JobHandler<'collection-file.process'> = {
  rows: collectionFileLifecycle,
  async run(ctx, { collection_id, file_id }) {
    const collectionFile = await collectionFileRow(ctx.db, collection_id, file_id);
    if (!isOpen(collectionFile)) return;
    if (await removalOf(ctx.db, collectionFile))
      throw new RetryLater('what it left when it was removed is being deleted', WAIT_MS);
    const subject = await readSubject(ctx, collectionFile);
    const ended = endedAtOnce(subject);
    if (ended) return end(ctx, collectionFile, ended);
    await start(ctx, collectionFile);
    if (subject.collection.collection_type === 'face-analysis')
      return end(ctx, collectionFile, await facesOfCollectionFile(ctx, subject));
    if (subject.collection.collection_type === 'entities') return entitiesOfCollectionFile(ctx, subject);
    await makeSearchable(ctx, subject);
  },
  exhausted: failsItsRow('collection-file.process'),
};

async function readSubject(ctx: JobContext, collectionFile: CollectionFileRow): Promise<Subject> {
  const collection = await ctx.db
    .selectFrom('collections')
    .selectAll()
    .where('id', '=', collectionFile.collection_id)
    .executeTakeFirstOrThrow();
  const file = await ctx.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', collectionFile.file_id)
    .executeTakeFirstOrThrow();
  const segmentation = await ctx.db
    .selectFrom('segmentations')
    .selectAll()
    .where('id', '=', collectionFile.segmentation_id ?? '')
    .executeTakeFirst();
  return { collectionFile, collection, file, segmentation };
}

/** How a collection file ends that needs no analysis; undefined for all others. */
function endedAtOnce({ collection, file, segmentation }: Subject): Ended | undefined {
  const { collection_type: type } = collection;
  const refused = file.status === 'failed' ? `the file failed: ${file.error ?? ''}` : cannotJoin(type, file);
  if (refused !== undefined) return { status: 'failed', error: refused };
  // A still image has no segments and is analysed as a whole; a film that could not be segmented as requested is not.
  if (segmentation?.status === 'not_applicable' && file.media_type !== 'image')
    return { status: 'not_applicable', error: segmentation.error };
  return undefined;
}

async function start(ctx: JobContext, collectionFile: CollectionFileRow): Promise<void> {
  if (collectionFile.status !== 'pending') return;
  await ctx.write(async (trx) => {
    await trx
      .updateTable('collection_files')
      .set({
        status: 'processing',
        ...(collectionFile.searchable_status === null ? {} : { searchable_status: 'processing' as const }),
      })
      .where('collection_id', '=', collectionFile.collection_id)
      .where('file_id', '=', collectionFile.file_id)
      .execute();
    await emit(
      trx,
      ctx,
      'collection.file.job.processing',
      collectionFile.account_id,
      collectionFileIds(collectionFile),
    );
  });
}

async function end(ctx: JobContext, collectionFile: CollectionFileRow, ended: Ended): Promise<void> {
  await ctx.write(async (trx) => {
    await endCollectionFile(ctx, trx, collectionFile, ended);
  });
}

async function makeSearchable(ctx: JobContext, subject: Subject): Promise<void> {
  const { collectionFile, collection, file } = subject;
  let result: ModalitiesResult;
  let encoded: EncodedFile | null | undefined;
  let structure: Structure | undefined;
  try {
    result = await analyse(ctx, subject);
    if (isSearchedByMeaning(collection.collection_type))
      encoded = await encodeCollectionFile(ctx, file.id, passagesIn(sourceOf(result)));
    if (hasStructure(collection.collection_type))
      structure = await structureOfFile(ctx, file, result, encoded);
  } catch (error) {
    return end(ctx, collectionFile, { status: 'failed', error: mediaFault(ctx, error) });
  }
  const unheard = result.reports.find(({ modality }) => modality === 'speech')?.reason;
  if (unheard !== undefined && (await hasSpeech(ctx.db, collectionFile)))
    return end(ctx, collectionFile, { status: 'completed', error: keptSpeech(unheard) });
  const failure = wholeFailure(result);
  if (failure !== undefined) return end(ctx, collectionFile, { status: 'failed', error: failure });
  const toIndex = {
    account_id: collectionFile.account_id,
    collection_id: collection.id,
    collection_type: collection.collection_type,
    file,
    ownMetadata: fromJson<Record<string, unknown>>(collectionFile.metadata),
    segmentation_id: collectionFile.segmentation_id,
    result,
  };
  const words = await wordsOfCollectionFile(ctx, toIndex);
  await ctx.write(async (trx) => {
    await checkHearing(trx, file);
    const segments = await trx
      .selectFrom('segments')
      .select(['id', 'start_time as start', 'end_time as end'])
      .where('segmentation_id', '=', collectionFile.segmentation_id ?? '')
      .orderBy('position')
      .execute();
    await indexCollectionFile(trx, ctx.newId, { ...toIndex, segments }, words);
    if (encoded !== undefined) await writePassages(trx, collectionFile, encoded);
    if (structure) await writeStructure(trx, collectionFile, structure);
    if (isSearchedByMeaning(collection.collection_type)) await waitForPictures(ctx, trx, collectionFile);
    if (structure && (languageModel(ctx.config) || (await isOutlined(trx, collectionFile)))) {
      const { collection_id, file_id } = collectionFile;
      await ctx.queue.enqueue(trx, 'outline.write', { collection_id, file_id });
    }
    await endCollectionFile(ctx, trx, collectionFile, { status: 'completed', error: keptOf(result) });
  });
}

/** Which modalities of a file could not be made again, and kept their earlier results; null if none did. */
function keptOf({ reports }: ModalitiesResult): string | null {
  const kept = reports.filter((report) => report.kept !== undefined);
  if (kept.length === 0) return null;
  const named = kept.map(({ modality, kept: reason }) => `${modality} (${reason})`).join(', ');
  return `these could not be made again, and their earlier results are kept: ${named}`;
}

/** Whether a language model was asked for its chapters before: they stay while its lines are the same. */
async function isOutlined(trx: Trx, { collection_id, file_id }: CollectionFileRow): Promise<boolean> {
  const row = await trx
    .selectFrom('collection_file_structures')
    .select('outlined_by')
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .executeTakeFirst();
  return typeof row?.outlined_by === 'string';
}

/** What a second recognition that failed leaves as it was. */
function keptSpeech(reason: string): string {
  return `the speech could not be recognised again, and the earlier transcript is kept: ${reason}`;
}

async function analyse(
  ctx: JobContext,
  { collectionFile, collection, file }: Subject,
): Promise<ModalitiesResult> {
  const wanted = {
    collection_type: collection.collection_type,
    describe_config: understandingConfig(collection),
  };
  const progress = keepProgress(ctx, collectionFile);
  const { collection_type: type } = collection;
  const options = {
    // Moments may end at cuts; here they come out of the same visual pass.
    shots: hasStructure(type) || type === 'moments',
    vocabulary: vocabularyOf(collection),
    stays: await keptMakers(ctx, collectionFile, file),
    onProgress: progress.report,
  };
  try {
    return await analyseFile(ctx, file, modalitiesFor(wanted, file.media_type), options);
  } finally {
    await progress.stop();
  }
}
