/**
 * Reads text in one picture: a detector finds and straightens its lines (detector, lines), tesseract reads each.
 * Words with their boxes and confidence go out.
 */

import type { Page } from 'tesseract.js';
import { type OneRecogniser, oneRecogniser } from '../../models/one-recogniser.ts';
import { withinWork } from '../../models/within-work.ts';
import { stopDetector } from './detector/finder.ts';
import { ENGLISH, type TextLanguage } from './languages.ts';
import { findTesseract, type Reader, startReader } from './tesseract.ts';

/** Processor time per picture in milliseconds. A picture normally takes well under a second. */
const IMAGE_MS = 60_000;

/** One for each language and its data: most films need one of them, and an idle one is stopped. */
const readers = new Map<string, OneRecogniser<Reader>>();

function readerOf({ code, folder, version }: TextLanguage): OneRecogniser<Reader> {
  const key = `${code} ${version}`;
  const known = readers.get(key);
  if (known) return known;
  const made = oneRecogniser(() => {
    const { langPath, corePath } = findTesseract();
    return startReader({ langPath: folder ?? langPath, corePath }, code);
  });
  readers.set(key, made);
  return made;
}

/** Reads one encoded picture with this process's only recogniser of the language. Rejects with a readable reason. */
export function readPicture(image: Buffer, signal: AbortSignal, language = ENGLISH): Promise<Page> {
  return readerOf(language).use(signal, ({ read }) =>
    withinWork({ name: 'reader of text', ms: IMAGE_MS }, signal, (limit) => unless(limit, read(image))),
  );
}

/** Stops the recognisers that run, and the detector of lines. The next picture starts others. */
export async function stopRecogniser(): Promise<void> {
  await Promise.all([stopDetector(), ...[...readers.values()].map(({ stop }) => stop())]);
}

/** The result of the work, or a rejection as soon as the signal aborts. */
async function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let onAbort = () => {};
  const ended = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
