import { assetsPath } from '../../../media/entry-path.ts';
import { modelThread } from '../model-thread.ts';
import type { FaceAnswer, FaceRequest, FaceThreadData, FoundFace, Picture } from './messages.ts';

/** Timeout per picture in milliseconds. A picture normally takes well under a second. */
const PICTURE_MS = 120_000;

const recogniser = modelThread<FaceRequest, FaceAnswer, FaceThreadData>({
  name: 'face recogniser',
  entry: 'faces',
  start: () => ({ assets: assetsPath('faces'), wasm: assetsPath('wasm') }),
  timeoutMs: PICTURE_MS,
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
