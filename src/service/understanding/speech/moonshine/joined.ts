import type { HeardLine } from './lines.ts';
import type { HeardWord } from './tokens-to-words.ts';

/** Two words that are heard at the same time in two chunks are at most this far from each other, in seconds. */
const NEAR = 1.2;

/**
 * Joins lines of chunks that overlap, where speech had no pause to cut it at: the model completes what ends in the middle of
 * a sentence with words that nobody said, and begins as it likes. Of the words in both, those that agree are kept once, with
 * what stands before them in the first and after them in the second chunk; where none agree, each chunk counts up to the
 * middle.
 * @param lines in order of chunks
 */
export function joined(lines: readonly HeardLine[]): HeardLine[] {
  const result = [...lines];
  for (let at = 1; at < result.length; at += 1) {
    const [before, after] = [result[at - 1], result[at]];
    if (
      !before ||
      !after ||
      after.chunk.start >= before.chunk.end ||
      after.chunk.start === before.chunk.start
    )
      continue;
    const [head, tail] = cutAt(before, after);
    result[at - 1] = withWords(before, head);
    result[at] = withWords(after, tail);
  }
  return result.filter(({ words }) => words.length > 0);
}

function cutAt(before: HeardLine, after: HeardLine): [HeardWord[], HeardWord[]] {
  const first = before.words.findIndex(({ end }) => end > after.chunk.start);
  const last = after.words.findLastIndex(({ start }) => start < before.chunk.end);
  let best = { length: 0, from: 0, to: 0 };
  for (let from = Math.max(0, first); first >= 0 && from < before.words.length; from += 1)
    for (let to = 0; to <= last; to += 1) {
      let length = 0;
      while (to + length <= last && same(before.words[from + length], after.words[to + length])) length += 1;
      if (length > best.length) best = { length, from, to };
    }
  if (best.length > 0) {
    const end = best.from + best.length;
    return [before.words.slice(0, end), after.words.slice(best.to + best.length)];
  }
  const middle = (after.chunk.start + before.chunk.end) / 2;
  return [
    before.words.filter(({ start, end }) => (start + end) / 2 < middle),
    after.words.filter(({ start, end }) => (start + end) / 2 >= middle),
  ];
}

function same(one: HeardWord | undefined, other: HeardWord | undefined): boolean {
  if (!one || !other || Math.abs(one.start - other.start) > NEAR) return false;
  return bare(one.word) === bare(other.word);
}

const bare = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function withWords(line: HeardLine, words: HeardWord[]): HeardLine {
  if (words.length === line.words.length) return line;
  return {
    ...line,
    words,
    text: words.map(({ word }) => word).join(' '),
    start: words[0]?.start ?? line.start,
    end: words.at(-1)?.end ?? line.end,
  };
}
