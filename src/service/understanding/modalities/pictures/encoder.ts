import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { once } from '../../../../media/remember.ts';
import { type OnnxModule, openModel, type Session, type Tensor } from '../../models/onnx/runtime.ts';
import type { PictureForm, PictureModel, TextForm } from './messages.ts';

/** Levels of a colour. */
const LEVELS = 255;
const COLOURS = 3;

/**
 * A picture as a network reads it: all of red, then green, then blue, each by its mean and deviation.
 * @param rgb rgb24, row by row
 * @throws Error if it has not the form's size
 */
export function planesOf(rgb: Uint8Array, { size, mean, deviation }: Omit<PictureForm, 'fit'>): Float32Array {
  const pixels = size * size;
  if (rgb.length !== COLOURS * pixels)
    throw new Error(`a picture has ${rgb.length} bytes and should have ${COLOURS * pixels}`);
  const planes = new Float32Array(COLOURS * pixels);
  for (let colour = 0; colour < COLOURS; colour += 1) {
    const [middle, spread] = [mean[colour] ?? 0, deviation[colour] ?? 1];
    for (let at = 0; at < pixels; at += 1)
      planes[colour * pixels + at] = ((rgb[COLOURS * at + colour] ?? 0) / LEVELS - middle) / spread;
  }
  return planes;
}

/**
 * The tokens of a text as a model wants them: cut, ended, and filled up.
 * @param ids as the tokenizer gives them
 */
export function fitted(ids: readonly number[], { mostTokens, padding, end }: TextForm): number[] {
  const last = ids.at(-1);
  const ended = end === undefined || last === end ? ids : [...ids, end];
  const cut =
    ended.length <= mostTokens ? [...ended] : [...ended.slice(0, mostTokens - 1), ended.at(-1) ?? 0];
  if (padding === undefined) return cut;
  return [...cut, ...new Array<number>(mostTokens - cut.length).fill(padding)];
}

/** A loaded pair of encoders: vectors of length 1, near each other if a picture shows what a text says. */
export interface LoadedEncoders {
  encodeText(text: string): Promise<Float32Array>;
  /** @param rgb pixels of the model's size */
  encodePicture(rgb: Uint8Array): Promise<Float32Array>;
}

/** The names of outputs that are one vector for the whole input, in exports of such models. */
const WHOLE = ['image_embeds', 'text_embeds', 'pooler_output'];

/** Each half is loaded when it is first needed: a search needs no pictures. Rejects with a readable reason. */
export function loadEncoders(onnx: OnnxModule, wanted: PictureModel): LoadedEncoders {
  const { env, Tensor } = onnx;
  env.wasm.numThreads = wanted.threads;
  env.logLevel = 'error';
  const vision = once(() => openModel(onnx, wanted.vision));
  const text = once(async () => ({
    session: await openModel(onnx, wanted.text),
    tokenizer: new Tokenizer(JSON.parse(await readFile(wanted.tokenizer, 'utf8')), {}),
  }));
  const { size } = wanted.pictures;
  return {
    async encodeText(given) {
      const { session, tokenizer } = await text();
      const { ids } = tokenizer.encode(wanted.texts.lowerCase ? given.toLowerCase() : given);
      const all = fitted(ids, wanted.texts);
      const tensor = (numbers: BigInt64Array) => new Tensor('int64', numbers, [1, all.length]);
      const inputs: Readonly<Record<string, () => Tensor>> = {
        input_ids: () => tensor(BigInt64Array.from(all, BigInt)),
        attention_mask: () => tensor(new BigInt64Array(all.length).fill(1n)),
      };
      return vectorOf(session, inputs);
    },
    async encodePicture(rgb) {
      const planes = planesOf(rgb, wanted.pictures);
      const pixels = () => new Tensor('float32', planes, [1, 3, size, size]);
      return vectorOf(await vision(), { pixel_values: pixels });
    },
  };
}

async function vectorOf(
  session: Session,
  given: Readonly<Record<string, () => Tensor>>,
): Promise<Float32Array> {
  const inputs = session.inputNames.map((name) => {
    const make = given[name];
    if (!make) throw new Error(`the model expects ${name}, which no encoder of this kind does`);
    return [name, make()] as const;
  });
  const outputs = await session.run(Object.fromEntries(inputs));
  const name = WHOLE.find((one) => session.outputNames.includes(one)) ?? session.outputNames[0] ?? '';
  const { data, dims = [] } = outputs[name] ?? {};
  const dimension = dims.at(-1) ?? 0;
  if (!data || dims.length !== 2 || dims[0] !== 1 || dimension < 2)
    throw new Error(`the model makes a tensor of ${dims.join(' x ')}, not one vector`);
  const length = Math.hypot(...Array.from(data));
  if (!(length > 0) || !Number.isFinite(length))
    throw new Error('the model makes vectors without a direction');
  return Float32Array.from(data, (value) => value / length);
}
