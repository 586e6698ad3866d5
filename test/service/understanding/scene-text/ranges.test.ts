import { describe, expect, it } from 'vitest';
import { joinRanges } from '../../../../src/service/understanding/modalities/scene-text/on-device.ts';

/** A reading of one line at a height of the picture. */
const read = (text: string, confidence = 80, top = 0.05) => ({
  text,
  words: [{ text, confidence, box: { left: 0.7, top, width: 0.2, height: 0.06 } }],
});

/** One line in each key frame, 5 seconds apart: its texts with their times. */
const joined = (...readings: ReturnType<typeof read>[][]) =>
  joinRanges(readings.map((lines, at) => ({ time: at * 5, lines }))).map(
    ({ text, start, end }) => `${text} ${start}-${end}`,
  );

describe('text that stays on the screen', () => {
  it('is one line, in its surest reading, if a few letters were misread', () => {
    const readings = [read('HARBQUR TV', 70), read('HARBOUR TV', 95), read('HARBOURTY', 60)];
    expect(joined(...readings.map((one) => [one]))).toEqual(['HARBOUR TV 0-10']);
  });

  it.each([
    ['a score that changes, or a letter read as a digit', [read('HOME 1 2 AWAY')], [read('HOME 1 3 AWAY')]],
    ['another text in the same place', [read('PIER FOUR')], [read('ROOM NINE')]],
    ['a like text in another place', [read('PIER FOUR')], [read('PIER FOUP', 80, 0.8)]],
    ['a short text that differs', [read('IN')], [read('ON')]],
  ])('is not %s', (_, one, other) => expect(joined(one, other)).toHaveLength(2));

  it('does not swallow a line beside it', () => {
    const both = [read('PIER FOUR', 80, 0.05), read('PIER FOUP', 80, 0.5)];
    expect(joined(both, both)).toEqual(['PIER FOUR 0-5', 'PIER FOUP 0-5']);
  });

  it('keeps two like lines in one place apart, and finds each again', () => {
    const [four, fourB] = [read('PIER FOUR', 80), read('PIER FOUR', 90)];
    const [foup, foupB] = [read('PIER FOUP', 80), read('PIER FOUP', 90)];
    expect(joined([four], [fourB, foupB])).toEqual(['PIER FOUR 0-5', 'PIER FOUP 5-5']);
    expect(joined([foup, four], [fourB], [foup])).toEqual(['PIER FOUP 0-0', 'PIER FOUR 0-10']);
  });
});
