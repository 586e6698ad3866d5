import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { FrameExtraction } from '../../../contract/index.ts';
import type { ServiceContext } from '../../context/context.ts';
import { badRequest, conflict, notFound } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import type { Link } from '../../links/links.ts';
import { fromJson } from '../../store/json.ts';
import type { FacesTable, Json, Trx } from '../../store/schema.ts';
import type { FileRow, Viewer } from '../common/lookup.ts';
import {
  checkFrames,
  DEFAULT_FRAMES,
  extractionOf,
  type FrameExtractionRow,
  type FullFrameConfig,
  findExtraction,
} from '../frames/rows.ts';
import type { FaceDetectionRow } from './outcomes.ts';

/** Object keys of what belongs to a detection. */
export const faceKeys = {
  prefix: (id: string) => `faces/${id}`,
  crop: (id: string, position: number) => `faces/${id}/${position}.jpg`,
};

interface Box {
  height: number;
  width: number;
  top: number;
  left: number;
}

/** The account's face detection. @throws 404 */
export async function findDetection({ db, accountId }: Viewer, id: string): Promise<FaceDetectionRow> {
  const row = await db
    .selectFrom('face_detections')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('face detection', id);
  return row;
}

/** The frames that faces are to be looked for in: an extraction there is, or what one is to be made by. */
export type WantedFrames =
  | { readonly extraction: FrameExtractionRow }
  | { readonly config: FrameExtraction['frame_extraction_config'] };

/**
 * Which frames of a file a request means; one a second when it says nothing.
 * @throws 400 for another file's extraction, for both ways at once and for what `checkFrames` refuses; 404 for an
 *   extraction that is none; 409 for a failed file or extraction
 */
export async function wantedFrames(
  ctx: RequestContext,
  file: FileRow,
  {
    frame_extraction_id: id,
    frame_extraction_config: config,
  }: {
    frame_extraction_id?: string | undefined;
    frame_extraction_config?: FrameExtraction['frame_extraction_config'] | undefined;
  },
): Promise<WantedFrames> {
  if (id === undefined) {
    checkFrames(file, config ?? DEFAULT_FRAMES);
    return { config: config ?? DEFAULT_FRAMES };
  }
  if (config !== undefined)
    throw badRequest('give one of the fields frame_extraction_id and frame_extraction_config, not both');
  const extraction = await findExtraction(ctx, id);
  checkFrames(file, fromJson<FullFrameConfig>(extraction.config));
  if (extraction.file_id !== file.id)
    throw badRequest(`frame extraction ${id} belongs to file ${extraction.file_id}, not to file ${file.id}`);
  if (extraction.status === 'failed')
    throw conflict(`frame extraction ${id} failed: ${extraction.error ?? 'no reason was noted'}`);
  return { extraction };
}

type Writer = Pick<ServiceContext, 'queue' | 'clock'>;
type OwnFile = Pick<FileRow, 'id' | 'account_id' | 'status'>;

/** Adds a detection. It starts when its frames are there. */
export async function insertDetection(
  ctx: Writer,
  trx: Trx,
  file: OwnFile,
  wanted: WantedFrames,
): Promise<FaceDetectionRow> {
  const extraction = await settledFrames(ctx, trx, file, wanted);
  const row: FaceDetectionRow = {
    id: randomUUID(),
    account_id: file.account_id,
    file_id: file.id,
    frame_extraction_id: extraction.id,
    status: 'pending',
    error: null,
    total_faces: null,
    created_at: ctx.clock(),
  };
  await trx.insertInto('face_detections').values(row).execute();
  if (extraction.status === 'completed')
    await ctx.queue.enqueue(trx, 'face-detect.run', { face_detection_id: row.id });
  return row;
}

/** The file's first detection in these frames that did not fail, or a new one: looked at once, used often. */
export async function sameDetection(
  ctx: Writer,
  trx: Trx,
  file: OwnFile,
  wanted: WantedFrames,
): Promise<FaceDetectionRow> {
  const extraction = await settledFrames(ctx, trx, file, wanted);
  const known = await trx
    .selectFrom('face_detections')
    .selectAll()
    .where('frame_extraction_id', '=', extraction.id)
    .where('status', '<>', 'failed')
    .orderBy('created_at')
    .executeTakeFirst();
  return known ?? insertDetection(ctx, trx, file, { extraction });
}

/** What was found before the transaction may have moved on, or be gone. */
async function settledFrames(
  ctx: Writer,
  trx: Trx,
  file: OwnFile,
  wanted: WantedFrames,
): Promise<FrameExtractionRow> {
  if ('config' in wanted) return extractionOf(ctx, trx, file, wanted.config);
  return findExtraction({ db: trx, accountId: file.account_id }, wanted.extraction.id);
}

/** A face as detections and matches show it. */
export function faceOf(
  row: { id: string; box: Json; frame_id: string; time: number; track_id: string },
  crop: string | undefined,
) {
  return {
    id: row.id,
    face_bounding_box: fromJson<Box>(row.box),
    frame_id: row.frame_id,
    timestamp: row.time,
    ...(crop === undefined ? {} : { thumbnail_url: crop }),
    track_id: row.track_id,
  };
}

/** One page of a detection's faces, in order of time. */
export async function facesOf(
  ctx: RequestContext,
  detectionId: string,
  page: { limit: number; offset: number },
  link: Link,
) {
  const rows: Omit<Selectable<FacesTable>, 'descriptor'>[] = await ctx.db
    .selectFrom('faces')
    .select([
      'id',
      'account_id',
      'face_detection_id',
      'position',
      'track_id',
      'frame_id',
      'time',
      'box',
      'score',
    ])
    .where('face_detection_id', '=', detectionId)
    .orderBy('position')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map((row) => faceOf(row, link(faceKeys.crop(detectionId, row.position))));
}
