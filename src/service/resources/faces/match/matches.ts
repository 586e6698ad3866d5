/**
 * Face matches: a source image with one face comes in (source-face.ts); the faces of a detection that are near it go
 * out, ranked by distance (rank.ts).
 */

import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { FaceMatchJob } from '../../../../contract/index.ts';
import { badRequest, conflict } from '../../../errors.ts';
import type { Input, RequestContext } from '../../../http/handler.ts';
import { failsItsRow, type JobContext, type JobHandler } from '../../../jobs/handlers.ts';
import { linksFor } from '../../../links/links.ts';
import { isKept } from '../../../store/sql/deletions.ts';
import { insertAll } from '../../../store/sql/insert.ts';
import { fromJson, toJson } from '../../../store/sql/json.ts';
import type { MatchedFacesTable, Trx } from '../../../store/sql/schema.ts';
import type { FoundFace } from '../../../understanding/modalities/faces/index.ts';
import { pageHead, rowsPage } from '../../common/lists/lists.ts';
import { type FileRow, findFile, withFile } from '../../common/lookup.ts';
import type { Resource } from '../../common/resource.ts';
import { finderOf, openRow, type RowOf } from '../../common/rows.ts';
import { removeRow } from '../../deletions/remove.ts';
import { fileNamed } from '../../files/sync.ts';
import { type FaceDetectionRow, findDetection, sameDetection } from '../detection/detection-rows.ts';
import { type WantedFrames, wantedFrames } from '../detection/wanted-frames.ts';
import { endMatch, faceKeys, faceMatchLifecycle, matchKeys } from '../lifecycle.ts';
import { faceOf } from '../present.ts';
import { rankFaces } from './rank.ts';
import { keepSource } from './source.ts';
import { type SourcePicture, sourceFace } from './source-face.ts';

type FaceMatchIds = `face-match.${'create' | 'list' | 'get' | 'delete'}`;
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

export type FaceMatchRow = RowOf<'face_matches'>;

/** Finds the account's face match. @throws 404 */
export const findMatch = finderOf('face_matches', 'face match');

/** Finds the face of a picture among the faces of a detection. */
export const matchFaces: JobHandler<'face-match.run'> = {
  rows: faceMatchLifecycle,
  async run(ctx, { face_match_id }) {
    const row = await openRow(ctx.db, 'face_matches', face_match_id);
    if (!row) return;
    const detection = await ctx.db
      .selectFrom('face_detections')
      .select(['id', 'status', 'error'])
      .where('id', '=', row.face_detection_id ?? '')
      .executeTakeFirst();
    if (!detection) return fail(ctx, row, 'its face detection was deleted');
    if (detection.status === 'failed')
      return fail(ctx, row, `face detection failed: ${detection.error ?? ''}`);
    await start(ctx, row);
    const source = await sourceFace(ctx, await pictureOf(ctx, row));
    if ('reason' in source) return fail(ctx, row, source.reason);
    await match(ctx, row, detection.id, source.face);
  },
  exhausted: failsItsRow('face-match.run'),
};

async function start(ctx: JobContext, row: FaceMatchRow): Promise<void> {
  await ctx.write(async (trx) => {
    await trx.updateTable('face_matches').set({ status: 'processing' }).where('id', '=', row.id).execute();
  });
}

async function fail(ctx: JobContext, row: FaceMatchRow, error: string): Promise<void> {
  await ctx.write(async (trx) => {
    await endMatch(ctx, trx, row.id, { status: 'failed', error });
  });
}

async function pictureOf(ctx: JobContext, { id, source_url: url }: FaceMatchRow): Promise<SourcePicture> {
  if (url === null) return { kept: await ctx.objects.path(matchKeys.source(id)) };
  ctx.progress('fetching the source image');
  return { url };
}

async function match(
  ctx: JobContext,
  row: FaceMatchRow,
  detectionId: string,
  face: FoundFace,
): Promise<void> {
  const ranked = await rankFaces(ctx.db, detectionId, face.descriptor, row.max_faces);
  const rows = ranked.map(
    ({ face: found, similarity }, position): Insertable<MatchedFacesTable> => ({
      id: randomUUID(),
      account_id: row.account_id,
      face_match_id: row.id,
      face_id: found.id,
      position,
      similarity,
      track_id: found.track_id,
      frame_id: found.frame_id,
      time: found.time,
      box: found.box,
    }),
  );
  await ctx.write(async (trx) => {
    await trx.deleteFrom('matched_faces').where('face_match_id', '=', row.id).execute();
    await insertAll(trx, 'matched_faces', rows);
    await endMatch(ctx, trx, row.id, {
      status: 'completed',
      error: null,
      source_box: toJson(face.box),
      match_count: rows.length,
    });
  });
}

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
