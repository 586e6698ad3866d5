import type { Selectable } from 'kysely';
import type { Db, FacesTable } from '../../store/schema.ts';
import { average, distance, fromBytes, SAME_PERSON, similarityOf } from '../../understanding/faces/index.ts';

/** A face of a detection that is taken for the one looked for. */
export interface RankedFace {
  readonly face: Omit<Selectable<FacesTable>, 'descriptor'>;
  /** 50 to 100, see `similarityOf`. */
  readonly similarity: number;
}

/**
 * The faces that are within `SAME_PERSON` of a descriptor, best first, at most `most`. A face counts as near as it is
 * itself or the average of its track is, so that a blurred frame does not drop out of a minute of the same face.
 */
export async function rankFaces(
  db: Db,
  detectionIds: readonly string[],
  wanted: Float32Array,
  most: number,
): Promise<RankedFace[]> {
  const rows = await db
    .selectFrom('faces')
    .selectAll()
    .where('face_detection_id', 'in', detectionIds)
    .execute();
  const faces = rows.map(({ descriptor, ...face }) => ({ face, descriptor: fromBytes(descriptor) }));
  const tracks = new Map<string, Float32Array[]>();
  for (const { face, descriptor } of faces) {
    const track = tracks.get(face.track_id);
    if (track) track.push(descriptor);
    else tracks.set(face.track_id, [descriptor]);
  }
  const apart = new Map([...tracks].map(([id, all]) => [id, distance(average(all), wanted)]));
  return faces
    .map(({ face, descriptor }) => ({
      face,
      near: Math.min(distance(descriptor, wanted), apart.get(face.track_id) ?? 1),
    }))
    .filter(({ near }) => near <= SAME_PERSON)
    .sort((one, other) => one.near - other.near || one.face.time - other.face.time)
    .slice(0, most)
    .map(({ face, near }) => ({ face, similarity: similarityOf(near) }));
}
