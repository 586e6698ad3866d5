import * as faceapi from '@vladmandic/face-api/dist/face-api.node-wasm.js';
import type { Box } from '../lines.ts';
import type { Picture } from './messages.ts';
import { overlap } from './overlap.ts';
import { fromAfar, fromNear } from './shrink.ts';

/** Detections below are more often hands and posters than faces: 22 of 22 on the package's photographs, none false. */
const CERTAIN = 0.4;
/** Large ones from here up are looked at again from afar. */
const HINT = 0.1;
/** A face of this part of the picture's height may be too near for the detector. */
const NEAR = 0.25;
/** How much larger a picture is made to see it from afar: a face of half its height is 64 of the detector's pixels then. */
const AFAR = 4;
/** A crowd beyond this many faces is not counted out. */
const MAX_FACES = 100;

/** Where a face is, and how certain that is (0 to 1). */
export interface Detected {
  readonly box: Box;
  readonly score: number;
}

/**
 * Finds the faces of a picture. Where something large is only hinted at, it is looked at again from afar: on blurred
 * and badly compressed close-ups that finds 21 of 22, the first look 12.
 * @param sure someone says that there is a face: then it is looked for from afar whatever the first look gave, and a
 *   hint is enough when nothing else is found
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

/** One look of the detector. */
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

/** A box cut off at the edges of its picture. */
function inside(box: Box): Box {
  const cut = (value: number) => Math.min(Math.max(value, 0), 1);
  const [left, top] = [cut(box.left), cut(box.top)];
  return { left, top, width: cut(box.left + box.width) - left, height: cut(box.top + box.height) - top };
}
