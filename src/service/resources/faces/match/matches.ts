import { randomUUID } from 'node:crypto';
import type { FaceMatchJob } from '../../../../contract/index.ts';
import { badRequest, conflict } from '../../../errors.ts';
import type { Input, RequestContext } from '../../../http/handler.ts';
import { linksFor } from '../../../links/links.ts';
import { isKept } from '../../../store/sql/deletions.ts';
import { fromJson } from '../../../store/sql/json.ts';
import type { Trx } from '../../../store/sql/schema.ts';
import { pageHead, rowsPage } from '../../common/lists/lists.ts';
import { type FileRow, findFile, withFile } from '../../common/lookup.ts';
import type { Resource } from '../../common/resource.ts';
import { removeRow } from '../../deletions/remove.ts';
import { fileNamed } from '../../files/sync.ts';
import { type FaceDetectionRow, findDetection, sameDetection } from '../detection/detection-rows.ts';
import { type WantedFrames, wantedFrames } from '../detection/wanted-frames.ts';
import { faceKeys, matchKeys } from '../lifecycle.ts';
import { faceOf } from '../present.ts';
import { type FaceMatchRow, findMatch, matchFaces } from './match-job.ts';
import { keepSource } from './source.ts';

type FaceMatchIds = `face-match.${'create' | 'list' | 'get' | 'delete'}`;

/** Finding one face in media. */
export const faceMatches: Resource<FaceMatchIds, 'face-match.run'> = {
  handlers: {
    'face-match.create': create,
    'face-match.list': list,
    'face-match.get': async (ctx, { params, query }) =>
      show(ctx, await findMatch(ctx, params.face_match_id), query),
    'face-match.delete': remove,
  },
  jobs: { 'face-match.run': matchFaces },
};

type Body = Input<'face-match.create'>['body'];

async function create(ctx: RequestContext, { body }: Input<'face-match.create'>): Promise<FaceMatchJob> {
  const id = randomUUID();
  const source = await keepSource(ctx, id, body.source_image);
  try {
    const file = await findFile(ctx, await fileNamed(ctx, body.target_video_url));
    const faces = await wantedFaces(ctx, file, body);
    const row = await withFile(ctx, file.id, (trx, now) =>
      insert(ctx, trx, now, { id, source, faces, max: body.max_faces }),
    );
    return headOf(row);
  } catch (error) {
    await ctx.objects.deletePrefix(matchKeys.prefix(id));
    throw error;
  }
}

/** Where to search for the face: in an existing detection, or in a new one. */
type WantedFaces = { readonly detection: FaceDetectionRow } | { readonly frames: WantedFrames };

/** @throws 400 for another file's detection or for more than one field; 404; 409 for a failed detection */
async function wantedFaces(ctx: RequestContext, file: FileRow, body: Body): Promise<WantedFaces> {
  const { face_detection_id: id } = body;
  if (id === undefined) return { frames: await wantedFrames(ctx, file, body) };
  if (body.frame_extraction_id !== undefined || body.frame_extraction_config !== undefined)
    throw badRequest(
      'give only one of the fields face_detection_id, frame_extraction_id and frame_extraction_config',
    );
  const detection = await findDetection(ctx, id);
  if (detection.file_id !== file.id)
    throw badRequest(`face detection ${id} belongs to file ${detection.file_id}, not to file ${file.id}`);
  if (detection.status === 'failed')
    throw conflict(`face detection ${id} failed: ${detection.error ?? 'unknown reason'}`);
  return { detection };
}

interface NewMatch {
  id: string;
  source: string | null;
  faces: WantedFaces;
  max: number;
}

async function insert(
  ctx: RequestContext,
  trx: Trx,
  file: FileRow,
  { faces, ...wanted }: NewMatch,
): Promise<FaceMatchRow> {
  const detection =
    'detection' in faces
      ? await findDetection({ db: trx, accountId: ctx.accountId }, faces.detection.id)
      : await sameDetection(ctx, trx, file, faces.frames);
  const row: FaceMatchRow = {
    id: wanted.id,
    account_id: ctx.accountId,
    file_id: file.id,
    face_detection_id: detection.id,
    frame_extraction_id: detection.frame_extraction_id,
    status: 'pending',
    error: null,
    source_url: wanted.source,
    source_box: null,
    max_faces: wanted.max,
    match_count: null,
    created_at: ctx.clock(),
  };
  await trx.insertInto('face_matches').values(row).execute();
  await ctx.lifecycle.start(trx, 'face-match.run', { face_match_id: row.id });
  return row;
}

async function list(ctx: RequestContext, { query }: Input<'face-match.list'>) {
  const own = { account_id: ctx.accountId, status: query.status };
  return rowsPage(ctx.db, 'face_matches', own, query, (row) => {
    const { face_match_id: job_id, source_face_bounding_box: _, ...head } = headOf(row);
    return { job_id, ...head, ...(row.match_count === null ? {} : { match_count: row.match_count }) };
  });
}

/** A match with one page of the faces found, best first, once it is completed. */
async function show(
  ctx: RequestContext,
  row: FaceMatchRow,
  page: { limit: number; offset: number },
): Promise<FaceMatchJob> {
  if (row.status !== 'completed') return headOf(row);
  const rows = await ctx.db
    .selectFrom('matched_faces as m')
    .leftJoin('faces as f', (join) => join.onRef('f.id', '=', 'm.face_id').on(isKept('faces', 'f')))
    .selectAll('m')
    .select(['f.face_detection_id as detection', 'f.position as crop'])
    .where('m.face_match_id', '=', row.id)
    .orderBy('m.position')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const link = await linksFor(ctx);
  const matches = rows.map(({ detection, crop, similarity, ...face }) => {
    const picture = detection === null || crop === null ? undefined : link(faceKeys.crop(detection, crop));
    return { ...faceOf(face, picture), similarity };
  });
  return { ...headOf(row), data: { ...pageHead(row.match_count ?? 0, page), faces_matches: matches } };
}

function headOf(row: FaceMatchRow): FaceMatchJob {
  return {
    face_match_id: row.id,
    status: row.status,
    created_at: row.created_at,
    ...(row.face_detection_id === null ? {} : { face_detection_id: row.face_detection_id }),
    ...(row.frame_extraction_id === null ? {} : { frame_extraction_id: row.frame_extraction_id }),
    file_id: row.file_id,
    source_face_bounding_box: fromJson<FaceMatchJob['source_face_bounding_box']>(row.source_box),
    ...(row.error === null ? {} : { error: row.error }),
  };
}

/** The faces that were searched stay. */
async function remove(ctx: RequestContext, { params }: Input<'face-match.delete'>) {
  const { id } = await findMatch(ctx, params.face_match_id);
  const own = { table: 'face_matches', id, kind: 'face-match.run' } as const;
  await removeRow(ctx, { ...own, payload: { face_match_id: id }, prefix: matchKeys.prefix(id) });
  return { face_match_id: id, object: 'face_match' as const };
}
