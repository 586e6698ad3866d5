import { describe, expect, it } from 'vitest';
import {
  chunksOf,
  ENCODED,
  READ,
} from '../../../../src/service/understanding/models/embeddings/sentence/chunks.ts';

const division = { ...ENCODED, opening: [1], end: 2 };

/** A line of so many pieces, all with the same index. */
const line = (pieces: number, index: number) => Array.from({ length: pieces }, () => index);

/** The pieces that each line gets its vector from. */
const own = (lines: readonly (readonly number[])[]) =>
  chunksOf(lines, division).flatMap(({ pieces, places }) =>
    places.map((place) => ({ line: place.line, pieces: pieces.slice(place.from, place.to) })),
  );

describe('chunks of lines', () => {
  it('hold consecutive lines with a mark after each, and say where each line is', () => {
    expect(chunksOf([[10, 11], [12]], division)).toEqual([
      {
        pieces: [1, 10, 11, 2, 12, 2],
        places: [
          { line: 0, from: 1, to: 3 },
          { line: 1, from: 4, to: 5 },
        ],
      },
    ]);
  });

  it('give every line its own pieces once, however many lines there are', () => {
    const lines = Array.from({ length: 40 }, (_, at) => line((at * 7) % 30 || 1, 100 + at));
    expect(own(lines)).toEqual(lines.map((pieces, at) => ({ line: at, pieces })));
    for (const { pieces, places } of chunksOf(lines, division)) {
      expect(pieces.length).toBeLessThanOrEqual(96);
      expect(places.length).toBeGreaterThan(0);
    }
  });

  it('begin with the three lines before them, which get no vector there', () => {
    const lines = [line(20, 10), line(20, 11), line(20, 12), line(20, 13), line(40, 14)];
    const [first, second] = chunksOf(lines, division);
    expect(first?.places.map((place) => place.line)).toEqual([0, 1, 2, 3]);
    const before = [1, ...line(20, 11), 2, ...line(20, 12), 2, ...line(20, 13), 2];
    expect(second).toEqual({
      pieces: [...before, ...line(40, 14), 2],
      places: [{ line: 4, from: before.length, to: before.length + 40 }],
    });
  });

  it('leave out lines without words, and cut those that are longer than the model takes', () => {
    expect(own([[], line(500, 10), [], [11]])).toEqual([
      { line: 1, pieces: line(256, 10) },
      { line: 3, pieces: [11] },
    ]);
    const [, second] = chunksOf([line(500, 10), [11]], division);
    expect(second?.pieces).toHaveLength(1 + 62 + 1 + 1 + 1);
  });

  it('begin with a question that they are read for, and one line before', () => {
    const opening = [1, 90, 91, 2];
    const lines = [line(40, 10), line(40, 11), line(5, 12)];
    const [first, second] = chunksOf(lines, { ...READ, opening, end: 2 });
    expect(first?.places).toEqual([{ line: 0, from: 4, to: 44 }]);
    expect(second).toEqual({
      pieces: [...opening, ...line(24, 10), 2, ...line(40, 11), 2, ...line(5, 12), 2],
      places: [
        { line: 1, from: 29, to: 69 },
        { line: 2, from: 70, to: 75 },
      ],
    });
  });
});
