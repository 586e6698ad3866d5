import { PICTURES } from '../../search/vectors/tables.ts';
import { insertAll } from '../../store/insert.ts';
import type { Db, Trx } from '../../store/schema.ts';
import type { FramePlace } from '../../understanding/pictures/index.ts';
import { type CollectionFileKey, insertBits, numbersFor } from '../passages/vector-rows.ts';

/** A frame with its vector as stored: see compact.ts. */
export interface EncodedFrame extends FramePlace {
  readonly vector: Uint8Array;
}

/** The frames of a file that have vectors of a model, in any of its collections. */
export async function framesBy(
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
export async function insertFrames(
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
