import { describe, expect, it } from 'vitest';
import { SpanMaker, type SpanOptions, shotRate } from '../../../src/media/shots/index.ts';
import type { Shot, Transition } from '../../../src/media/shots/types.ts';

const cut = (at: number): Transition => ({
  kind: 'cut',
  start: at * 10,
  end: at * 10,
  start_time: at,
  end_time: at,
});
const fade = (from: number, to: number): Transition => ({
  kind: 'gradual',
  start: from * 10,
  end: to * 10,
  start_time: from,
  end_time: to,
});

function spans(
  changes: Transition[],
  options: SpanOptions,
  closing?: Transition,
): (number | string | null)[][] {
  const maker = new SpanMaker(options);
  const shots: Shot[] = [...changes.flatMap((change) => maker.add(change)), ...maker.finish(10, closing)];
  return shots.map(({ start_time, end_time, transition }) => [start_time, end_time, transition]);
}

const TWO = [
  [0, 4, null],
  [4, 10, 'cut'],
];

describe('shots from transitions', () => {
  it.each<[string, Transition[], SpanOptions, (number | string | null)[][]]>([
    ['no change gives no shots', [], {}, []],
    ['a fade-in alone is not a change', [fade(0, 1)], {}, []],
    ['a cut makes two', [cut(4)], {}, TWO],
    ['a short first shot is merged into the next', [cut(0.3), cut(4)], {}, TWO],
    ['a short shot is merged into the next', [cut(4), cut(4.5)], {}, TWO],
    ['a short last shot is merged into the previous one', [cut(4), cut(9.5)], {}, TWO],
    ['min_seconds can be set', [cut(4), cut(6)], { min_seconds: 3 }, TWO],
    ['if all are too short, they are one shot', [cut(4)], { min_seconds: 20 }, [[0, 10, null]]],
    [
      'long ones are split evenly',
      [cut(4)],
      { max_seconds: 2.5 },
      [
        [0, 2, null],
        [2, 4, null],
        [4, 6, 'cut'],
        [6, 8, null],
        [8, 10, null],
      ],
    ],
    [
      'the window limits them',
      [cut(4)],
      { start: 2, end: 9 },
      [
        [2, 4, null],
        [4, 9, 'cut'],
      ],
    ],
    [
      'a gradual change is split in its middle',
      [fade(4, 5)],
      {},
      [
        [0, 4.5, null],
        [4.5, 10, 'gradual'],
      ],
    ],
    [
      'a gradual change is left out without fill_gaps',
      [fade(0, 1), fade(4, 5)],
      { fill_gaps: false },
      [
        [1, 4, null],
        [5, 10, 'gradual'],
      ],
    ],
  ])('%s', (_, changes, options, expected) => {
    expect(spans(changes, options)).toEqual(expected);
  });

  it('end before a fade-out without fill_gaps, and after it with', () => {
    expect(spans([cut(4)], { fill_gaps: false }, fade(9, 10)).at(-1)).toEqual([4, 9, 'cut']);
    expect(spans([cut(4)], {}, fade(9, 10)).at(-1)).toEqual([4, 10, 'cut']);
  });
});

describe('the frame rate of the analysis', () => {
  it.each([
    ['25/1', '25/1'],
    ['30000/1001', '30000/1001'],
    ['60/1', '60/1'],
    ['12/1', '24/1'],
    ['1/1', '20/1'],
    ['120/1', '120/2'],
    ['60000/1001', '60000/1001'],
  ])('%s gives %s', (own, looked) => {
    expect(shotRate({ rational: own, value: 1 }).rational).toBe(looked);
  });

  it('is 25 if the film does not say', () => {
    expect(shotRate(null).value).toBe(25);
  });
});
