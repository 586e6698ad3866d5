import * as faceapi from '@vladmandic/face-api/dist/face-api.node-wasm.js';
import { average } from './compare.ts';
import { cropAround } from './crop.ts';
import { type Detected, detect } from './detect.ts';
import type { FoundFace, Picture } from './messages.ts';

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
