/** Signs that stand by themselves: without them a line of code, a sum or a menu says something else. */
import { afterAll, describe, expect } from 'vitest';
import { readImage } from '../../../../src/service/understanding/modalities/scene-text/on-device.ts';
import { stopRecogniser } from '../../../../src/service/understanding/modalities/scene-text/recogniser.ts';
import { needs } from '../../../support/programs.ts';
import { drawFrame } from './rendered.ts';

const it = needs('ffmpeg', 'fonts');
afterAll(() => stopRecogniser());

const SIGNS = [
  'if (count != 10) { limit = 25%; }',
  'Total $1250 + 19% VAT = $1487',
  'Fish & chips / tea * 2',
  'March 1 | April 2 -> May 3',
  'open 2024 – 2025 for all',
];
/** The same lines without signs, as far as they have words: what is not there is not read. */
const PLAIN = ['if count is 10 the limit', 'Total of 1250 plus tax', 'Fish and chips with tea'];

async function read(lines: readonly string[], size: number, background: string, colour: string) {
  const frame = await drawFrame({
    background: `color=c=${background}:s=@`,
    text: `expansion=none:fontcolor=${colour}`,
    font: 'DejaVuSans.ttf',
    size,
    width: 1280,
    height: 720,
    lines,
  });
  return (await readImage(frame, new AbortController().signal)).map(({ text }) => text);
}

describe('signs between words on the screen', () => {
  for (const [size, background, colour] of [
    [28, 'white', 'black'],
    [36, 'white', 'black'],
    [44, '0x102030', 'white'],
  ] as const)
    it(`are read in letters of ${size} pixels, ${colour} on ${background}`, async () => {
      const lines = await read(SIGNS, size, background, colour);
      // Which dash it was is not told from its picture, nor whether a space is beside a sign.
      const level = (all: readonly string[]) =>
        all.map((line) => line.replaceAll(/[–—]/g, '-').replaceAll(' ', ''));
      expect(level(lines)).toEqual(level(SIGNS));
      expect(await read(PLAIN, size, background, colour)).toEqual(PLAIN);
    });
});
