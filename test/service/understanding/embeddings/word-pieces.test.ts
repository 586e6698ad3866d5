import { describe, expect, it } from 'vitest';
import { WordPieces } from '../../../../src/service/understanding/models/embeddings/sentence/word-pieces.ts';

const names = ['[UNK]', '[CLS]', '[SEP]', 'cafe', 'run', '##n', '##ning', '##g', '!', '漢'];
const pieces = new WordPieces(new Map(names.map((name, at) => [name, at])));
const cut = (text: string, most = 256) => pieces.cut(text, most).map((index) => names[index]);

describe('a text cut into pieces', () => {
  it('has the longest pieces of each word, from its start', () => {
    expect(cut('run running')).toEqual(['[CLS]', 'run', 'run', '##ning', '[SEP]']);
    expect(cut('runng')).toEqual(['[CLS]', 'run', '##n', '##g', '[SEP]']);
  });

  it('ignores case, accents and spaces, and takes punctuation and Chinese characters apart', () => {
    expect(cut('  Café! \n')).toEqual(['[CLS]', 'cafe', '!', '[SEP]']);
    expect(cut('run漢漢')).toEqual(['[CLS]', 'run', '漢', '漢', '[SEP]']);
  });

  it('has one piece for a word that the vocabulary lacks, and none at all without words', () => {
    expect(cut('runxyz run')).toEqual(['[CLS]', '[UNK]', 'run', '[SEP]']);
    expect(cut(' \n')).toEqual([]);
  });

  it('is cut at the longest length that the model takes', () => {
    expect(cut('run run run run', 4)).toEqual(['[CLS]', 'run', 'run', '[SEP]']);
  });
});
