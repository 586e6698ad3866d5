import type { Collection } from '../../../contract/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import {
  type CollectionFileToIndex,
  indexCollectionFile,
  unindexCollectionFile,
  wordsOfCollectionFile,
  writeReports,
} from '../../search/documents/documents.ts';
import type { FilmWords } from '../../search/words/film-words.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import type { Trx } from '../../store/sql/schema.ts';
import type { ModalitiesResult } from '../../understanding/index.ts';
import type { Entities } from '../../understanding/rules/extraction/types.ts';
import type { Structure } from '../../understanding/rules/structure/index.ts';
import { structureOfFile, writeStructure } from '../analysis/structure.ts';
import type { CollectionFileRow, CollectionRow, FileRow } from '../common/lookup.ts';
import { vocabularyOf } from '../common/lookup.ts';
import { mediaFault } from '../common/media-fault.ts';
import { entitiesOf, type FoundEntities } from '../entities/extract.ts';
import { clearEntities, writeEntities } from '../entities/rows.ts';
import { endCollectionFile } from './end.ts';
import { checkHearing } from './hear-again.ts';
import { keptMakers } from './kept-makers.ts';
import { keepProgress } from './progress.ts';

interface Subject {
  readonly collectionFile: CollectionFileRow;
  readonly collection: CollectionRow;
  readonly file: FileRow;
}

/**
 * Extracts entities from a file for an entities collection and makes them searchable: one document for the file and one
 * per segment, depending on the collection's options.
 */
export async function entitiesOfCollectionFile(ctx: JobContext, subject: Subject): Promise<void> {
  const { collectionFile, collection, file } = subject;
  const config = fromJson<Pick<Collection, 'extract_config'>>(collection.config)?.extract_config ?? {};
  const progress = keepProgress(ctx, collectionFile);
  // Transcript mode does not analyse the picture.
  const shots = config.enable_transcript_mode !== true;
  let found: FoundEntities;
  let structure: Structure | undefined;
  try {
    const { segmentation_id } = collectionFile;
    found = await entitiesOf(ctx, {
      file,
      config,
      segmentation_id,
      shots,
      vocabulary: vocabularyOf(collection),
      stays: await keptMakers(ctx, collectionFile, file),
      onProgress: progress.report,
    });
    if (!('status' in found)) structure = await structureOfFile(ctx, file, found.analysed);
  } catch (error) {
    found = { status: 'failed', error: mediaFault(ctx, error) };
  } finally {
    await progress.stop();
  }
  const prepared = 'status' in found ? undefined : await prepare(ctx, subject, found);
  await ctx.write(async (trx) => {
    await checkHearing(trx, file);
    if (prepared) await index(ctx, trx, collectionFile, prepared);
    else await forget(trx, collectionFile, found.analysed);
    if (structure) await writeStructure(trx, collectionFile, structure);
    await endCollectionFile(
      ctx,
      trx,
      collectionFile,
      'status' in found ? { status: found.status, error: found.error } : { status: 'completed', error: null },
    );
  });
}

/** Removes entities extracted from older metadata. What was not heard or read stays known: it may be why there are none. */
async function forget(
  trx: Trx,
  collectionFile: CollectionFileRow,
  analysed: ModalitiesResult | undefined,
): Promise<void> {
  const { collection_id, file_id, account_id } = collectionFile;
  await unindexCollectionFile(trx, collection_id, file_id);
  if (analysed) await writeReports(trx, { collection_id, file_id, account_id }, analysed);
  await clearEntities(trx, { collection_id, file_id });
}

type Extracted = Exclude<FoundEntities, { status: string }>;

/** A collection file with its entities and analysed words, ready to write. */
interface Prepared {
  readonly toIndex: CollectionFileToIndex;
  readonly words: FilmWords;
  readonly extracted: Extracted['extracted'];
}

async function prepare(
  ctx: JobContext,
  { collectionFile, collection, file }: Subject,
  { extracted, analysed }: Extracted,
): Promise<Prepared> {
  const { account_id, collection_id, segmentation_id } = collectionFile;
  const toIndex = {
    account_id,
    collection_id,
    collection_type: collection.collection_type,
    file,
    segmentation_id,
    segments: (extracted.segments ?? []).map(({ segment }) => segment),
    result: analysed,
    entities: {
      file: extracted.file && wordsOf(extracted.file.entities),
      segments: extracted.segments?.map(({ entities }) => wordsOf(entities)),
    },
  };
  return { toIndex, words: await wordsOfCollectionFile(ctx, toIndex), extracted };
}

async function index(
  { newId }: Pick<JobContext, 'newId'>,
  trx: Trx,
  { collection_id, file_id, account_id }: CollectionFileRow,
  { toIndex, words, extracted }: Prepared,
): Promise<void> {
  await indexCollectionFile(trx, newId, toIndex, words);
  await writeEntities(trx, { collection_id, file_id }, { account_id, file_id }, extracted);
  await trx
    .insertInto('collection_file_modalities')
    .values({
      collection_id,
      file_id,
      account_id,
      modality: 'entities',
      provider: extracted.provider,
      settings: null,
      notes: toJson(extracted.notes),
      error: null,
    })
    .execute();
}

/** The entities' values, as searchable text. */
function wordsOf(entities: Entities): string {
  return leaves(entities).join('\n');
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}
