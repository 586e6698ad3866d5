import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Kinds of models, recognised by their files. */
export type ModelKind = 'whisper' | 'moonshine' | 'transducer' | 'sense-voice';

/** A complete model. Paths are absolute. */
export interface SherpaModel {
  readonly kind: ModelKind;
  readonly folder: string;
  /** By role: encoder, decoder, joiner, tokens and so on. */
  readonly files: Readonly<Record<string, string>>;
}

/** The end of the file name for each role; `encoder` finds base.en-encoder.int8.onnx. */
const PARTS: Record<ModelKind, readonly string[]> = {
  moonshine: ['preprocess', 'uncached_decode', 'cached_decode', 'encode'],
  transducer: ['encoder', 'decoder', 'joiner'],
  whisper: ['encoder', 'decoder'],
  'sense-voice': ['model'],
};

/** Files that identify a kind, whatever else is missing. The first match wins. */
const SIGNS: readonly (readonly [ModelKind, RegExp])[] = [
  ['moonshine', /^(preprocess|(un)?cached_decode|encode)[.-].*onnx$/],
  ['transducer', /(^|-)joiner[.-].*onnx$/],
  ['transducer', /^(encoder|decoder)[.-].*onnx$/],
  ['whisper', /-(encoder|decoder)[.-].*onnx$/],
  ['sense-voice', /^model[.-].*onnx$/],
];

/** A smaller .onnx file is a Git LFS pointer, or an interrupted download. */
const LEAST_ONNX_BYTES = 4096;

/**
 * Inspects a model folder and checks every file that the recogniser will open; the recogniser itself only says "check
 * your config" if one is missing.
 * @throws Error naming the folder, the kind of model and the file
 */
export async function inspectModel(folder: string): Promise<SherpaModel> {
  const names = await readdir(folder).catch(() => {
    throw new Error(`The folder ${folder} for sherpa-onnx cannot be read; check VAU_SHERPA_MODEL_DIR.`);
  });
  const kind = SIGNS.find(([, sign]) => names.some((name) => sign.test(name)))?.[0];
  if (!kind)
    throw new Error(
      `The folder ${folder} has no supported model. Supported: whisper, moonshine, transducers (parakeet) and sense-voice.`,
    );
  const files: Record<string, string> = {};
  for (const part of PARTS[kind]) files[part] = await onnxFile(folder, names, kind, part);
  files.tokens = await tokensFile(folder, names, kind);
  if (names.includes('bpe.vocab')) files.bpe_vocab = path.join(folder, 'bpe.vocab');
  return { kind, folder, files };
}

/** Prefers the 8-bit version: as accurate in practice, and a third of the size. */
async function onnxFile(
  folder: string,
  names: readonly string[],
  kind: ModelKind,
  part: string,
): Promise<string> {
  const fits = names.filter((name) => new RegExp(`(^|-)${part}([.-].*)?\\.onnx$`).test(name)).sort();
  const name = fits.find((one) => one.includes('int8')) ?? fits[0];
  if (name === undefined) throw new Error(missing(folder, kind, `${part}.onnx`));
  const file = path.join(folder, name);
  if ((await stat(file)).size < LEAST_ONNX_BYTES)
    throw new Error(
      `${file} is too small for a model: the download was interrupted, or it is only a pointer.`,
    );
  await checkReadable(file);
  return file;
}

async function tokensFile(folder: string, names: readonly string[], kind: ModelKind): Promise<string> {
  const name = names.find((one) => one === 'tokens.txt') ?? names.find((one) => one.endsWith('-tokens.txt'));
  if (name === undefined) throw new Error(missing(folder, kind, 'tokens.txt'));
  const file = path.join(folder, name);
  if ((await stat(file)).size === 0) throw new Error(`${file} is empty.`);
  await checkReadable(file);
  return file;
}

async function checkReadable(file: string): Promise<void> {
  const handle = await open(file, 'r').catch(() => {
    throw new Error(`${file} cannot be read: permission denied.`);
  });
  await handle.close();
}

function missing(folder: string, kind: ModelKind, file: string): string {
  return `The ${kind} model in ${folder} is incomplete: ${file} is missing.`;
}
