/**
 * Vectors of frames: collection files that wait come in (next.ts), some frames at a time are encoded and stored, and
 * those of other models are deleted once all are there.
 */

import { frameImages, MediaError, rawImages } from '../../../media/index.ts';
import { messageOf } from '../../errors.ts';
import { type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { compact, toBytes } from '../../search/vectors/compact.ts';
import { PICTURES } from '../../search/vectors/tables.ts';
import { insertAll } from '../../store/sql/insert.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Db, Trx } from '../../store/sql/schema.ts';
import { isMachineTrouble } from '../../trouble.ts';
import { noteSpeed } from '../../understanding/analysis/speeds.ts';
import { modalitiesFor } from '../../understanding/index.ts';
import {
  type FramePlace,
  framesOf,
  type PictureEncoder,
  type PictureForm,
  pictureEncoder,
} from '../../understanding/modalities/pictures/index.ts';
import type { Structure } from '../../understanding/rules/structure/index.ts';
import { collectionFileRow, durationOf, understandingConfig } from '../common/lookup.ts';
import { fileKeys } from '../files/keys.ts';
import { dropOthers } from '../passages/drop-others.ts';
import { type CollectionFileKey, insertBits, nameEncoder, numbersFor } from '../passages/vector-rows.ts';
import { nextToLookAt } from './next.ts';

/** Frames are decoded so much larger than they are read, for pictures of any shape. */
const LARGER = 2.5;

/** The frames that stand for a collection file. */
interface Places {
  /** None for sound, and where its collection describes no scenes. */
  readonly places: readonly FramePlace[];
  /** Seconds of media that a frame stands for, on average; an image counts as one second. */
  readonly each: number;
}

/** The frames of a collection file that are to have vectors. */
async function placesIn(db: Db, { collection_id, file_id }: CollectionFileKey): Promise<Places> {
  const row = await collectionFileRow(db, collection_id, file_id);
  const collection = await db
    .selectFrom('collections')
    .selectAll()
    .where('id', '=', collection_id)
    .executeTakeFirst();
  const file = await db
    .selectFrom('files')
    .select(['media_type', 'media_info'])
    .where('id', '=', file_id)
    .executeTakeFirst();
  if (!row || !collection || !file) return NONE;
  const { collection_type } = collection;
  const wanted = { collection_type, describe_config: understandingConfig(collection) };
  if (!modalitiesFor(wanted, file.media_type).includes('visual_scene_description')) return NONE;
  const duration = durationOf(file);
  const places = framesOf(await shotsOf(db, { collection_id, file_id }), duration);
  return { places, each: (duration ?? 1) / Math.max(1, places.length) };
}

const NONE: Places = { places: [], each: 0 };

async function shotsOf(
  db: Db,
  { collection_id, file_id }: Pick<CollectionFileKey, 'collection_id' | 'file_id'>,
): Promise<Structure['shots']> {
  const row = await db
    .selectFrom('collection_file_structures')
    .select('structure')
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .executeTakeFirst();
  return (row && fromJson<Structure>(row.structure)?.shots) ?? [];
}

type FrameContext = Pick<JobContext, 'db' | 'objects' | 'ffmpeg' | 'signal' | 'log'>;

/**
 * Frames of a film, or an image, as an encoder wants them: rgb24, in the order of their times in seconds.
 * @throws MediaError if they cannot be decoded
 */
export async function preparedFrames(
  { ffmpeg, signal }: Pick<FrameContext, 'ffmpeg' | 'signal'>,
  path: string,
  times: readonly number[],
  { size, fit }: PictureForm,
): Promise<Buffer[]> {
  const images = await frameImages(path, times, { ffmpeg, signal, maxWidth: Math.round(LARGER * size) });
  const jpegs = images.map(({ jpeg }) => jpeg);
  return rawImages(jpegs, { ffmpeg, signal, width: size, height: size, crop: fit === 'crop' });
}

/**
 * Frames of a file as an encoder wants them, rgb24, in the order of their places.
 * @returns undefined if they cannot be decoded
 */
async function picturesAt(
  ctx: FrameContext,
  fileId: string,
  places: readonly FramePlace[],
  form: PictureForm,
): Promise<Buffer[] | undefined> {
  const file = await ctx.objects.path(fileKeys.original(fileId));
  const times = places.map(({ time }) => time);
  try {
    return await preparedFrames(ctx, file, times, form);
  } catch (error) {
    ctx.signal.throwIfAborted();
    if (!(error instanceof MediaError) || isMachineTrouble(error)) throw error;
    ctx.log.warn('frames of a file cannot be found by what they show', {
      file_id: fileId,
      error: error.message,
      next: `vau describe redo ${fileId} --modality pictures`,
    });
    return undefined;
  }
}

/** A frame with its vector as stored: see compact.ts. */
interface EncodedFrame extends FramePlace {
  readonly vector: Uint8Array;
}

/** The frames of a file that have vectors of a model, in any of its collections. */
async function framesBy(
  db: Db,
  fileId: string,
  model: string,
): Promise<(EncodedFrame & { readonly collection_id: string })[]> {
  return db
    .selectFrom('pictures')
    .innerJoin('encoders', 'encoders.id', 'encoder')
    .select(['collection_id', 'start_time as start', 'end_time as end', 'frame_time as time', 'vector'])
    .where('file_id', '=', fileId)
    .where('model', '=', model)
    .execute();
}

/** Adds frames of a collection file in the caller's transaction. @param model the encoder of their vectors */
async function insertFrames(
  trx: Trx,
  key: CollectionFileKey,
  model: string,
  frames: readonly EncodedFrame[],
): Promise<void> {
  const [first] = frames;
  if (!first) return;
  // A byte for each number, after the scale.
  const made = { model, dimension: first.vector.length - 4 };
  const { encoder, ids } = await numbersFor(trx, PICTURES, made, frames.length);
  const { account_id, collection_id, file_id } = key;
  const rows = frames.map(({ start, end, time, vector }, at) => {
    const own = { start_time: start, end_time: end, frame_time: time, encoder, vector };
    return { id: ids[at] ?? 0, account_id, collection_id, file_id, ...own };
  });
  await insertAll(trx, 'pictures', rows);
  await insertBits(trx, PICTURES, key, rows);
}

/** Frames that are decoded, encoded and stored together: what a crash loses. */
const BATCH = 8;

/** What is left of a collection file: nothing, more frames, or all that the encoder does not take. */
type Left = 'nothing' | 'more' | 'failed';

/**
 * Encodes the next frames of a collection file. Those that it has are not encoded again, and those that the file has in
 * another collection are taken from there. Vectors of another encoder stay: searches go by them until all files have new
 * ones.
 */
export async function encodeFrames(
  ctx: JobContext,
  encoder: PictureEncoder,
  key: CollectionFileKey,
): Promise<Left> {
  const { places, each } = await placesIn(ctx.db, key);
  if (places.length === 0) return finish(ctx, key, '');
  const made = await framesBy(ctx.db, key.file_id, encoder.model);
  const own = new Set(made.filter((one) => one.collection_id === key.collection_id).map(({ time }) => time));
  const elsewhere = new Map(made.map((one) => [one.time, one]));
  const missing = places.filter(({ time }) => !own.has(time));
  const known = missing.flatMap((place) => {
    const vector = elsewhere.get(place.time)?.vector;
    return vector ? [{ ...place, vector }] : [];
  });
  if (known.length > 0) await ctx.write((trx) => insertFrames(trx, key, encoder.model, known));
  const open = missing.filter(({ time }) => !elsewhere.has(time));
  const batch = open.slice(0, BATCH);
  if (batch.length === 0) return finishWith(ctx, key, encoder.model, places);
  const pictures = await picturesAt(ctx, key.file_id, batch, encoder.form);
  if (!pictures) return finish(ctx, key, encoder.model);
  const began = ctx.clock();
  const frames = await encoded(ctx, encoder, key, batch, pictures);
  if (!frames) return 'failed';
  const took = { ms: ctx.clock() - began, seconds: each * batch.length };
  await ctx.write(async (trx) => {
    await insertFrames(trx, key, encoder.model, frames);
    await noteSpeed(trx, { analysis: 'pictures', made: encoder.model }, took);
  });
  return open.length > BATCH ? 'more' : finishWith(ctx, key, encoder.model, places);
}

/** A redo may have deleted frames since they were read. */
async function finishWith(
  ctx: JobContext,
  key: CollectionFileKey,
  model: string,
  places: readonly FramePlace[],
): Promise<Left> {
  return ctx.write(async (trx) => {
    const made = await framesBy(trx, key.file_id, model);
    const own = new Set(
      made.filter((one) => one.collection_id === key.collection_id).map(({ time }) => time),
    );
    if (places.some(({ time }) => !own.has(time))) return 'more';
    await nameEncoder(trx, PICTURES, key, model);
    return 'nothing';
  });
}

async function finish(ctx: JobContext, key: CollectionFileKey, model: string): Promise<Left> {
  await ctx.write((trx) => nameEncoder(trx, PICTURES, key, model));
  return 'nothing';
}

/** Undefined if the encoder fails. */
async function encoded(
  ctx: JobContext,
  encoder: PictureEncoder,
  key: CollectionFileKey,
  batch: readonly Omit<EncodedFrame, 'vector'>[],
  pictures: readonly Buffer[],
): Promise<EncodedFrame[] | undefined> {
  try {
    const vectors = await encoder.encodePictures(pictures, ctx.signal);
    if (vectors.length !== batch.length)
      throw new Error(`the picture encoder gave ${vectors.length} vectors for ${batch.length} frames`);
    return batch.map((place, at) => ({
      ...place,
      vector: toBytes(compact(vectors[at] ?? new Float32Array())),
    }));
  } catch (error) {
    ctx.signal.throwIfAborted();
    const { file_id } = key;
    ctx.log.warn('frames cannot be compared with words yet', { file_id, error: messageOf(error) });
    return undefined;
  }
}

/** Milliseconds before other jobs of its lane get a turn. */
const TURN_MS = 2_000;

/** Milliseconds until an encoder that fails is tried again. */
const FAILED_MS = 60_000;

/**
 * Encodes the frames of collection files that have no vectors, or those of another model, some frames at a time, while
 * searches go on by those that are complete; then deletes those of other models. After an interruption it goes on with the
 * frames that are left.
 */
export const encodePictures: JobHandler<'pictures.encode'> = {
  async run(ctx) {
    const encoder = pictureEncoder(ctx.config.dataDir);
    if (!encoder || encoder.problem !== undefined) return;
    const until = ctx.clock() + TURN_MS;
    for (;;) {
      ctx.signal.throwIfAborted();
      const next = await nextToLookAt(ctx.db, encoder.model);
      if (!next && !(await dropOthers(ctx, PICTURES, encoder.model))) return;
      if (next && (await encodeFrames(ctx, encoder, next)) === 'failed')
        throw new RetryLater('the picture encoder fails', FAILED_MS);
      if (ctx.clock() > until) throw new RetryLater('more frames are to be encoded', 0);
    }
  },
  /** The next sweep enqueues a new job. */
  exhausted: async () => undefined,
};
