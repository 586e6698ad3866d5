import type { JobContext } from '../../jobs/handlers.ts';
import { FACTS, type PassageSource, passagesIn } from '../../search/vectors/passages.ts';
import { byNone, byOthers, encodedFile } from '../../search/vectors/serving.ts';
import { PASSAGES } from '../../search/vectors/tables.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';
import { noteSpeed } from '../../understanding/analysis/speeds.ts';
import type { SpeechLine } from '../../understanding/modalities/lines.ts';
import { encoderFor } from '../../understanding/models/embeddings/index.ts';
import { durationOf } from '../common/lookup.ts';
import { hasOthers } from './drop-others.ts';
import { encodeCollectionFile } from './encode.ts';
import { isUnmeasured } from './measure-encoder.ts';
import { writePassages } from './rows.ts';
import { type CollectionFileKey, nameEncoder } from './vector-rows.ts';

/** The next collection file without vectors of this model; undefined if there is none. */
export async function nextToEncode(db: Db, model: string): Promise<CollectionFileKey | undefined> {
  return (await encodedFile(db, byNone(PASSAGES))) ?? encodedFile(db, byOthers(PASSAGES, model));
}

/** Whether there is an encoder, and collection files wait for its vectors, it is not measured, or those of others are left over. */
export async function isUnencoded({ db, config }: Pick<JobContext, 'db' | 'config'>): Promise<boolean> {
  const encoder = encoderFor(config);
  if (!encoder || encoder.problem !== undefined) return false;
  if ((await nextToEncode(db, encoder.model)) !== undefined) return true;
  return (await isUnmeasured(db, encoder)) || hasOthers(db, PASSAGES, encoder.model);
}

/**
 * Computes the vectors of a collection file from its stored lines. Those of another encoder stay: searches go by them until
 * all files have new ones.
 * @returns false if the encoder fails
 */
export async function encodeAgain(ctx: JobContext, key: CollectionFileKey): Promise<boolean> {
  const encoder = encoderFor(ctx.config);
  if (encoder && (await hasVectors(ctx.db, key, encoder.model))) {
    await ctx.write(async (trx) => {
      // A redo may have deleted them meanwhile.
      if (await hasVectors(trx, key, encoder.model)) await nameEncoder(trx, PASSAGES, key, encoder.model);
    });
    return true;
  }
  const passages = passagesIn(await storedSource(ctx.db, key));
  const began = ctx.clock();
  const encoded = await encodeCollectionFile(ctx, key.file_id, passages);
  if (!encoded) return false;
  const took = { ms: ctx.clock() - began, seconds: await secondsOf(ctx.db, key.file_id) };
  await ctx.write(async (trx) => {
    await noteSpeed(trx, { analysis: 'meaning', made: encoded.model }, took);
    await writePassages(trx, key, encoded);
  });
  return true;
}

/** Whether the vectors of this encoder are there already: they were kept while another was tried. */
async function hasVectors(
  db: Db,
  { collection_id, file_id }: CollectionFileKey,
  model: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('passages')
    .innerJoin('encoders', 'encoders.id', 'encoder')
    .select('passages.id')
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .where('model', '=', model)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function secondsOf(db: Db, fileId: string): Promise<number> {
  const file = await db.selectFrom('files').select('media_info').where('id', '=', fileId).executeTakeFirst();
  return (file && durationOf(file)) ?? 0;
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
