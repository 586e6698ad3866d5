/** How pictures and texts are prepared for encoders, and which frames stand for a film. */
import { describe, expect, it } from 'vitest';
import { fitted, planesOf } from '../../../../src/service/understanding/modalities/pictures/encoder.ts';
import { framesOf } from '../../../../src/service/understanding/modalities/pictures/index.ts';

describe('planesOf', () => {
  it('gives all of red, then green, then blue, by their means and deviations', () => {
    const rgb = Uint8Array.of(255, 0, 51, 0, 255, 51, 255, 0, 51, 0, 255, 51);
    const planes = planesOf(rgb, { size: 2, mean: [0.5, 0, 0.2], deviation: [0.5, 1, 2] });
    expect([...planes].map((value) => Math.round(value * 1000) / 1000)).toEqual([
      ...[1, -1, 1, -1],
      ...[0, 1, 0, 1],
      ...[0, 0, 0, 0],
    ]);
  });

  it('refuses a picture of another size', () => {
    expect(() => planesOf(new Uint8Array(11), { size: 2, mean: [], deviation: [] })).toThrow(
      'a picture has 11 bytes and should have 12',
    );
  });
});

describe('fitted', () => {
  const form = { lowerCase: false, mostTokens: 4 };
  it.each([
    ['stays as it is', [7, 8, 9], form, [7, 8, 9]],
    ['is cut and keeps the token that ends it', [7, 1, 2, 3, 9], form, [7, 1, 2, 9]],
    ['is ended', [7, 8], { ...form, end: 9 }, [7, 8, 9]],
    ['is not ended twice', [7, 9], { ...form, end: 9 }, [7, 9]],
    ['is filled up', [7], { ...form, end: 9, padding: 0 }, [7, 9, 0, 0]],
    ['is cut, ended and full', [1, 2, 3, 4], { ...form, end: 9, padding: 0 }, [1, 2, 3, 9]],
  ])('a text %s', (_, ids, wanted, expected) => {
    expect(fitted(ids, wanted)).toEqual(expected);
  });
});

describe('framesOf', () => {
  it('takes the middle of each shot, and more of long ones', () => {
    const shots = [
      { start: 0, end: 4 },
      { start: 4, end: 29 },
    ];
    expect(framesOf(shots, 29).map(({ time }) => time)).toEqual([2, 8.166, 16.5, 24.834]);
  });

  it('looks at an image once, and at a film without shots every ten seconds', () => {
    expect(framesOf([], null)).toEqual([{ start: 0, end: 0, time: 0 }]);
    expect(framesOf([], 20).map(({ time }) => time)).toEqual([5, 15]);
  });

  it('spreads 600 frames over a film with more shots, each once', () => {
    const shots = Array.from({ length: 2_000 }, (_, at) => ({ start: at, end: at + 1 }));
    const times = framesOf(shots, 2_000).map(({ time }) => time);
    expect(new Set(times).size).toBe(600);
    expect([times[0], times.at(-1)]).toEqual([1.5, 1998.5]);
  });
});
