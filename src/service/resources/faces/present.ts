import type { Selectable } from 'kysely';
import type { RequestContext } from '../../http/handler.ts';
import type { Link } from '../../links/links.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { FacesTable, Json } from '../../store/sql/schema.ts';
import { faceKeys } from './lifecycle.ts';

interface Box {
  height: number;
  width: number;
  top: number;
  left: number;
}

/** A face as the API shows it in detections and matches. */
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
