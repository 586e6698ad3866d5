import { expect, it } from 'vitest';
import { linesOf } from '../../../../src/service/understanding/modalities/speech/moonshine/lines.ts';

/** Where sentences begin that are heard in spans of speech, in seconds. */
function begins(text: string, spans: readonly (readonly [number, number])[]) {
  const pieces = text.split(' ').map((word) => `▁${word}`);
  const logs = [...pieces.map(() => -0.05), -0.1];
  const speech = spans.map(([start, end]) => ({ start, end, voice: 0.97 }));
  const chunk = { start: 0, end: 30 };
  return linesOf({ pieces, logs, ended: true }, chunk, speech).map(({ start }) => start);
}

const PRINTING =
  'The invention of movable metal letters in the middle of the fifteenth century may justly be considered as the invention of the art of printing.';

it('a sentence begins after the pause before it, however short its first word is', () => {
  const spans = [
    [0.94, 5.09],
    [5.23, 6.85],
    [7.02, 9.12],
    [9.87, 12.48],
  ] as const;
  expect(begins(`${PRINTING} A thin stripe runs down the middle.`, spans)).toEqual([0.94, 9.87]);
});

it('a sentence begins after a pause, where figures before it take longer to say than to write', () => {
  const spans = [
    [18.38, 20.38],
    [20.46, 22.5],
    [22.96, 24.8],
  ] as const;
  const text = 'Or forty two line Bible of about fourteen fifty five. We are sure that one war is enough.';
  expect(begins(text, spans)).toEqual([18.38, 22.96]);
});
