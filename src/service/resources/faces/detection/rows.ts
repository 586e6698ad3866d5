import { randomUUID } from 'node:crypto';
import type { JobContext } from '../../../jobs/handlers.ts';
import { fromJson } from '../../../store/sql/json.ts';
import { fromBytes, type SeenBefore } from '../../../understanding/modalities/faces/index.ts';
import { faceKeys } from '../lifecycle.ts';
import type { FaceDetectionRow } from './detection-rows.ts';

/** A face to be added to a detection, with its picture. */
export interface NewFace {
  readonly position: number;
  readonly track_id: string;
  readonly frame_id: string;
  /** Seconds. */
  readonly time: number;
  /** JSON. */
  readonly box: string;
  readonly score: number;
  readonly descriptor: Uint8Array;
  readonly jpeg: Buffer | undefined;
}

/** Faces are written in portions along the way: each holds a picture of 77 kB until it is encoded. */
export const PORTION = 100;

/** Writes a portion of faces: first the pictures, then the rows. */
export async function writeFaces(
  ctx: JobContext,
  { id, account_id }: FaceDetectionRow,
  faces: readonly NewFace[],
): Promise<void> {
  if (faces.length === 0) return;
  for (const { position, jpeg } of faces)
    if (jpeg) await ctx.objects.putBytes(faceKeys.crop(id, position), jpeg);
  await ctx.write(async (trx) => {
    await trx
      .insertInto('faces')
      .values(
        faces.map(({ jpeg: _, ...face }) => ({
          ...face,
          id: randomUUID(),
          account_id,
          face_detection_id: id,
        })),
      )
      .execute();
  });
}

/** What an earlier attempt wrote: whole frames, up to the last one with faces. */
export interface FoundBefore {
  readonly total: number;
  /** Time of the last written frame in seconds; undefined if there is none. */
  readonly until: number | undefined;
  /** The faces of the last two frames. */
  readonly last: readonly SeenBefore[];
}

/** @param fps frame rate of its extraction */
export async function foundBefore(
  { db }: JobContext,
  { id }: FaceDetectionRow,
  fps: number,
): Promise<FoundBefore> {
  const { total, until } = await db
    .selectFrom('faces')
    .select((row) => [row.fn.countAll<number>().as('total'), row.fn.max<number | null>('time').as('until')])
    .where('face_detection_id', '=', id)
    .executeTakeFirstOrThrow();
  if (until === null) return { total: 0, until: undefined, last: [] };
  const faces = await db
    .selectFrom('faces')
    .select(['track_id', 'box', 'descriptor', 'time'])
    .where('face_detection_id', '=', id)
    .where('time', '>', until - 1.5 / fps)
    .execute();
  const last = faces.map(({ track_id, box, descriptor, time }) => ({
    id: track_id,
    box: fromJson<SeenBefore['box']>(box),
    descriptor: fromBytes(descriptor),
    framesAgo: Math.round((until - time) * fps),
  }));
  return { total, until, last };
}
