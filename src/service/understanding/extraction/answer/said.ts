import { isStopWord, type Token, tokens } from '../../../text/words.ts';
import type { Passage } from '../types.ts';

/** Where a value was said. */
export interface Said<Value> {
  readonly value: Value;
  readonly passage: Passage;
  readonly from: number;
  readonly length: number;
  readonly times: number;
}

type Value = string | number | boolean | null;

/** The values of an enum that were said, apart from inflection, most frequent first. */
export function saidValues(values: readonly Value[], passages: readonly Passage[]): Said<Value>[] {
  const read = passages.map((passage) => ({ passage, words: tokens(passage.text) }));
  return values
    .flatMap((value) => {
      const wanted =
        typeof value === 'string' || typeof value === 'number' ? tokens(apart(String(value))) : [];
      if (wanted.length === 0 || wanted.every(({ word }) => isStopWord(word))) return [];
      const places = read.flatMap(({ passage, words }) =>
        words.flatMap((word, at) =>
          runs(words, at, wanted) ? [{ passage, word, last: words[at + wanted.length - 1] ?? word }] : [],
        ),
      );
      const [first] = places;
      if (!first) return [];
      const { passage, word, last } = first;
      return [{ value, passage, from: word.from, length: last.to - word.from, times: places.length }];
    })
    .sort((one, other) => other.times - one.times);
}

function runs(words: readonly Token[], at: number, wanted: readonly Token[]): boolean {
  return wanted.every(({ stem }, offset) => words[at + offset]?.stem === stem);
}

/** `in_progress` and `inProgress` are two words each. */
function apart(value: string): string {
  return value.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[_-]+/g, ' ');
}
