import { describe, expect, it } from 'vitest';
import { reflow } from '../../../src/cli/terminal/text-width.ts';

describe('reflow', () => {
  it.each([
    ['fits', 'one two\nthree', 8, 'one two\nthree'],
    ['breaks between words', 'one two three', 8, 'one two\nthree'],
    ['keeps the indentation of a line', '  one two three', 9, '  one two\n  three'],
    ['keeps two spaces that stand within a line', 'a.mp4  0:01  said here', 14, 'a.mp4  0:01\nsaid here'],
    [
      'keeps a word that is longer than a line',
      'to https://example.com/x it',
      10,
      'to\nhttps://example.com/x\nit',
    ],
    ['counts wide characters twice', '日本 日本 日本', 9, '日本 日本\n日本'],
    ['keeps empty lines', 'a b c\n\nd', 3, 'a b\nc\n\nd'],
  ])('%s', (_, text, columns, expected) => {
    expect(reflow(text, columns)).toBe(expected);
  });
});
