import type { Page } from 'tesseract.js';
import { oneRecogniser } from '../one-recogniser.ts';
import { findTesseract, startReader } from './tesseract.ts';

/** Timeout per picture in milliseconds. A picture normally takes well under a second. */
const IMAGE_MS = 60_000;

const reader = oneRecogniser(() => startReader(findTesseract()));

/** Reads one encoded picture with this process's only recogniser. Rejects with a readable reason. */
export function readPicture(image: Buffer, signal: AbortSignal): Promise<Page> {
  return reader.use(signal, ({ read }) => within(read(image), signal));
}

/** Stops the recogniser if there is one. The next picture starts another. */
export const stopRecogniser = reader.stop;

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
