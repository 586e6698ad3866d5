import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Insertable } from 'kysely';
import { failsItsRow } from '../../jobs/exhausted.ts';
import type { JobContext, JobHandler } from '../../jobs/handlers.ts';
import { toJson } from '../../store/json.ts';
import { isOpen } from '../../store/open-rows.ts';
import type { MatchedFacesTable } from '../../store/schema.ts';
import { type FoundFace, largestFace, stillPicture } from '../../understanding/faces/index.ts';
import { blameMedia } from '../common/blame.ts';
import { fetchSource, SourceRefused } from '../files/fetch.ts';
import { endMatch } from './end.ts';
import { matchKeys } from './keys.ts';
import type { FaceMatchRow } from './match-rows.ts';
import { rankFaces } from './rank.ts';
import { isPicture, MAX_SOURCE_BYTES } from './source.ts';

/** Looks for the face of a picture among the faces of a detection. */
export const matchFaces: JobHandler<'face-match.run'> = {
  async run(ctx, { face_match_id }) {
    const row = await findOpen(ctx, face_match_id);
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
    const source = await sourceFace(ctx, row);
    if ('reason' in source) return fail(ctx, row, source.reason);
    await match(ctx, row, detection.id, source.face);
  },
  exhausted: failsItsRow('face-match.run'),
};

async function findOpen(ctx: JobContext, id: string): Promise<FaceMatchRow | undefined> {
  const row = await ctx.db.selectFrom('face_matches').selectAll().where('id', '=', id).executeTakeFirst();
  return isOpen(row) ? row : undefined;
}

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

/** The face that is looked for, or why there is none. */
type Source = { readonly face: FoundFace } | { readonly reason: string };

async function sourceFace(ctx: JobContext, row: FaceMatchRow): Promise<Source> {
  if (row.source_url === null) return faceIn(ctx, await ctx.objects.path(matchKeys.source(row.id)));
  let path: string | undefined;
  try {
    ctx.progress('fetching the source image');
    const config = { ...ctx.config, maxUploadBytes: MAX_SOURCE_BYTES };
    path = (await fetchSource({ ...ctx, config }, row.source_url)).path;
    return await faceIn(ctx, path);
  } catch (error) {
    if (error instanceof SourceRefused) return { reason: `the source image: ${error.message}` };
    throw error;
  } finally {
    if (path !== undefined) await rm(path, { force: true });
  }
}

async function faceIn(ctx: JobContext, path: string): Promise<Source> {
  if (!(await isPicture(path))) return { reason: 'the source image is not a picture' };
  try {
    const picture = await stillPicture(path, await ctx.objects.tmpFile('.jpg'), ctx);
    const face = await largestFace(picture, ctx.signal);
    return face ? { face } : { reason: 'no face was found in the source image' };
  } catch (error) {
    return { reason: `the source image cannot be read: ${blameMedia(ctx, error)}` };
  }
}

/** Rows go in in portions: SQLite takes some thirty thousand values in one statement. */
const PORTION = 500;

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
    for (let at = 0; at < rows.length; at += PORTION)
      await trx
        .insertInto('matched_faces')
        .values(rows.slice(at, at + PORTION))
        .execute();
    await endMatch(ctx, trx, row.id, {
      status: 'completed',
      error: null,
      source_box: toJson(face.box),
      match_count: rows.length,
    });
  });
}
