import { readFile } from 'node:fs/promises';
import { answerRequests } from '../../../models/model-process/main.ts';
import { openModel, packagedOnnx, type Tensor } from '../../../models/onnx/runtime.ts';
import { boxesIn } from './boxes.ts';
import type { DetectorAnswer, DetectorAsk, DetectorStart, Letter, Picture } from './messages.ts';
import { bothLooks, secondLook } from './second-look.ts';

/** Main program of the detector's process, which reads lines too. Its argument: a DetectorStart as JSON. */
const start = JSON.parse(process.argv[2] ?? '{}') as DetectorStart;

/** What a network takes off each channel of a picture, and divides it by. */
interface Levels {
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/** Those of the pictures that the finder of lines was taught with: ImageNet's. */
const FOUND: Levels = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };
/** The reader was taught with levels from -1 to 1. */
const READ: Levels = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] };

answerRequests<DetectorAsk, DetectorAnswer>('text', answering());

async function answering(): Promise<(ask: DetectorAsk) => Promise<DetectorAnswer>> {
  const onnx = await packagedOnnx();
  const load = async (file: string, levels: Levels) => {
    const session = await openModel(onnx, file);
    const [input = ''] = session.inputNames;
    const [output = ''] = session.outputNames;
    return async (picture: Picture): Promise<Tensor> => {
      const shape = [1, 3, picture.height, picture.width];
      const tensor = new onnx.Tensor('float32', planesOf(picture.rgb, levels), shape);
      const { [output]: result } = await session.run({ [input]: tensor });
      if (!result) throw new Error(`the network in ${file} gave nothing`);
      return result;
    };
  };
  const find = await load(start.finder, FOUND);
  const boxesOf = async (picture: Picture) => boxesIn({ ...picture, data: (await find(picture)).data });
  const lookAt = async (picture: Picture) => {
    const boxes = await boxesOf(picture);
    const again = secondLook(picture, boxes);
    return again ? bothLooks(boxes, again, await boxesOf(again)) : boxes;
  };
  let reader: Promise<(picture: Picture) => Promise<Letter[]>> | undefined;
  const loadReader = async () => {
    const run = await load(start.reader, READ);
    const letters = ['', ...(await readFile(start.letters, 'utf8')).split('\n'), ' '];
    return async (picture: Picture) => lettersIn(await run(picture), letters);
  };
  return async ({ task, ...picture }) => {
    if (task === 'find') return { boxes: await lookAt(picture) };
    // Most films need no second reader.
    reader ??= loadReader();
    return { letters: await (await reader)(picture) };
  };
}

/** The channels one after the other. The networks were taught with them in the order blue, green, red. */
function planesOf(rgb: Uint8Array, { mean, deviation }: Levels): Float32Array {
  const size = rgb.length / 3;
  const planes = new Float32Array(rgb.length);
  for (const channel of [0, 1, 2] as const)
    for (let at = 0; at < size; at += 1)
      planes[channel * size + at] =
        ((rgb[3 * at + 2 - channel] ?? 0) / 255 - mean[channel]) / deviation[channel];
  return planes;
}

/**
 * The likeliest letter of each step from left to right; one that goes on over several steps is one letter, and the first of all
 * letters stands for none (greedy decoding of CTC, Graves and others 2006).
 */
function lettersIn({ data, dims: [, steps = 0, of = 0] }: Tensor, letters: readonly string[]): Letter[] {
  const read: Letter[] = [];
  let last = 0;
  for (let step = 0; step < steps; step += 1) {
    let best = 0;
    for (let one = 1; one < of; one += 1)
      if ((data[step * of + one] ?? 0) > (data[step * of + best] ?? 0)) best = one;
    if (best !== 0 && best !== last)
      read.push({
        ...{ text: letters[best] ?? '', probability: data[step * of + best] ?? 0 },
        along: (step + 0.5) / steps,
      });
    last = best;
  }
  return read;
}
