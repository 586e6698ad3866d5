import type { Page } from 'tesseract.js';
import { findTesseract, type Reader, startReader } from './tesseract.ts';

/** Timeout per picture in milliseconds. A picture normally takes well under a second. */
const IMAGE_MS = 60_000;
/** The recogniser uses some 100 MB; it is released after this many idle milliseconds. */
const IDLE_MS = 30_000;

let current: Promise<Reader> | undefined;
let queue: Promise<unknown> = Promise.resolve();
let idle: NodeJS.Timeout | undefined;

/**
 * Reads one encoded picture with this process's only recogniser, which starts on the first picture and is reused.
 * Pictures wait in a queue. If a picture fails, hangs or is aborted, the recogniser is discarded, because its memory
 * may be damaged; the next picture gets a new one. Rejects with a readable reason.
 */
export function readPicture(image: Buffer, signal: AbortSignal): Promise<Page> {
  const turn = queue.then(() => readNow(image, signal));
  queue = turn.catch(() => {});
  return turn;
}

/** Stops the recogniser if there is one. The next picture starts another. */
export async function stopRecogniser(): Promise<void> {
  clearTimeout(idle);
  const leaving = current;
  current = undefined;
  await (await leaving?.catch(() => undefined))?.stop();
}

async function readNow(image: Buffer, signal: AbortSignal): Promise<Page> {
  signal.throwIfAborted();
  clearTimeout(idle);
  current ??= startReader(findTesseract());
  try {
    const reader = await current;
    reader.hold(true);
    const page = await within(reader.read(image), signal);
    reader.hold(false);
    idle = setTimeout(stopRecogniser, IDLE_MS);
    idle.unref();
    return page;
  } catch (error) {
    await stopRecogniser();
    throw error;
  }
}

/** The result of the work, or a rejection as soon as the signal aborts or the timeout expires. */
async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(IMAGE_MS)]);
  let onAbort = () => {};
  const ended = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.aborted ? signal.reason : new Error('reading it took longer than 60 s'));
    limit.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    limit.removeEventListener('abort', onAbort);
  }
}
