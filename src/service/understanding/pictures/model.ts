import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { entryOf, type InstalledModel } from '../../models/index.ts';
import { ONNX } from '../onnx/runtime.ts';
import type { PictureForm, PictureModel, TextForm } from './messages.ts';

/** What the names of vectors of pictures begin with: no encoder of texts has such a name. */
export const PICTURES = 'pictures/';

/** Increase it whenever pictures are prepared in another way: vectors are then made again. */
const PREPARED = 1;

/** Threads of one encoder: each search waits for one short text, and hearing needs the other cores. */
const MOST_THREADS = 2;

/** Names its vectors: other files or options under the same name make other vectors. */
export function nameOf({ manifest: { model, files, options } }: InstalledModel): string {
  const content = JSON.stringify([PREPARED, files.map(({ sha256 }) => sha256).sort(), options]);
  return `${PICTURES}${model}@${createHash('sha256').update(content).digest('hex').slice(0, 12)}`;
}

/** @throws Error if the model lacks a file, its package, or what its runtime must know */
export function pictureModel(dataDir: string, { folder, manifest }: InstalledModel): PictureModel {
  const { name, model, files, packages, options } = manifest;
  const next = `Get it with: vau setup ${name} ${model}`;
  const at = (wanted: string) => {
    if (files.some((one) => one.path === wanted)) return path.join(folder, wanted);
    throw new Error(`The model ${model} lacks ${wanted}. ${next}`);
  };
  const runtime = packages.find((one) => one.name === ONNX);
  if (!runtime) throw new Error(`The model ${model} lacks the package ${ONNX}. ${next}`);
  return {
    ...{ model, vision: at('vision.onnx'), text: at('text.onnx'), tokenizer: at('tokenizer.json') },
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
