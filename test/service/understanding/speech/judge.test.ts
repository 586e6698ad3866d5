import { describe, expect, it } from 'vitest';
import type { HeardWord } from '../../../../src/service/understanding/speech/pocketsphinx/backtrace.ts';
import { judged } from '../../../../src/service/understanding/speech/pocketsphinx/judge.ts';

interface Measures {
  readonly posterior: number;
  readonly order: number;
  readonly seconds: number;
  readonly acoustic?: number;
}

/** Twelve words without a pause, each with these measures. */
function words(word: string, from: number, { posterior, order, seconds, acoustic = -32 }: Measures) {
  return Array.from({ length: 12 }, (_, at): HeardWord => {
    const start = from + at * seconds;
    return { word, start, end: start + seconds, posterior, acoustic, order };
  });
}

const doubtsOf = (all: readonly HeardWord[]) => judged(all).map(({ doubt }) => doubt);

describe('[SENSE-1] a line of recognised speech', () => {
  it('is trusted if its words are fairly sure and form runs that the language model knows', () => {
    expect(doubtsOf(words('basin', 0, { posterior: 0.5, order: 2.2, seconds: 0.3 }))).toEqual([undefined]);
  });

  it.each([
    ['other words would fit as well', { posterior: 0.25, order: 2.2, seconds: 0.3 }],
    ['its words do not follow each other in English', { posterior: 0.5, order: 1.2, seconds: 0.3 }],
    ['its sounds are not those of the words', { posterior: 0.5, order: 2.2, seconds: 0.3, acoustic: -45 }],
    ['its words last as long as tones', { posterior: 0.5, order: 2.2, seconds: 0.9 }],
  ])('is not trusted if %s', (_, measures) => {
    expect(new Set(doubtsOf(words('basin', 0, measures)))).toEqual(new Set(['unclear']));
  });

  it('is judged with what is said within eight seconds, and not with what is said later', () => {
    const sure = { posterior: 0.9, order: 2.5, seconds: 0.3 };
    const unsure = { posterior: 0.02, order: 1.2, seconds: 0.3 };
    const few = words('gates', 0, sure).slice(0, 3);
    expect(doubtsOf([...few, ...words('basin', 20, unsure)])).toEqual([undefined, 'unclear']);
    expect(doubtsOf([...few, ...words('basin', 5, unsure)])).toEqual(['unclear', 'unclear']);
  });
});
