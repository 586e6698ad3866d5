import type { FaceDetectJob, FileFaces } from '../../../../contract/index.ts';
import { badRequest } from '../../../errors.ts';
import type { Input, RequestContext } from '../../../http/handler.ts';
import { linksFor } from '../../../links/links.ts';
import { pageHead, rowsPage } from '../../common/lists/lists.ts';
import { findCollection, findCollectionFile, findFile, withFile } from '../../common/lookup.ts';
import type { Resource } from '../../common/resource.ts';
import { refuseWhileUsed, removeRow } from '../../deletions/remove.ts';
import { fileNamed } from '../../files/sync.ts';
import { faceKeys } from '../lifecycle.ts';
import { facesOf } from '../present.ts';
import { detectFaces } from './detection-job.ts';
import { type FaceDetectionRow, findDetection, insertDetection } from './detection-rows.ts';
import { wantedFrames } from './wanted-frames.ts';

type FaceDetectIds = `face-detect.${'create' | 'list' | 'get' | 'delete'}` | 'face-detection.list';

/** Faces detected in media, and in the collection files of face-analysis collections. */
export const faceDetections: Resource<FaceDetectIds, 'face-detect.run'> = {
  handlers: {
    'face-detect.create': create,
    'face-detect.list': list,
    'face-detect.get': async (ctx, { params, query }) =>
      show(ctx, await findDetection(ctx, params.face_detection_id), query),
    'face-detect.delete': remove,
    'face-detection.list': listOfCollectionFile,
  },
  jobs: { 'face-detect.run': detectFaces },
};

async function create(ctx: RequestContext, { body }: Input<'face-detect.create'>): Promise<FaceDetectJob> {
  const file = await findFile(ctx, await fileNamed(ctx, body.url));
  const wanted = await wantedFrames(ctx, file, body);
  const row = await withFile(ctx, file.id, (trx, now) => insertDetection(ctx, trx, now, wanted));
  return headOf(row);
}

async function list(ctx: RequestContext, { query }: Input<'face-detect.list'>) {
  const own = { account_id: ctx.accountId, status: query.status };
  return rowsPage(ctx.db, 'face_detections', own, query, (row) => {
    const { face_detection_id: job_id, ...head } = headOf(row);
    return { job_id, ...head, ...(row.total_faces === null ? {} : { total_faces: row.total_faces }) };
  });
}

/** A detection with one page of its faces once it is completed. */
async function show(
  ctx: RequestContext,
  row: FaceDetectionRow,
  page: { limit: number; offset: number },
): Promise<FaceDetectJob> {
  if (row.status !== 'completed') return headOf(row);
  const faces = await facesOf(ctx, row.id, page, await linksFor(ctx));
  return { ...headOf(row), data: { ...pageHead(row.total_faces ?? 0, page), faces } };
}

function headOf(row: FaceDetectionRow): FaceDetectJob {
  return {
    face_detection_id: row.id,
    status: row.status,
    created_at: row.created_at,
    ...(row.frame_extraction_id === null ? {} : { frame_extraction_id: row.frame_extraction_id }),
    file_id: row.file_id,
    ...(row.error === null ? {} : { error: row.error }),
  };
}

/** Frames and finished matches stay. */
async function remove(ctx: RequestContext, { params }: Input<'face-detect.delete'>) {
  const { id } = await findDetection(ctx, params.face_detection_id);
  const own = { table: 'face_detections', id, kind: 'face-detect.run' } as const;
  await removeRow(ctx, {
    ...own,
    payload: { face_detection_id: id },
    reason: 'its face detection was deleted',
    prefix: faceKeys.prefix(id),
    before: (trx) => refuseWhileUsed(trx, 'face_detection_id', id, 'face detection'),
  });
  return { id };
}

/** The faces of a collection file, once it is completed. */
async function listOfCollectionFile(
  ctx: RequestContext,
  { params, query }: Input<'face-detection.list'>,
): Promise<FileFaces> {
  const { collection_type: type } = await findCollection(ctx, params.collection_id);
  if (type !== 'face-analysis')
    throw badRequest(
      `collection ${params.collection_id} is of type ${type}; this needs one of type face-analysis`,
    );
  const collectionFile = await findCollectionFile(ctx, params.collection_id, params.file_id);
  const { collection_id, file_id, face_detection_id: id } = collectionFile;
  const { limit, offset } = query;
  const detection = id === null ? undefined : await findDetection(ctx, id);
  const found = detection?.status === 'completed' ? detection : undefined;
  const faces = found ? await facesOf(ctx, found.id, query, await linksFor(ctx)) : [];
  return { collection_id, file_id, faces, total: found?.total_faces ?? 0, limit, offset };
}
