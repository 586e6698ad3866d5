/**
 * What collection files, describe and extract jobs share when they analyse a file: its modalities, reused where they
 * are stored (analyse-file.ts), and from them shots, chapters, title and summary.
 */

import { probe } from '../../../media/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { expand, fromBytes } from '../../search/vectors/compact.ts';
import { toJson } from '../../store/sql/json.ts';
import type { Trx } from '../../store/sql/schema.ts';
import type { ModalitiesResult } from '../../understanding/index.ts';
import { keepResult, keptResult, resultKey } from '../../understanding/modalities/results.ts';
import type { TextVectors } from '../../understanding/rules/digest/index.ts';
import { type MediaFacts, type Structure, structureOf } from '../../understanding/rules/structure/index.ts';

import { type CollectionFileRow, durationOf, type FileRow } from '../common/lookup.ts';
import { fileKeys } from '../files/keys.ts';
import type { EncodedFile } from '../passages/encode.ts';

/**
 * Builds the shots, chapters, title and summary of a file after its modalities and shots were analysed. This happens
 * during processing, not on request: shots come out of the modalities' visual pass, and reading stays fast.
 * @param encoded the file's passages with their vectors; without them, sentences are compared by their words
 * @throws MediaError if the file cannot be read
 */
export async function structureOfFile(
  ctx: JobContext,
  file: FileRow,
  result: ModalitiesResult,
  encoded?: EncodedFile | null,
): Promise<Structure> {
  const duration = durationOf(file);
  const facts = duration === null ? { title: null, marks: [] } : await factsOf(ctx, file);
  return structureOf(result, { duration, ...facts }, encoded ? vectorsIn(encoded) : undefined);
}

function vectorsIn({ passages }: EncodedFile): TextVectors {
  return new Map(passages.map(({ text, vector }) => [text, expand(fromBytes(vector))]));
}

/** The media's own title and chapters; cached by content. */
export async function factsOf(ctx: JobContext, file: FileRow): Promise<Omit<MediaFacts, 'duration'>> {
  const key = resultKey(file.content_hash, 'marks', { provider: 'container', settings: { version: 2 } });
  const known = key && (await keptResult<Omit<MediaFacts, 'duration'>>(ctx, key));
  if (known) return known;
  const { ffmpeg, signal } = ctx;
  const { chapters, tags } = await probe(await ctx.objects.path(fileKeys.original(file.id)), {
    ffmpeg,
    signal,
  });
  const marks = chapters.map(({ start, title }) => ({ start, title }));
  const facts = { title: tags.title ?? null, marks };
  if (key) await keepResult(ctx, key, facts);
  return facts;
}

/** Collection types whose descriptions can include shots and chapters. */
const WITH_STRUCTURE: readonly string[] = ['media-descriptions', 'rich-transcripts'];

/** Whether shots and chapters of a collection file can be requested. */
export function hasStructure(collectionType: string): boolean {
  return WITH_STRUCTURE.includes(collectionType);
}

/** Stores the structure of a collection file, replacing earlier ones. */
export async function writeStructure(
  trx: Trx,
  collectionFile: Pick<CollectionFileRow, 'collection_id' | 'file_id' | 'account_id'>,
  structure: Structure,
): Promise<void> {
  const { collection_id, file_id, account_id } = collectionFile;
  const row = { collection_id, file_id, account_id, structure: toJson(structure) };
  await trx
    .insertInto('collection_file_structures')
    .values(row)
    .onConflict((clash) =>
      clash.columns(['collection_id', 'file_id']).doUpdateSet({ structure: row.structure }),
    )
    .execute();
}
