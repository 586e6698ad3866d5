import { describe, expect, it } from 'vitest';
import { withTextSeen } from '../../../../src/service/understanding/compose.ts';
import { certainObjects } from '../../../../src/service/understanding/modalities/objects/classes.ts';
import {
  lookStep,
  networkSize,
  objectLines,
} from '../../../../src/service/understanding/modalities/objects/index.ts';

describe('objects by name', () => {
  const scores = (...given: [place: number, score: number][]) => {
    const all = new Float32Array(80);
    for (const [place, score] of given) all[place] = score;
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

describe('the spans of objects', () => {
  const look = (seconds: number, ...seen: [string, number][]) => ({ seconds, seen: new Map(seen) });
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
