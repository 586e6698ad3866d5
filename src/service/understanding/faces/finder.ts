import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { entryPath } from '../../../media/entry-path.ts';
import { oneRecogniser, type Recogniser } from '../one-recogniser.ts';
import type { FaceAnswer, FaceRequest, FaceThreadData, FoundFace, Picture } from './messages.ts';

/** Timeout per picture in milliseconds. A picture normally takes well under a second. */
const PICTURE_MS = 120_000;

interface FaceRecogniser extends Recogniser {
  readonly thread: Worker;
}

const recogniser = oneRecogniser<FaceRecogniser>(startThread);
let asked = 0;

/**
 * Finds the faces in one picture on this process's only recogniser thread. Rejects with a readable reason.
 * @param sure the caller knows that there is probably a face: runs a second pass, and accepts weaker detections
 */
export async function findFaces(picture: Picture, signal: AbortSignal, sure = false): Promise<FoundFace[]> {
  const answer = await recogniser.use(signal, ({ thread }) => ask(thread, picture, sure, signal));
  if (answer.type !== 'found') throw new Error(`faces could not be detected: ${reasonOf(answer)}`);
  return answer.faces;
}

/** Ends the thread if there is one. The next picture starts another. */
export const stopFaceFinder = recogniser.stop;

function reasonOf(answer: FaceAnswer): string {
  return answer.type === 'failed' ? answer.reason : 'the recogniser did not respond';
}

async function startThread(): Promise<FaceRecogniser> {
  const bundle = entryPath('faces');
  const workerData: FaceThreadData = { assets: path.join(path.dirname(bundle), 'assets', 'faces') };
  const thread = new Worker(bundle, { workerData, execArgv: [] });
  await nextMessage(thread, AbortSignal.timeout(PICTURE_MS));
  return {
    thread,
    hold: (busy) => (busy ? thread.ref() : thread.unref()),
    async stop() {
      await thread.terminate();
    },
  };
}

async function ask(
  thread: Worker,
  picture: Picture,
  sure: boolean,
  signal: AbortSignal,
): Promise<FaceAnswer> {
  asked += 1;
  const { width, height, data } = picture;
  const request: FaceRequest = { id: asked, width, height, data, sure };
  thread.postMessage(request);
  return nextMessage(thread, AbortSignal.any([signal, AbortSignal.timeout(PICTURE_MS)]));
}

/** The thread's next message; rejects if it exits or crashes, or the signal aborts first. */
async function nextMessage(thread: Worker, signal: AbortSignal): Promise<FaceAnswer> {
  const settled = new AbortController();
  const either = AbortSignal.any([signal, settled.signal]);
  const ended = once(thread, 'exit', { signal: either }).then(() => {
    throw new Error('the face recogniser exited without a response');
  });
  ended.catch(() => {});
  try {
    // A crash of the thread is an 'error' event, which `once` turns into a rejection.
    const [message] = await Promise.race([once(thread, 'message', { signal: either }), ended]);
    return message as FaceAnswer;
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof Error ? new Error(`the face recogniser failed: ${error.message}`) : error;
  } finally {
    settled.abort();
  }
}
