/**
 * Encoders of pictures: frames and texts come in, vectors that can be compared with each other go out. The models
 * run in a process of their own (process.ts); workers ask through the service.
 */

import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { messageOf } from '../../../errors.ts';
import { chosenModel, entryOf, type InstalledModel, installedModels } from '../../../models/index.ts';
import type { TextEncoder } from '../../models/embeddings/index.ts';
import type { ModelPort } from '../../models/model-process/messages.ts';
import { type ModelProcess, modelProcess } from '../../models/model-process/own-process.ts';
import { throughService } from '../../models/model-process/requests.ts';
import { ONNX } from '../../models/onnx/runtime.ts';
import type { AskOfPictures, PictureAsk, PictureForm, PictureModel, TextForm } from './messages.ts';

/** What the names of vectors of pictures begin with: no encoder of texts has such a name. */
const PICTURES = 'pictures/';

/** Increase it whenever pictures are prepared in another way: vectors are then made again. */
const PREPARED = 1;

/** Threads of one encoder: each search waits for one short text, and hearing needs the other cores. */
const MOST_THREADS = 2;

/** Names its vectors: other files or options under the same name make other vectors. */
function nameOf({ manifest: { model, files, options } }: InstalledModel): string {
  const content = JSON.stringify([PREPARED, files.map(({ sha256 }) => sha256).sort(), options]);
  return `${PICTURES}${model}@${createHash('sha256').update(content).digest('hex').slice(0, 12)}`;
}

/** @throws Error if the model lacks a file, its package, or what its runtime must know */
function pictureModel(dataDir: string, { folder, manifest }: InstalledModel): PictureModel {
  const { name, model, files, packages, options } = manifest;
  const next = `Get it with: vau setup ${name} ${model}`;
  const at = (wanted: string) => {
    if (files.some((one) => one.path === wanted)) return path.join(folder, wanted);
    throw new Error(`The model ${model} lacks ${wanted}. ${next}`);
  };
  const runtime = packages.find((one) => one.name === ONNX);
  if (!runtime) throw new Error(`The model ${model} lacks the package ${ONNX}. ${next}`);
  return {
    model,
    vision: at('vision.onnx'),
    text: at('text.onnx'),
    tokenizer: at('tokenizer.json'),
    runtime: entryOf(dataDir, runtime),
    threads: Math.min(MOST_THREADS, availableParallelism()),
    pictures: pictureForm(model, options),
    texts: textForm(options),
  };
}

type Options = InstalledModel['manifest']['options'];

/** A larger picture than this is none that such a model reads. */
const LARGEST = 1024;

function pictureForm(model: string, options: Options): PictureForm {
  const size = Number(options.size);
  const [mean, deviation] = [threeOf(options.mean), threeOf(options.deviation)];
  const wrong = !Number.isInteger(size) || size < 1 || size > LARGEST ? 'size' : undefined;
  const lacking = wrong ?? (mean ? undefined : 'mean') ?? (deviation ? undefined : 'deviation');
  if (lacking !== undefined || !mean || !deviation)
    throw new Error(
      `The options of the model ${model} must have size (1 to ${LARGEST}), and mean and deviation as three numbers; ` +
        `${lacking} is not right.`,
    );
  return { size, fit: options.fit === 'stretch' ? 'stretch' : 'crop', mean, deviation };
}

/** Numbers in a text such as `0.5 0.5 0.5`; undefined if there are not three. */
function threeOf(option: Options[string] | undefined): number[] | undefined {
  const numbers = String(option ?? '')
    .split(' ')
    .map(Number);
  return numbers.length === 3 && numbers.every(Number.isFinite) && option !== undefined ? numbers : undefined;
}

/** Where CLIP was trained to end. */
const MOST_TOKENS = 77;

function textForm(options: Options): TextForm {
  const number = (name: string) => (options[name] === undefined ? undefined : Number(options[name]));
  return {
    mostTokens: number('max_tokens') ?? MOST_TOKENS,
    padding: number('padding'),
    end: number('end'),
    lowerCase: options.lower_case === true,
  };
}

