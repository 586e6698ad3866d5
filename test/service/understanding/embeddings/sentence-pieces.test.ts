import { describe, expect, it } from 'vitest';
import {
  type Piece,
  SentencePieces,
} from '../../../../src/service/understanding/embeddings/sentence/sentence-pieces.ts';

const reserved: Piece[] = Array.from({ length: 6 }, (_, at) => [`reserved ${at}`, 0]);
const [WORD, S, RUN, NING, NIN, G] = [6, 7, 8, 9, 10, 11];
const pieces = new SentencePieces([
  ...reserved,
  ['▁dog', -3],
  ['s', -2],
  ['▁run', -3],
  ['ning', -3],
  ['nin', -2],
  ['g', -2],
]);

describe('a text cut into pieces', () => {
  it('is the most probable sequence, not the one of the longest or the first pieces', () => {
    expect(pieces.cut('dogs run')).toEqual([WORD, S, RUN]);
    expect(pieces.cut('dog running')).toEqual([WORD, RUN, NING]);
    const cheap = new SentencePieces([...reserved, ['▁run', -3], ['ning', -9], ['nin', -2], ['g', -2]]);
    expect(cheap.cut('running')).toEqual([6, 8, 9]);
  });

  it('ignores extra spaces and written forms of a character', () => {
    expect(pieces.cut('  dogs \n run ')).toEqual([WORD, S, RUN]);
    expect(pieces.cut('ｄｏｇｓ')).toEqual([WORD, S]);
  });

  it('has one piece for characters that the vocabulary lacks, and goes on after them', () => {
    expect(pieces.cut('dog文字s')).toEqual([WORD, 0, S]);
    expect(pieces.cut('😀g')).toEqual([0, G]);
    expect(pieces.cut('')).toEqual([0]);
    expect(pieces.cut('ning nin').filter((index) => index !== 0)).toEqual([NING, NIN]);
  });
});
