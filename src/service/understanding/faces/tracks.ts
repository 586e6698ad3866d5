import { randomUUID } from 'node:crypto';
import type { Box } from '../lines.ts';
import { distance } from './compare.ts';
import type { FoundFace } from './messages.ts';
import { overlap } from './overlap.ts';

/** Frames without a face after which its track ends. */
const PATIENCE = 2;
/** Faces this close are always linked: on photographs, strangers came no closer than 0.44. */
const CERTAIN = 0.4;
/** Faces at the same place may differ this much: the light changes, the head turns. */
const AT_THE_SAME_PLACE = 0.6;
/** Overlap (intersection over union) that counts as the same place. */
const OVERLAP = 0.3;

interface Track {
  readonly id: string;
  box: Box;
  descriptor: Float32Array;
  /** Number of frames, and the last frame it was seen in. */
  seen: number;
  last: number;
}

/** A face seen before the first frame. */
export interface SeenBefore {
  /** Id of its track. */
  readonly id: string;
  readonly box: Box;
  readonly descriptor: Float32Array;
  /** 0 in the frame just before the first, 1 in the one before that. */
  readonly framesAgo: number;
}

/** Assigns a track to each face, frame after frame in order of time. */
export type Tracker = (faces: readonly FoundFace[]) => string[];

/**
 * Links the faces of neighbouring frames, so that a face visible for a minute is one track and not sixty strangers. The
 * closest pairs are linked first; a track has at most one face per frame.
 * @param before the last faces of an earlier attempt, when resuming
 */
export function trackFaces(before: readonly SeenBefore[] = []): Tracker {
  let tracks: Track[] = before.map(({ id, box, descriptor, framesAgo }) => ({
    ...{ id, box, descriptor: descriptor.slice(), seen: 1, last: -framesAgo },
  }));
  let frame = 0;
  return (faces) => {
    frame += 1;
    tracks = tracks.filter((track) => frame - track.last <= PATIENCE);
    const ids = new Map<FoundFace, string>();
    for (const { face, track } of closestFirst(faces, tracks)) {
      if (ids.has(face) || track.last === frame) continue;
      follow(track, face, frame);
      ids.set(face, track.id);
    }
    return faces.map((face) => {
      const known = ids.get(face);
      if (known !== undefined) return known;
      const { box, descriptor } = face;
      const track = { id: randomUUID(), box, descriptor: descriptor.slice(), seen: 1, last: frame };
      tracks.push(track);
      return track.id;
    });
  };
}

function closestFirst(faces: readonly FoundFace[], tracks: readonly Track[]) {
  return faces
    .flatMap((face) =>
      tracks.map((track) => ({ face, track, apart: distance(face.descriptor, track.descriptor) })),
    )
    .filter(
      ({ face, track, apart }) =>
        apart <= CERTAIN || (apart <= AT_THE_SAME_PLACE && overlap(face.box, track.box) >= OVERLAP),
    )
    .sort((one, other) => one.apart - other.apart);
}

/** Moves the track to the face, and its descriptor to the average of all its faces. */
function follow(track: Track, face: FoundFace, frame: number): void {
  track.seen += 1;
  track.last = frame;
  track.box = face.box;
  for (const [index, value] of track.descriptor.entries())
    track.descriptor[index] = value + ((face.descriptor[index] ?? 0) - value) / track.seen;
}
