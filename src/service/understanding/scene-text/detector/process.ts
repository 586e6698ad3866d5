import { readFile } from 'node:fs/promises';
import { answerRequests } from '../../model-process/main.ts';
import { packagedOnnx } from '../../onnx/packaged.ts';
import { boxesIn } from './boxes.ts';
import type { DetectorAsk, DetectorStart, TextBox } from './messages.ts';

/** Main program of the detector's process. Its argument: a DetectorStart as JSON. */
const start = JSON.parse(process.argv[2] ?? '{}') as DetectorStart;

/** Mean and deviation of the channels of the pictures that the network was taught with: those of ImageNet. */
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

answerRequests<DetectorAsk, TextBox[]>('text', detecting());

async function detecting(): Promise<(ask: DetectorAsk) => Promise<TextBox[]>> {
  const onnx = await packagedOnnx();
  const session = await onnx.InferenceSession.create(await readFile(start.model), {
    executionProviders: ['wasm'],
  });
  const [input = ''] = session.inputNames;
  const [output = ''] = session.outputNames;
  return async ({ width, height, rgb }) => {
    const picture = new onnx.Tensor('float32', planesOf(rgb), [1, 3, height, width]);
    const { [output]: map } = await session.run({ [input]: picture });
    return map ? boxesIn({ width, height, data: map.data }) : [];
  };
}

/** The channels one after the other. The network was taught with them in the order blue, green, red and these means. */
function planesOf(rgb: Uint8Array): Float32Array {
  const size = rgb.length / 3;
  const planes = new Float32Array(rgb.length);
  for (const channel of [0, 1, 2] as const) {
    const [mean, deviation] = [MEAN[channel], DEVIATION[channel]];
    for (let at = 0; at < size; at += 1)
      planes[channel * size + at] = ((rgb[3 * at + 2 - channel] ?? 0) / 255 - mean) / deviation;
  }
  return planes;
}
