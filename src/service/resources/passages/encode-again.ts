import type { SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { JobContext } from '../../jobs/handlers.ts';
import { FACTS, type PassageSource, passagesIn } from '../../search/vectors/passages.ts';
import { isKept } from '../../store/deletions.ts';
import { fromJson } from '../../store/json.ts';
import type { Db } from '../../store/schema.ts';
import { encoderFor } from '../../understanding/embeddings/index.ts';
import type { SpeechLine } from '../../understanding/lines.ts';
import { encodeCollectionFile } from './encode.ts';
import { type CollectionFileKey, writePassages } from './rows.ts';

/** The next collection file without vectors of this model; undefined if there is none. */
export async function nextToEncode(db: Db, model: string): Promise<CollectionFileKey | undefined> {
  // Each is a range of an index.
  const waiting = sql<SqlBool>`encoded_by is null`;
  const ofOthers = sql<SqlBool>`(encoded_by > '' and encoded_by < ${model} or encoded_by > ${model})`;
  for (const condition of [waiting, ofOthers]) {
    const found = await db
      .selectFrom('collection_files')
      .select(['account_id', 'collection_id', 'file_id'])
      .where(condition)
      .where('status', '=', 'completed')
      .where(isKept('collection_files'))
      .limit(1)
      .executeTakeFirst();
    if (found) return found;
  }
  return undefined;
}

/** Whether collection files wait for their vectors, and there is an encoder. */
export async function isUnencoded({ db, config }: Pick<JobContext, 'db' | 'config'>): Promise<boolean> {
  const encoder = encoderFor(config);
  return encoder !== undefined && (await nextToEncode(db, encoder.model)) !== undefined;
}

/**
 * Computes the vectors of a collection file from its stored lines.
 * @returns false if the encoder fails
 */
export async function encodeAgain(ctx: JobContext, key: CollectionFileKey): Promise<boolean> {
  const source = await storedSource(ctx.db, key);
  const encoded = await encodeCollectionFile(ctx, key.file_id, passagesIn(source));
  if (!encoded) return false;
  await ctx.write(async (trx) => {
    await trx
      .deleteFrom('passages')
      .where('collection_id', '=', key.collection_id)
      .where('file_id', '=', key.file_id)
      .execute();
    await writePassages(trx, key, encoded);
  });
  return true;
}

async function storedSource(db: Db, { collection_id, file_id }: CollectionFileKey): Promise<PassageSource> {
  const rows = await db
    .selectFrom('modality_lines')
    .select(['modality', 'text', 'start_time as start', 'end_time as end', 'speaker', 'words'])
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .orderBy('modality')
    .orderBy('position')
    .execute();
  const scenes = await db
    .selectFrom('collection_file_modalities')
    .select('provider')
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .where('modality', '=', 'visual_scene_description')
    .executeTakeFirst();
  const of = (modality: string) => rows.filter((row) => row.modality === modality);
  const speech = of('speech').map(({ text, start, end, speaker, words }): SpeechLine => {
    const timed = fromJson<SpeechLine['words']>(words);
    return { text, start, end, ...(speaker !== null && { speaker }), ...(timed && { words: timed }) };
  });
  const described = scenes?.provider === FACTS ? [] : of('visual_scene_description');
  return { speech, scene_text: of('scene_text'), visual_scene_description: described };
}
