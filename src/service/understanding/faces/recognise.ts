import * as faceapi from '@vladmandic/face-api/dist/face-api.node-wasm.js';
import type { Box } from '../lines.ts';
import { cropAround } from './crop.ts';
import type { FoundFace, Picture } from './messages.ts';

const { tf, nets } = faceapi;

/** Detections below are more often hands and posters than faces: 22 of 22 on the package's photographs, none false. */
const MIN_CONFIDENCE = 0.4;
/** A crowd beyond this many faces is not counted out. */
const MAX_FACES = 100;
/** Pixels of the picture below which a face is left out: its descriptor says nothing about whose it is. */
const MIN_PIXELS = 40;

/** Loads the models from the folder. Call it once, after the backend is set. */
export async function loadModels(folder: string): Promise<void> {
  await nets.ssdMobilenetv1.loadFromDisk(folder);
  await nets.faceLandmark68Net.loadFromDisk(folder);
  await nets.faceRecognitionNet.loadFromDisk(folder);
}

/** The faces of a picture, most certain first. One picture at a time: the scope is the engine's only one. */
export async function recognise(picture: Picture): Promise<FoundFace[]> {
  const engine = tf.engine();
  engine.startScope();
  try {
    return await find(picture);
  } finally {
    engine.endScope();
  }
}

async function find(picture: Picture): Promise<FoundFace[]> {
  const { width, height, data } = picture;
  const image = tf.tensor3d(data, [height, width, 3], 'int32');
  const options = new faceapi.SsdMobilenetv1Options({ minConfidence: MIN_CONFIDENCE, maxResults: MAX_FACES });
  const found = await faceapi.detectAllFaces(image, options);
  const large = found.filter(({ box }) => Math.min(box.width, box.height) >= MIN_PIXELS);
  if (large.length === 0) return [];
  const faces = await faceapi.extractFaceTensors(image, large);
  const aligned = [];
  for (const [index, face] of faces.entries()) {
    const detection = large[index];
    if (!detection) continue;
    const points = await nets.faceLandmark68Net.detectLandmarks(face);
    const { landmarks } = faceapi.extendWithFaceLandmarks({ detection }, points);
    aligned.push({ detection, square: landmarks.align(null, { useDlibAlignment: true }) });
  }
  const squares = await faceapi.extractFaceTensors(
    image,
    aligned.map(({ square }) => square),
  );
  const results: FoundFace[] = [];
  for (const [index, { detection }] of aligned.entries()) {
    const square = squares[index];
    if (!square) continue;
    const descriptor = await nets.faceRecognitionNet.computeFaceDescriptor(square);
    const box = fractions(detection.box, width, height);
    results.push({ box, score: detection.score, descriptor, crop: cropAround(picture, box) });
  }
  return results;
}

/** Pixels as fractions of the picture, cut off at its edges. */
function fractions(box: { x: number; y: number; width: number; height: number }, w: number, h: number): Box {
  const cut = (value: number) => Math.min(Math.max(value, 0), 1);
  const [left, top] = [cut(box.x / w), cut(box.y / h)];
  return {
    left,
    top,
    width: cut((box.x + box.width) / w) - left,
    height: cut((box.y + box.height) / h) - top,
  };
}
