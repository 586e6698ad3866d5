import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { entryPath } from '../../../media/entry-path.ts';
import type { FaceAnswer, FaceRequest, FaceThreadData, FoundFace, Picture } from './messages.ts';

/** Timeout per picture in milliseconds. A picture normally takes well under a second. */
const PICTURE_MS = 120_000;
/** The recogniser uses some 200 MB; it is released after this many idle milliseconds. */
const IDLE_MS = 30_000;

let current: Promise<Worker> | undefined;
let queue: Promise<unknown> = Promise.resolve();
let idle: NodeJS.Timeout | undefined;
let asked = 0;

/**
 * Finds the faces in one picture on this process's only recogniser thread, which starts on the first picture and is
 * reused. Pictures wait in a queue. A thread that crashes, hangs or is aborted is discarded with its picture; the next
 * picture gets a new one. Rejects with a readable reason.
 * @param sure the caller knows that there is probably a face: runs a second pass, and accepts weaker detections
 */
export function findFaces(picture: Picture, signal: AbortSignal, sure = false): Promise<FoundFace[]> {
  const turn = queue.then(() => findNow(picture, sure, signal));
  queue = turn.catch(() => {});
  return turn;
}

/** Ends the thread if there is one. The next picture starts another. */
export async function stopFaceFinder(): Promise<void> {
  clearTimeout(idle);
  const leaving = current;
  current = undefined;
  await (await leaving?.catch(() => undefined))?.terminate();
}

async function findNow(picture: Picture, sure: boolean, signal: AbortSignal): Promise<FoundFace[]> {
  signal.throwIfAborted();
  clearTimeout(idle);
  current ??= startThread();
  let answer: FaceAnswer;
  try {
    const thread = await current;
    thread.ref();
    answer = await ask(thread, picture, sure, signal);
    thread.unref();
  } catch (error) {
    await stopFaceFinder();
    throw error;
  }
  idle = setTimeout(stopFaceFinder, IDLE_MS).unref();
  if (answer.type !== 'found') throw new Error(`faces could not be detected: ${reasonOf(answer)}`);
  return answer.faces;
}

function reasonOf(answer: FaceAnswer): string {
  return answer.type === 'failed' ? answer.reason : 'the recogniser did not respond';
}

async function startThread(): Promise<Worker> {
  const bundle = entryPath('faces');
  const workerData: FaceThreadData = { assets: path.join(path.dirname(bundle), 'assets', 'faces') };
  const thread = new Worker(bundle, { workerData, execArgv: [] });
  await nextMessage(thread, AbortSignal.timeout(PICTURE_MS));
  return thread;
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
