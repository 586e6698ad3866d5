import * as faceapi from '@vladmandic/face-api/dist/face-api.node-wasm.js';
import { type Box, overlap } from '../lines.ts';
import { average } from './compare.ts';
import { cropAround } from './crop.ts';
import type { FoundFace, Picture } from './messages.ts';

/** Side of the square that the detector scales every picture to, in pixels. */
const DETECTOR_SIDE = 512;

/**
 * Centres the picture on a grey one `times` as large: the detector misses faces that fill a picture, especially blurred
 * ones, but finds them downscaled.
 */
function fromAfar(picture: Picture, times: number): Picture {
  const scale = DETECTOR_SIDE / times / Math.max(picture.width, picture.height);
  const [width, height] = [atLeastOne(picture.width * scale), atLeastOne(picture.height * scale)];
  const [left, top] = [margin(width), margin(height)];
  const data = new Uint8Array(DETECTOR_SIDE * DETECTOR_SIDE * 3).fill(128);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < 3; channel += 1)
        data[((top + y) * DETECTOR_SIDE + left + x) * 3 + channel] = mean(
          picture,
          x,
          y,
          width,
          height,
          channel,
        );
  return { width: DETECTOR_SIDE, height: DETECTOR_SIDE, data };
}

/** Converts a box in the result of `fromAfar` to the picture itself. It may extend beyond its edges. */
function fromNear(box: Box, picture: Picture, times: number): Box {
  const scale = DETECTOR_SIDE / times / Math.max(picture.width, picture.height);
  const [width, height] = [atLeastOne(picture.width * scale), atLeastOne(picture.height * scale)];
  return {
    left: (box.left * DETECTOR_SIDE - margin(width)) / width,
    top: (box.top * DETECTOR_SIDE - margin(height)) / height,
    width: (box.width * DETECTOR_SIDE) / width,
    height: (box.height * DETECTOR_SIDE) / height,
  };
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.round(pixels));
}

function margin(length: number): number {
  return Math.floor((DETECTOR_SIDE - length) / 2);
}

/** The mean of the pixels behind one smaller pixel; the nearest pixel when enlarging. */
function mean(
  picture: Picture,
  x: number,
  y: number,
  width: number,
  height: number,
  channel: number,
): number {
  const { width: wide, height: high, data } = picture;
  const [fromX, fromY] = [Math.floor((x * wide) / width), Math.floor((y * high) / height)];
  const toX = Math.max(fromX + 1, Math.floor(((x + 1) * wide) / width));
  const toY = Math.max(fromY + 1, Math.floor(((y + 1) * high) / height));
  let sum = 0;
  for (let row = fromY; row < toY; row += 1)
    for (let column = fromX; column < toX; column += 1) sum += data[(row * wide + column) * 3 + channel] ?? 0;
  return Math.round(sum / ((toX - fromX) * (toY - fromY)));
}

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
interface Detected {
  readonly box: Box;
  readonly score: number;
}

/**
 * Finds the faces in a picture. If something large is only a weak detection, the picture is analysed again downscaled:
 * on blurred and badly compressed close-ups this finds 21 of 22 faces, the first pass 12.
 * @param sure the caller knows that there is a face: always runs the second pass, and accepts a weak detection if there
 * is no other
 */
async function detect(picture: Picture, sure: boolean): Promise<Detected[]> {
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

const { tf, nets } = faceapi;

/** Minimum size of a face in pixels: the descriptor of a smaller one does not identify anyone. */
const MIN_PIXELS = 40;

/** Loads the models from the folder. Call it once, after setting the backend. */
export async function loadModels(folder: string): Promise<void> {
  await nets.ssdMobilenetv1.loadFromDisk(folder);
  await nets.faceLandmark68Net.loadFromDisk(folder);
  await nets.faceRecognitionNet.loadFromDisk(folder);
}

/**
 * The faces in a picture that are large enough to recognise. One picture at a time: the engine has a single scope,
 * which frees its memory.
 * @param sure see `detect`
 */
export async function recognise(picture: Picture, sure: boolean): Promise<FoundFace[]> {
  const engine = tf.engine();
  engine.startScope();
  try {
    const { width, height } = picture;
    const found = await detect(picture, sure);
    const large = found.filter(({ box }) => Math.min(box.width * width, box.height * height) >= MIN_PIXELS);
    return large.length === 0 ? [] : await describe(picture, large, sure);
  } finally {
    engine.endScope();
  }
}

/**
 * Aligns each face by its landmarks, and computes its descriptor.
 * @param twice average with the mirror image: more stable for a poor picture, and twice the work
 */
async function describe(picture: Picture, found: readonly Detected[], twice: boolean): Promise<FoundFace[]> {
  const { width, height, data } = picture;
  const image = tf.tensor3d(data, [height, width, 3], 'int32');
  const faces: FoundFace[] = [];
  for (const { box, score } of found) {
    const place = new faceapi.Rect(box.left, box.top, box.width, box.height);
    const detection = new faceapi.FaceDetection(score, place, { width, height });
    const [face] = await faceapi.extractFaceTensors(image, [detection]);
    if (!face) continue;
    const points = await nets.faceLandmark68Net.detectLandmarks(face);
    const { landmarks } = faceapi.extendWithFaceLandmarks({ detection }, points);
    const upright = landmarks.align(null, { useDlibAlignment: true });
    const [square] = await faceapi.extractFaceTensors(image, [upright]);
    if (!square) continue;
    const plain = await nets.faceRecognitionNet.computeFaceDescriptor(square);
    const descriptor = twice
      ? average([plain, await nets.faceRecognitionNet.computeFaceDescriptor(square.reverse(1))])
      : plain;
    faces.push({ box, score, descriptor, crop: cropAround(picture, box) });
  }
  return faces;
}
