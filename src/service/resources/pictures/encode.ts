import { messageOf } from '../../errors.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { compact, toBytes } from '../../search/vectors/compact.ts';
import { PICTURES } from '../../search/vectors/tables.ts';
import type { FramePlace, PictureEncoder } from '../../understanding/pictures/index.ts';
import { noteSpeed } from '../../understanding/speeds.ts';
import { type CollectionFileKey, nameEncoder } from '../passages/vector-rows.ts';
import { picturesAt, placesIn } from './frames.ts';
import { type EncodedFrame, framesBy, insertFrames } from './rows.ts';

/** Frames that are decoded, encoded and stored together: what a crash loses. */
const BATCH = 8;

/** What is left of a collection file: nothing, more frames, or all that the encoder does not take. */
export type Left = 'nothing' | 'more' | 'failed';

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