/** A frame that stands for a part of a film. Times in seconds; all 0 for an image. */
export interface FramePlace {
  readonly start: number;
  readonly end: number;
  /** When it is shown: the middle of the part. */
  readonly time: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A longer shot is looked at in equal parts of at most this many seconds. */
const PART_SECONDS = 10;

/** Most frames of a film. One takes some 0.1 to 0.3 s. */
const MOST_FRAMES = 600;

/**
 * The frames of a film that stand for all of it: one of each shot, and more of long ones. Of a film with more than 600
 * parts, as many are spread over it evenly.
 * @param duration seconds; null for an image
 */
export function framesOf(shots: readonly Span[], duration: number | null): FramePlace[] {
  if (duration === null) return [{ start: 0, end: 0, time: 0 }];
  const spans = shots.length > 0 ? shots : [{ start: 0, end: duration }];
  const all = spans.flatMap(partsOf);
  if (all.length <= MOST_FRAMES) return all;
  return Array.from({ length: MOST_FRAMES }, (_, at) => {
    const one = all[Math.floor(((at + 0.5) * all.length) / MOST_FRAMES)];
    return one ?? { start: 0, end: duration, time: duration / 2 };
  });
}

function partsOf({ start, end }: Span): FramePlace[] {
  const count = Math.max(1, Math.ceil((end - start) / PART_SECONDS - 1e-6));
  const at = (index: number) => milliseconds(start + ((end - start) * index) / count);
  return Array.from({ length: count }, (_, index) => ({
    start: at(index),
    end: at(index + 1),
    time: milliseconds((at(index) + at(index + 1)) / 2),
  }));
}

const milliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

export type { AskOfPictures, PictureForm } from './messages.ts';

type Vectors = Float32Array[];

/** Turns pictures and texts into vectors that are near each other if the picture shows what the text says. */
export interface PictureEncoder extends TextEncoder {
  /** How it wants its pictures. */
  readonly form: PictureForm;
  /** One vector for each picture, as for texts. @param pictures rgb24 in its form */
  encodePictures(pictures: readonly Uint8Array[], signal: AbortSignal): Promise<Vectors>;
}

/** A process with this encoder that hangs for so long is ended. A large one takes a while to load. */
const HANGS_MS = 180_000;

/** The processes that this one has started, by model. */
const processes = new Map<string, ModelProcess<PictureAsk, Vectors>>();

/** Encoders in processes that this one starts. */
export const ownPictureEncoders: ModelPort<AskOfPictures, Vectors> = {
  ask({ of, ask }, signal) {
    const key = JSON.stringify(of);
    const one =
      processes.get(key) ??
      modelProcess<PictureAsk, Vectors>({
        kind: 'pictures',
        name: 'picture encoder',
        entry: 'picture-encoder',
        args: () => [key],
        hangsMs: HANGS_MS,
      });
    processes.set(key, one);
    return one.ask(ask, signal);
  },
};

/** Who is asked: a process of this one, or in a worker the service. */
let port = ownPictureEncoders;

/** Lets the service encode for this process, which is one of its workers. */
export function encodePicturesInService(): void {
  port = throughService('pictures');
}

/** Ends the processes that this one has started. The next request starts another. */
export async function stopPictureEncoders(): Promise<void> {
  await Promise.all([...processes.values()].map((one) => one.stop()));
}

/** The encoder that vau setup brought and that is in use; undefined if there is none. The settings are read now. */
export function pictureEncoder(dataDir: string): PictureEncoder | undefined {
  try {
    const chosen = chosenModel(dataDir, 'pictures');
    return chosen && encoderOf(dataDir, chosen);
  } catch (error) {
    return broken(messageOf(error));
  }
}

/** The encoder on this machine that made vectors of this name; undefined if it is not there any more. */
export function pictureEncoderNamed(dataDir: string, model: string): PictureEncoder | undefined {
  if (!model.startsWith(PICTURES)) return undefined;
  const found = installedModels(dataDir, 'pictures').find((one) => nameOf(one) === model);
  try {
    return found && encoderOf(dataDir, found);
  } catch {
    return undefined;
  }
}

/** By folder and time: an encoder's latest queries are remembered with it. */
const known = new Map<string, PictureEncoder>();

function encoderOf(dataDir: string, installed: InstalledModel): PictureEncoder {
  const key = `${installed.folder} ${installed.manifest.installed_at}`;
  const encoder = known.get(key) ?? makeEncoder(dataDir, installed);
  known.set(key, encoder);
  return encoder;
}

function makeEncoder(dataDir: string, installed: InstalledModel): PictureEncoder {
  const of = pictureModel(dataDir, installed);
  const [language, ...others] = installed.manifest.languages;
  return {
    model: nameOf(installed),
    language: others.length === 0 ? language : undefined,
    form: of.pictures,
    encode: (texts, signal) => port.ask({ of, ask: { texts } }, signal),
    encodePictures: (pictures, signal) => port.ask({ of, ask: { pictures } }, signal),
  };
}

/** An encoder that is set up and cannot be used: searches go without it, and say why. */
function broken(problem: string): PictureEncoder {
  const fail = () => Promise.reject(new Error(problem));
  const form: PictureForm = { size: 1, fit: 'crop', mean: [], deviation: [] };
  return { model: PICTURES, language: undefined, problem, form, encode: fail, encodePictures: fail };
}
