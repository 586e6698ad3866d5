import path from 'node:path';
import { assetsPath } from '../../../../media/entry-path.ts';
import type { Grey } from '../../../../media/index.ts';
import type { ModelPort } from '../../model-process/messages.ts';
import { modelProcess } from '../../model-process/own-process.ts';
import { throughService } from '../../model-process/through-service.ts';
import { detectorInput } from './input.ts';
import type { DetectorAsk, DetectorStart, TextBox } from './messages.ts';

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
    ...{ x: x * across, y: y * down, score },
    width: width * Math.hypot(cos * across, sin * down),
    height: height * Math.hypot(sin * across, cos * down),
    angle: Math.atan2(sin * down, cos * across),
  };
}
