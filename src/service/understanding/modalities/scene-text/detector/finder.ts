/**
 * Finds lines of text in a picture by a network: grey pixels come in, boxes at any angle go out, the surest first. It
 * runs in a process of its own (process.ts), one for the machine.
 */

import path from 'node:path';
import { assetsPath } from '../../../../../media/entry-path.ts';
import type { Grey } from '../../../../../media/index.ts';
import type { ModelPort } from '../../../models/model-process/messages.ts';
import { modelProcess } from '../../../models/model-process/own-process.ts';
import { throughService } from '../../../models/model-process/requests.ts';
import { type DetectorAsk, type DetectorStart, SIDE_STEP, type TextBox } from './messages.ts';

/** Longer side of the pictures that the detector gets, in pixels: twice as many take four times as long. */
const LONGER_SIDE = 800;

/** A picture in a size for the detector, with nearly its own aspect ratio. A smaller one is not enlarged. */
function detectorInput(grey: Grey): DetectorAsk {
  const scale = Math.min(1, LONGER_SIDE / Math.max(grey.width, grey.height));
  const side = (pixels: number) => Math.max(1, Math.round((pixels * scale) / SIDE_STEP)) * SIDE_STEP;
  const [width, height] = [side(grey.width), side(grey.height)];
  const size = { width, height };
  const luma = resized(grey, size);
  const blue = grey.colour ? resized({ ...grey.colour, data: grey.colour.blue }, size) : undefined;
  const red = grey.colour ? resized({ ...grey.colour, data: grey.colour.red }, size) : undefined;
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < luma.length; at += 1) {
    // BT.601; the planes of colour go from 16 to 240.
    const [y, b, r] = [luma[at] ?? 0, (blue?.[at] ?? 128) - 128, (red?.[at] ?? 128) - 128];
    rgb[3 * at] = level(y + 1.596 * r);
    rgb[3 * at + 1] = level(y - 0.391 * b - 0.813 * r);
    rgb[3 * at + 2] = level(y + 2.018 * b);
  }
  return { width, height, rgb };
}

const level = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));

/** Scales a plane: each pixel is the mean of those that it covers, or of the nearest one. */
function resized({ width, height, data }: Grey, to: { width: number; height: number }): Float32Array {
  const columns = spans(to.width, width);
  const rows = spans(to.height, height);
  const result = new Float32Array(to.width * to.height);
  for (const [y, [top, bottom]] of rows.entries())
    for (const [x, [left, right]] of columns.entries()) {
      let sum = 0;
      for (let row = top; row < bottom; row += 1)
        for (let at = row * width + left; at < row * width + right; at += 1) sum += data[at] ?? 0;
      result[y * to.width + x] = sum / ((bottom - top) * (right - left));
    }
  return result;
}

/** For each of `count` pixels: the first of `from` pixels that it covers, and the one after the last. */
function spans(count: number, from: number): [number, number][] {
  return Array.from({ length: count }, (_, at) => {
    const first = Math.min(from - 1, Math.floor((at * from) / count));
    return [first, Math.max(first + 1, Math.floor(((at + 1) * from) / count))];
  });
}

/** What finds lines, in the settings of stored results and for people. */
export const DETECTOR = 'PP-OCRv4';

/** A process that takes so long for a picture hangs. A picture normally takes a quarter of a second. */
const HANGS_MS = 120_000;

const detector = modelProcess<DetectorAsk, TextBox[]>({
  kind: 'text',
  name: 'detector of text',
  entry: 'text-detector',
  args: () => [
    JSON.stringify({ model: path.join(assetsPath('text'), 'detector.onnx') } satisfies DetectorStart),
  ],
  hangsMs: HANGS_MS,
  background: true,
});

/** The detector in a process that this one starts. */
export const ownDetector: ModelPort<DetectorAsk, TextBox[]> = detector;

/** Who is asked: a process of this one, or in a worker the service, so that the machine has the model once. */
let port = ownDetector;

/** Lets the service ask for this process, which is one of its workers. */
export function detectTextInService(): void {
  port = throughService('text');
}

/** Ends the process that this one has started. The next picture starts another. */
export const stopDetector = (): Promise<void> => detector.stop();

/**
 * The boxes around lines of text in a picture, in its pixels, the surest first. Lines may be turned by any angle. The detector starts
 * with the first picture. Rejects with ModelFailed, and at once on an abort.
 */
export async function findTextBoxes(grey: Grey, signal: AbortSignal): Promise<TextBox[]> {
  const ask = detectorInput(grey);
  const [across, down] = [grey.width / ask.width, grey.height / ask.height];
  return (await port.ask(ask, signal)).map((box) => stretched(box, across, down));
}

/** A box in a picture whose sides are so many times as long. They differ by a few per cent, so that a box stays nearly square. */
function stretched({ x, y, width, height, angle, score }: TextBox, across: number, down: number): TextBox {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    x: x * across,
    y: y * down,
    score,
    width: width * Math.hypot(cos * across, sin * down),
    height: height * Math.hypot(sin * across, cos * down),
    angle: Math.atan2(sin * down, cos * across),
  };
}
