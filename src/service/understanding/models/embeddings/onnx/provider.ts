/**
 * Encoders in ONNX that `vau setup` brought: an InstalledModel comes in, and texts become vectors in a process of
 * their own (process.ts), relative to the mean of unrelated sentences (centre.ts).
 */

import { availableParallelism } from 'node:os';
import path from 'node:path';
import { entryOf, type InstalledModel } from '../../../../models/index.ts';
import { modelProcess } from '../../model-process/own-process.ts';
import { ONNX } from '../../onnx/runtime.ts';
import type { EncoderAsk } from '../sentence/messages.ts';

/** A sentence encoder in ONNX that vau setup brought: what its process is started with. */
export interface OnnxEncoder {
  readonly model: string;
  /** Absolute paths. */
  readonly weights: string;
  readonly tokenizer: string;
  /** The file that imports onnxruntime-web. */
  readonly runtime: string;
  readonly threads: number;
  /** Longest text, in tokens; a longer one is cut. */
  readonly mostTokens: number;
  /** What stands before a text, such as `query: ` and `passage: `; may be empty. */
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** How the vectors of tokens become one: their mean, or that of the first token. */
  readonly pooling: 'mean' | 'first';
}

/** Where encoders of this kind were trained to end. */
const MOST_TOKENS = 512;

/** Threads of one encoder: each search waits for one short text, and hearing needs the other cores. */
const MOST_THREADS = 2;

/** A process with this encoder that hangs for so long is ended. A large one takes a while to load. */
const HANGS_MS = 180_000;

/** @throws Error if the model lacks a file or its package */
export function onnxEncoder(dataDir: string, { folder, manifest }: InstalledModel): OnnxEncoder {
  const { name, model, files, packages, options } = manifest;
  const at = (wanted: RegExp) => files.find((one) => wanted.test(one.path))?.path;
  const [weights, tokenizer] = [at(/\.onnx$/i), at(/(^|\/)tokenizer\.json$/)];
  const runtime = packages.find((one) => one.name === ONNX);
  if (!weights || !tokenizer || !runtime) {
    const lacks = !weights ? 'an .onnx file' : tokenizer ? `the package ${ONNX}` : 'tokenizer.json';
    throw new Error(`The model ${model} lacks ${lacks}. Get it with: vau setup ${name} ${model}`);
  }
  return {
    model,
    weights: path.join(folder, weights),
    tokenizer: path.join(folder, tokenizer),
    runtime: entryOf(dataDir, runtime),
    threads: Math.min(MOST_THREADS, availableParallelism()),
    mostTokens: Number(options.max_tokens ?? MOST_TOKENS),
    queryPrefix: String(options.query_prefix ?? ''),
    passagePrefix: String(options.passage_prefix ?? ''),
    pooling: options.pooling === 'first' ? 'first' : 'mean',
  };
}

/** The encoder in a process that this one starts. */
export function onnxProcess(encoder: OnnxEncoder) {
  return modelProcess<EncoderAsk, readonly Float32Array[]>({
    kind: 'encoder',
    name: 'text encoder',
    entry: 'onnx-encoder',
    args: () => [JSON.stringify(encoder)],
    hangsMs: HANGS_MS,
  });
}
