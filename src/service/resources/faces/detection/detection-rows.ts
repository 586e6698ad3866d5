import { randomUUID } from 'node:crypto';
import type { EndContext } from '../../../jobs/lifecycle/lifecycle.ts';
import { isKept } from '../../../store/sql/deletions.ts';
import type { Trx } from '../../../store/sql/schema.ts';
import { makerName } from '../../../understanding/analysis/makers.ts';
import { FACES_MADE_BY } from '../../../understanding/modalities/faces/index.ts';
import type { FileRow } from '../../common/lookup.ts';
import { finderOf, type RowOf } from '../../common/rows.ts';
import { extractionOf, type FrameExtractionRow, findExtraction } from '../../frames/rows.ts';
import type { WantedFrames } from './wanted-frames.ts';

export type FaceDetectionRow = RowOf<'face_detections'>;

/** Finds the account's face detection. @throws 404 */
export const findDetection = finderOf('face_detections', 'face detection');

type Writer = Pick<EndContext, 'lifecycle' | 'clock'>;
type OwnFile = Pick<FileRow, 'id' | 'account_id'>;

/** Adds a detection. It starts when its frames are ready. */
export async function insertDetection(
  ctx: Writer,
  trx: Trx,
  file: OwnFile,
  wanted: WantedFrames,
): Promise<FaceDetectionRow> {
  const extraction = await getOrCreateFrames(ctx, trx, file, wanted);
  const row: FaceDetectionRow = {
    id: randomUUID(),
    account_id: file.account_id,
    file_id: file.id,
    frame_extraction_id: extraction.id,
    status: 'pending',
    error: null,
    total_faces: null,
    made_by: makerName(FACES_MADE_BY),
    created_at: ctx.clock(),
  };
  await trx.insertInto('face_detections').values(row).execute();
  await ctx.lifecycle.start(trx, 'face-detect.run', { face_detection_id: row.id });
  return row;
}

/** The file's first detection over these frames by what finds faces now that did not fail, or a new one. */
export async function sameDetection(
  ctx: Writer,
  trx: Trx,
  file: OwnFile,
  wanted: WantedFrames,
): Promise<FaceDetectionRow> {
  const extraction = await getOrCreateFrames(ctx, trx, file, wanted);
  const known = await trx
    .selectFrom('face_detections')
    .selectAll()
    .where('frame_extraction_id', '=', extraction.id)
    .where('status', '<>', 'failed')
    .where('made_by', '=', makerName(FACES_MADE_BY))
    .where(isKept('face_detections'))
    .orderBy('created_at')
    .executeTakeFirst();
  return known ?? insertDetection(ctx, trx, file, { extraction });
}

/** Rows read before the transaction may have changed or gone. */
async function getOrCreateFrames(
  ctx: Writer,
  trx: Trx,
  file: OwnFile,
  wanted: WantedFrames,
): Promise<FrameExtractionRow> {
  if ('config' in wanted) return extractionOf(ctx, trx, file, wanted.config);
  return findExtraction({ db: trx, accountId: file.account_id }, wanted.extraction.id);
}
