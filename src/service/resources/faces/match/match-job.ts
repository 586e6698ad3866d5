/**
 * Face matches: a source image with one face comes in (source-face.ts); the faces of a detection that are near it go
 * out, ranked by distance (rank.ts).
 */

import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { failsItsRow, type JobContext, type JobHandler } from '../../../jobs/handlers.ts';
import { insertAll } from '../../../store/sql/insert.ts';
import { toJson } from '../../../store/sql/json.ts';
import type { MatchedFacesTable } from '../../../store/sql/schema.ts';
import type { FoundFace } from '../../../understanding/modalities/faces/index.ts';
import { finderOf, openRow, type RowOf } from '../../common/rows.ts';
import { endMatch, faceMatchLifecycle, matchKeys } from '../lifecycle.ts';
import { rankFaces } from './rank.ts';
import { type SourcePicture, sourceFace } from './source-face.ts';

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
