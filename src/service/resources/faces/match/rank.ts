import type { Selectable } from 'kysely';
import type { Db, FacesTable } from '../../../store/sql/schema.ts';
import {
  distance,
  fromBytes,
  SAME_PERSON,
  similarityOf,
} from '../../../understanding/modalities/faces/index.ts';

type Face = Omit<Selectable<FacesTable>, 'descriptor'>;

/** A face of a detection that matches the source face. */
export interface RankedFace {
  readonly face: Face;
  /** 50 to 100, see `similarityOf`. */
  readonly similarity: number;
}

interface Near {
  readonly face: Face;
  readonly near: number;
}

/** Faces read at a time. Memory stays bounded, however many faces a film has. */
const PAGE = 2_000;

/**
 * The faces within `SAME_PERSON` of a descriptor, best first, at most `most`. A face's distance is its own or that of
 * its track's average, whichever is smaller, so that a blurred frame does not interrupt a minute of the same face.
 * Memory grows with the tracks (half a kilobyte each), not with the faces.
 */
export async function rankFaces(
  db: Db,
  detectionId: string,
  wanted: Float32Array,
  most: number,
): Promise<RankedFace[]> {
  const apart = await tracksApart(db, detectionId, wanted);
  let best: Near[] = [];
  for await (const page of pagesOf(db, detectionId)) {
    for (const { descriptor, ...face } of page) {
      const own = distance(fromBytes(descriptor), wanted);
      const near = Math.min(own, apart.get(face.track_id) ?? own);
      if (near <= SAME_PERSON) best.push({ face, near });
    }
    best = best.sort((one, other) => one.near - other.near || one.face.time - other.face.time).slice(0, most);
  }
  return best.map(({ face, near }) => ({ face, similarity: similarityOf(near) }));
}

/** Distance of each track's average from the source face. */
async function tracksApart(db: Db, detectionId: string, wanted: Float32Array): Promise<Map<string, number>> {
  const sums = new Map<string, { sum: Float32Array; count: number }>();
  for await (const page of pagesOf(db, detectionId))
    for (const { track_id, descriptor } of page) {
      const values = fromBytes(descriptor);
      const track = sums.get(track_id);
      if (!track) sums.set(track_id, { sum: values.slice(), count: 1 });
      else {
        track.count += 1;
        for (const [index, value] of values.entries()) track.sum[index] = (track.sum[index] ?? 0) + value;
      }
    }
  return new Map(
    [...sums].map(([id, { sum, count }]) => [
      id,
      distance(
        sum.map((value) => value / count),
        wanted,
      ),
    ]),
  );
}

async function* pagesOf(db: Db, detectionId: string): AsyncGenerator<Selectable<FacesTable>[]> {
  for (let from = 0; ; from += PAGE) {
    const page = await db
      .selectFrom('faces')
      .selectAll()
      .where('face_detection_id', '=', detectionId)
      .where('position', '>=', from)
      .where('position', '<', from + PAGE)
      .orderBy('position')
      .execute();
    if (page.length === 0) return;
    yield page;
  }
}
