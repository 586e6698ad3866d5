import { randomUUID } from 'node:crypto';
import type { JobContext } from '../../jobs/handlers.ts';
import { faceKeys } from '../face-detection-rows.ts';
import type { FaceDetectionRow } from '../face-outcomes.ts';

/** A face that goes into a detection, with the picture of it. */
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

/** Faces are written in portions while they come: each holds a picture of 77 kB until it is encoded. */
export const PORTION = 100;

/** Writes a portion of faces: first their pictures, then their rows. */
export async function writeFaces(
  ctx: JobContext,
  { id, account_id }: FaceDetectionRow,
  faces: readonly NewFace[],
): Promise<void> {
  if (faces.length === 0) return;
  for (const { position, jpeg } of faces)
    if (jpeg) await ctx.objects.putBytes(faceKeys.crop(id, position), jpeg);
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.fence(trx);
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
