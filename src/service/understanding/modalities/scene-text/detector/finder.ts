/**
 * Finds lines of text in a picture by a network, and reads one by another: pixels come in; boxes at any angle go out, the surest
 * first, or letters. Both run in a process of their own (process.ts), one for the machine.
 */

import path from 'node:path';
import { assetsPath } from '../../../../../media/entry-path.ts';
import { type Grey, LAST } from '../../../../../media/index.ts';
import type { ModelPort } from '../../../models/model-process/messages.ts';
import { modelProcess } from '../../../models/model-process/own-process.ts';
import { throughService } from '../../../models/model-process/requests.ts';
import {
  type DetectorAnswer,
  type DetectorAsk,
  type DetectorStart,
  type Letter,
  type Picture,
  SIDE_STEP,
  type TextBox,
} from './messages.ts';

/** Longer side of the pictures that the detector gets, in pixels: twice as many take four times as long. */
const LONGER_SIDE = 800;

/** The planes of a picture in one size. Those of colour go from 16 to 240; without them it is grey. */
export interface Planes {
  readonly width: number;
  readonly height: number;
  readonly luma: Float32Array;
  readonly blue?: Float32Array | undefined;
  readonly red?: Float32Array | undefined;
}

/** A picture in a size for the finder, with nearly its own aspect ratio. A smaller one is not enlarged. */
function finderInput(grey: Grey): Picture {
  const scale = Math.min(1, LONGER_SIDE / Math.max(grey.width, grey.height));
  const side = (pixels: number) => Math.max(1, Math.round((pixels * scale) / SIDE_STEP)) * SIDE_STEP;
  const size = { width: side(grey.width), height: side(grey.height) };
  const { colour } = grey;
  return inColour({
    ...size,
    luma: resized(grey, size),
    blue: colour && resized({ ...colour, data: colour.blue }, size),
    red: colour && resized({ ...colour, data: colour.red }, size),
  });
}

/** BT.601. */
function inColour({ width, height, luma, blue, red }: Planes): Picture {
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < luma.length; at += 1) {
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

/** What finds lines, and reads those that tesseract is not sure of, in the settings of stored results and for people. */
export const DETECTOR = 'PP-OCRv4';

/** A process that takes so long for a picture hangs. A picture normally takes a quarter of a second. */
const HANGS_MS = 120_000;

const detector = modelProcess<DetectorAsk, DetectorAnswer>({
  kind: 'text',
  name: 'detector of text',
  entry: 'text-detector',
  args: () => {
    const [finder, reader, letters] = ['detector.onnx', 'reader.onnx', 'letters.txt'].map((name) =>
      path.join(assetsPath('text'), name),
    ) as [string, string, string];
    return [JSON.stringify({ finder, reader, letters } satisfies DetectorStart)];
  },
  hangsMs: HANGS_MS,
  niceness: LAST,
});

/** The detector in a process that this one starts. */
export const ownDetector: ModelPort<DetectorAsk, DetectorAnswer> = detector;

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
  const picture = finderInput(grey);
  const [across, down] = [grey.width / picture.width, grey.height / picture.height];
  const answer = await port.ask({ task: 'find', ...picture }, signal);
  return 'boxes' in answer ? answer.boxes.map((box) => stretched(box, across, down)) : [];
}

/**
 * The letters and spaces of one line, from left to right: about 0.15 s of processor time for three words. The network knows no
 * letters with marks. @param strip the line alone, level, of STRIP_HEIGHT
 */
export async function readStrip(strip: Planes, signal: AbortSignal): Promise<readonly Letter[]> {
  const answer = await port.ask({ task: 'read', ...inColour(strip) }, signal);
  return 'letters' in answer ? answer.letters : [];
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
