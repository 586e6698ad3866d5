import { describe, expect, it } from 'vitest';
import { withTextSeen } from '../../../../src/service/understanding/compose.ts';
import {
  certainObjects,
  classesIn,
} from '../../../../src/service/understanding/modalities/objects/classes.ts';
import {
  lookStep,
  networkSize,
  objectLines,
} from '../../../../src/service/understanding/modalities/objects/index.ts';

describe('objects by name', () => {
  const scores = (...given: [place: number, score: number][]) => {
    const all = Array.from({ length: 80 }, () => ({ score: 0, count: 0 }));
    for (const [place, score] of given) all[place] = { score, count: 1 };
    return all;
  };

  it.each([
    ['a person', scores([0, 0.46]), ['person']],
    ['a faint person', scores([0, 0.44]), []],
    ['a car', scores([2, 0.41]), ['car']],
    ['a dog, which needs a higher score', scores([16, 0.56], [15, 0.54]), ['dog']],
    ['the last animal', scores([23, 0.9]), ['giraffe']],
    ['a class that is mostly wrong', scores([32, 0.99], [9, 0.99]), []],
  ])('are those of %s', (_, given, expected) => {
    expect([...certainObjects(given).keys()]).toEqual(expected);
  });
});

it('as many of a class are in a picture as its map has peaks', () => {
  const [rows, columns, classes] = [6, 8, 2];
  const heat = new Float32Array(rows * columns * classes);
  const put = (row: number, column: number, own: number, score: number) => {
    heat[(row * columns + column) * classes + own] = score;
  };
  // Three of the second class: one with a slope around it, one of two equal places at the edge, a faint one; the fourth is too faint.
  for (const [row, column, score] of [
    [1, 1, 0.9],
    [1, 2, 0.6],
    [2, 1, 0.7],
    [0, 6, 0.5],
    [0, 7, 0.5],
    [5, 4, 0.31],
    [3, 7, 0.29],
  ] as const)
    put(row, column, 1, score);
  put(4, 0, 0, 0.2);
  const seen = classesIn(heat, { rows, columns, classes });
  expect(seen.map(({ count }) => count)).toEqual([0, 3]);
  expect(seen.map(({ score }) => score)).toEqual([expect.closeTo(0.2), expect.closeTo(0.9)]);
});

describe('the spans of objects', () => {
  const look = (seconds: number, ...seen: [name: string, score: number, count?: number][]) => ({
    seconds,
    seen: new Map(seen.map(([name, score, count = 1]) => [name, { score, count }] as const)),
  });
  const shot = (start: number, end: number) => ({ start, end, shot: { start, end } });

  it('start in the first frame that shows it, and end with the shot of the last one', () => {
    const looks = [look(0), look(5, ['dog', 0.6]), look(10, ['dog', 0.8]), look(15)];
    expect(objectLines(looks, [shot(0, 4), shot(4, 12), shot(12, 20)])).toEqual([
      { text: 'dog (seen, 0.80)', start: 5, end: 12 },
    ]);
  });

  it('end at the first frame without it within a shot', () => {
    const looks = [look(0, ['car', 0.5], ['dog', 0.7]), look(5, ['dog', 0.7])];
    expect(objectLines(looks, [shot(0, 20)])).toEqual([
      { text: 'car (seen, 0.50)', start: 0, end: 5 },
      { text: 'dog (seen, 0.70)', start: 0, end: 20 },
    ]);
  });

  it('are two if it disappears in between', () => {
    const looks = [look(0, ['dog', 0.7]), look(5), look(10, ['dog', 0.9])];
    expect(objectLines(looks, [shot(0, 20)]).map(({ start, end }) => [start, end])).toEqual([
      [0, 5],
      [10, 20],
    ]);
  });

  it('say how many were seen at once, at most', () => {
    const looks = [look(0, ['person', 0.7, 2]), look(5, ['person', 0.6, 9]), look(10, ['person', 0.5])];
    expect(objectLines(looks, [shot(0, 20)])).toEqual([
      { text: 'person (seen, 0.70, 9 at once)', start: 0, end: 20 },
    ]);
  });

  it('is an instant in an image', () => {
    expect(objectLines([look(0, ['dog', 0.7])], [{ start: 0, end: 0, shot: null }])).toEqual([
      { text: 'dog (seen, 0.70)', start: 0, end: 0 },
    ]);
  });
});

it('a seen object is shown without the text of its scene', () => {
  const visual = (text: string) => ({
    modality: 'visual_scene_description' as const,
    text,
    start: 0,
    end: 5,
  });
  const text = { modality: 'scene_text' as const, text: 'HELLO', start: 0, end: 5 };
  const shown = withTextSeen([visual('A dark picture.'), visual('dog (seen, 0.70)'), text]);
  expect(shown.map((line) => line.text)).toEqual([
    'A dark picture. On screen: “HELLO”.',
    'dog (seen, 0.70)',
    'HELLO',
  ]);
});

describe('the frames that are looked at', () => {
  it.each([
    [10, 2],
    [600, 5],
    [7200, 12],
  ])('of a film of %i seconds are at least %i seconds apart', (duration, step) => {
    expect(lookStep(duration)).toBe(step);
  });

  it.each([
    ['16:9', { width: 1920, height: 1080 }, { width: 512, height: 288 }],
    ['4:3', { width: 640, height: 480 }, { width: 512, height: 384 }],
    ['upright', { width: 1080, height: 1920 }, { width: 288, height: 512 }],
    ['a strip', { width: 4000, height: 10 }, { width: 512, height: 32 }],
    ['unknown', undefined, { width: 512, height: 512 }],
  ])('keep the shape of %s', (_, video, size) => expect(networkSize(video)).toEqual(size));
});
