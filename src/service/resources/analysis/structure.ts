import { probe } from '../../../media/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { toJson } from '../../store/json.ts';
import type { Trx } from '../../store/schema.ts';
import type { ModalitiesResult } from '../../understanding/index.ts';
import { keepResult, keptResult, resultKey } from '../../understanding/results.ts';
import { type Structure, structureOf } from '../../understanding/structure/index.ts';
import type { CollectionFileRow, FileRow } from '../common/lookup.ts';
import { fileKeys } from '../files/keys.ts';
import { durationOf } from '../files/usable.ts';

/**
 * Builds the shots and chapters of a file after its modalities and shots were analysed. This happens during processing,
 * not on request: shots come out of the modalities' visual pass, and reading stays fast.
 * @throws MediaError if the file cannot be read
 */
export async function structureOfFile(
  ctx: JobContext,
  file: FileRow,
  result: ModalitiesResult,
): Promise<Structure> {
  const duration = durationOf(file);
  if (duration === null) return structureOf(result, { duration, marks: [] });
  return structureOf(result, { duration, marks: await marksOf(ctx, file) });
}

/** Start times of the media's own chapters, in seconds; cached by content. */
async function marksOf(ctx: JobContext, file: FileRow): Promise<readonly number[]> {
  const key = resultKey(file.content_hash, 'marks', { provider: 'container', settings: {} });
  const known = key && (await keptResult<number[]>(ctx, key));
  if (known) return known;
  const { ffmpeg, signal } = ctx;
  const { chapters } = await probe(await ctx.objects.path(fileKeys.original(file.id)), { ffmpeg, signal });
  const marks = chapters.map(({ start }) => start);
  if (key) await keepResult(ctx, key, marks);
  return marks;
}

/** Collection types whose descriptions can include shots and chapters. */
const WITH_STRUCTURE: readonly string[] = ['media-descriptions', 'rich-transcripts'];

/** Whether shots and chapters of a collection file can be requested. */
export function hasStructure(collectionType: string): boolean {
  return WITH_STRUCTURE.includes(collectionType);
}

/** Stores the shots and chapters of a collection file, replacing earlier ones. */
export async function writeStructure(
  trx: Trx,
  collectionFile: CollectionFileRow,
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
