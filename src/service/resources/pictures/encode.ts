import { messageOf } from '../../errors.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { compact, toBytes } from '../../search/vectors/compact.ts';
import { PICTURES } from '../../search/vectors/tables.ts';
import type { PictureEncoder } from '../../understanding/pictures/index.ts';
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
  const places = await placesIn(ctx.db, key);
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
  if (batch.length === 0) return finish(ctx, key, encoder.model);
  const pictures = await picturesAt(ctx, key.file_id, batch, encoder.form);
  if (!pictures) return finish(ctx, key, encoder.model);
  const frames = await encoded(ctx, encoder, key, batch, pictures);
  if (!frames) return 'failed';
  await ctx.write((trx) => insertFrames(trx, key, encoder.model, frames));
  return open.length > BATCH ? 'more' : finish(ctx, key, encoder.model);
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
    return batch.flatMap((place, at) => {
      const vector = vectors[at];
      return vector ? [{ ...place, vector: toBytes(compact(vector)) }] : [];
    });
  } catch (error) {
    ctx.signal.throwIfAborted();
    const { file_id } = key;
    ctx.log.warn('frames cannot be compared with words yet', { file_id, error: messageOf(error) });
    return undefined;
  }
}
