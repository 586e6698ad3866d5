import { availableParallelism } from 'node:os';
import path from 'node:path';
import { LAST } from '../../../../media/index.ts';
import { chosenModel, entryOf } from '../../../models/index.ts';
import { mostBytesFor } from '../../models/model-process/memory.ts';
import { modelProcess } from '../../models/model-process/own-process.ts';

/** Sound whose speakers the process is to tell apart: 16-bit mono samples at 16 kHz. */
export interface SpeakersAsk {
  readonly pcm: Uint8Array;
}

/** A time in which one person speaks, in seconds from the start of the sound. */
export interface Turn {
  readonly start: number;
  readonly end: number;
  /** A number of this sound only. */
  readonly speaker: number;
}

/** What a voice sounds like: a vector of length 1. Vectors of the same voice are near each other. */
export interface Voice {
  readonly speaker: number;
  readonly vector: Float32Array;
}

/** Who speaks when. A speaker who says too little has no voice. */
export interface SpeakersAnswer {
  readonly turns: readonly Turn[];
  readonly voices: readonly Voice[];
}

export const SHERPA = 'sherpa-onnx-node';

/** What tells speakers apart, as vau setup brought it: what its process is started with. */
export interface SpeakersModel {
  readonly model: string;
  /** Absolute paths. */
  readonly segmentation: string;
  readonly voice: string;
  /** The file that imports sherpa-onnx-node. */
  readonly runtime: string;
  readonly threads: number;
  /** Voices within this distance are one speaker: 1 less the cosine of their vectors. */
  readonly distance: number;
}

/** Both cores of a small machine. */
const MOST_THREADS = 2;

/** What sherpa-onnx uses where nothing is set. */
const DISTANCE = 0.5;

/** Five minutes of sound take a minute or two on two slow cores. */
const HANGS_MS = 15 * 60_000;

/**
 * The model in use.
 * @returns undefined if none is set up
 * @throws Error with the command that brings it, if it lacks a file or its package
 */
export function speakersModel(dataDir: string): SpeakersModel | undefined {
  const installed = chosenModel(dataDir, 'speakers');
  if (!installed) return undefined;
  const { folder, manifest } = installed;
  const { model, files, packages, options } = manifest;
  const weights = files.map((one) => one.path).filter((file) => file.endsWith('.onnx'));
  const voice = weights.find((file) => path.posix.basename(file) === 'voice.onnx');
  const segmentation = weights.find((file) => file !== voice);
  const runtime = packages.find(({ name }) => name === SHERPA);
  if (!voice || !segmentation || !runtime) {
    const lacks = !runtime ? `the package ${SHERPA}` : voice ? 'its segmentation' : 'voice.onnx';
    throw new Error(`The model ${model} lacks ${lacks}. Get it with: vau setup speakers ${model}`);
  }
  return {
    model,
    segmentation: path.join(folder, segmentation),
    voice: path.join(folder, voice),
    runtime: entryOf(dataDir, runtime),
    threads: Math.min(MOST_THREADS, availableParallelism()),
    distance: Number(options.distance ?? DISTANCE),
  };
}

/** The model in a process that this one starts: it computes for a minute without a pause, and must be ended then. */
export function speakersProcess(model: SpeakersModel) {
  return modelProcess<SpeakersAsk, SpeakersAnswer>({
    kind: 'speakers',
    name: 'process that tells speakers apart',
    entry: 'speakers',
    args: () => [JSON.stringify(model)],
    hangsMs: HANGS_MS,
    mostBytes: mostBytesFor([model.segmentation, model.voice]),
    niceness: LAST,
  });
}
