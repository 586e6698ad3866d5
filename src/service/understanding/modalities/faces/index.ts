/**
 * Faces: pictures come in, boxes with descriptors go out, and those of one person in neighbouring frames are joined
 * to tracks. The model runs in a thread (thread.ts), which is started with the first picture.
 */

import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { assetsPath } from '../../../../media/entry-path.ts';
import { decodeFrames, encodeJpegs, type Ffmpeg, frameImages } from '../../../../media/index.ts';
import { modelThread } from '../../models/model-thread.ts';
import { type Box, overlap } from '../lines.ts';
import type { MadeBy } from '../port.ts';
import { distance } from './compare.ts';
import { CROP_SIZE } from './crop.ts';
import type { FaceAnswer, FaceRequest, FaceThreadData, FoundFace, Picture } from './messages.ts';

/** Width and height of a picture in pixels. */
interface Size {
  width: number;
  height: number;
}

/**
 * Reads the size of a JPEG or PNG from its header; undefined for anything else or a cut header. For JPEG it is in the
 * first start-of-frame segment (ITU-T T.81, B.2.2), whatever precedes it.
 */
function imageSize(bytes: Buffer): Size | undefined {
  if (bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89504e47) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isStartOfFrame(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** C0 to CF are frames, except for three that define tables (C4 Huffman, C8 reserved, CC arithmetic). */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/**
 * Longer side of the pictures for face detection: the smallest recognisable face (40 pixels) is a twenty-fourth of it.
 * The detector itself sees 512; larger pictures improve descriptors little and cost more decoding.
 */
const LONGER_SIDE = 960;

/** What decoding needs from the service. */
interface PictureTools {
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
}

/** A size with the same aspect ratio, no larger than faces need. */
export function sizeForFaces({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, LONGER_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Decodes a single picture, upright.
 * @param temporary a new path; no file is left there
 * @throws MediaError if it cannot be decoded
 */
export async function stillPicture(
  path: string,
  temporary: string,
  { ffmpeg, signal }: PictureTools,
): Promise<Picture> {
  const [image] = await frameImages(path, [0], { ffmpeg, maxWidth: 2 * LONGER_SIDE, signal });
  if (!image) throw new Error('the picture contains no frame');
  await writeFile(temporary, image.jpeg, { mode: 0o600 });
  try {
    const size = sizeForFaces(imageSize(image.jpeg) ?? { width: LONGER_SIDE, height: LONGER_SIDE });
    for await (const { data } of decodeFrames(temporary, { ffmpeg, signal, ...size }))
      return { ...size, data };
    throw new Error('the picture contains no frame');
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Encodes crops of faces as JPEG, in order.
 * @param temporary a new path; no file is left there
 */
export async function cropJpegs(
  crops: readonly Uint8Array[],
  temporary: string,
  { ffmpeg, signal }: PictureTools,
): Promise<Buffer[]> {
  if (crops.length === 0) return [];
  await writeFile(temporary, Buffer.concat(crops), { mode: 0o600 });
  try {
    return await encodeJpegs(temporary, { width: CROP_SIZE, height: CROP_SIZE, ffmpeg, signal });
  } finally {
    await rm(temporary, { force: true });
  }
}

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
type Tracker = (faces: readonly FoundFace[]) => string[];

/**
 * Links the faces of neighbouring frames, so that a face visible for a minute is one track and not sixty strangers. The
 * closest pairs are linked first; a track has at most one face per frame.
 * @param before the last faces of an earlier attempt, when resuming
 */
export function trackFaces(before: readonly SeenBefore[] = []): Tracker {
  let tracks: Track[] = before.map(({ id, box, descriptor, framesAgo }) => ({
    id,
    box,
    descriptor: descriptor.slice(),
    seen: 1,
    last: -framesAgo,
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

/** Timeout per picture in milliseconds. A picture normally takes well under a second. */
const PICTURE_MS = 120_000;

const recogniser = modelThread<FaceRequest, FaceAnswer, FaceThreadData>({
  name: 'face recogniser',
  entry: 'faces',
  start: () => ({ assets: assetsPath('faces'), wasm: assetsPath('wasm') }),
  workMs: PICTURE_MS,
});

/**
 * Finds the faces in one picture on this process's only recogniser thread. Rejects with a readable reason.
 * @param sure the caller knows that there is probably a face: runs a second pass, and accepts weaker detections
 */
export async function findFaces(picture: Picture, signal: AbortSignal, sure = false): Promise<FoundFace[]> {
  const { width, height, data } = picture;
  try {
    return (await recogniser.ask({ width, height, data, sure }, signal)).faces;
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`faces could not be detected: ${error instanceof Error ? error.message : error}`);
  }
}

/** Ends the thread if there is one. The next picture starts another. */
export const stopFaceFinder = recogniser.stop;

/** The largest face in a picture that was sent because of it; undefined if none is found. */
export async function largestFace(picture: Picture, signal: AbortSignal): Promise<FoundFace | undefined> {
  const area = ({ box }: FoundFace) => box.width * box.height;
  const faces = await findFaces(picture, signal, true);
  return faces.toSorted((one, other) => area(other) - area(one))[0];
}

/** What finds faces; increase the version when results change, so that a redo replaces earlier ones. */
export const FACES_MADE_BY: MadeBy = { provider: 'face-api', settings: { version: 1 } };

export { overlap } from '../lines.ts';
export { average, distance, fromBytes, SAME_PERSON, similarityOf, toBytes } from './compare.ts';
export type { FoundFace, Picture } from './messages.ts';
