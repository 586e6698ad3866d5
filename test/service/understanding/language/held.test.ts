import { describe, expect, it } from 'vitest';
import { Said } from '../../../../src/service/understanding/models/language/held/claims.ts';
import { loadLexicon } from '../../../../src/service/understanding/models/language/held/lexicon.ts';
import { bearingQuoteIn } from '../../../../src/service/understanding/models/language/held/quote.ts';
import { RECORDINGS } from './recordings.ts';

const lexicon = await loadLexicon();

describe('a statement about a recording', () => {
  const judged = RECORDINGS.flatMap(([lines, truths, lies]) => {
    const said = new Said(lines, lexicon);
    const judge = (isTrue: boolean) => (text: string) => ({ text, isTrue, unsaid: said.unsaidIn(text) });
    return [...truths.map(judge(true)), ...lies.map(judge(false))];
  });

  it('is kept if it was said, whatever its form: at most one in twenty is lost', () => {
    const truths = judged.filter(({ isTrue }) => isTrue);
    const lost = truths.filter(({ unsaid }) => unsaid !== undefined);
    expect(truths.length).toBeGreaterThan(200);
    expect(lost.length, JSON.stringify(lost, null, 1)).toBeLessThanOrEqual(truths.length / 20);
  });

  it('is dropped if it was not: at most one in forty is kept', () => {
    const lies = judged.filter(({ isTrue }) => !isTrue);
    const kept = lies.filter(({ unsaid }) => unsaid === undefined).map(({ text }) => text);
    expect(lies.length).toBeGreaterThan(250);
    expect(kept.length, kept.join('\n')).toBeLessThanOrEqual(lies.length / 40);
  });
});

describe('a quote that carries a statement', () => {
  it.each([
    ['four words', 'so we sold the old boat', 'sold the old boat', 'sold the old boat'],
    ['three words', 'so we sold the old boat', 'the old boat', undefined],
    ['the whole line', 'Sold it!', 'sold it', 'Sold it'],
    ['most of a line', 'We sold it', 'sold it', undefined],
    [
      'four words of a language without spaces',
      '灯台は千九百十二年に建てられました。',
      '灯台は千九百十二年に建て',
      '灯台は千九百十二年に建て',
    ],
    ['one word of it', '灯台は千九百十二年に建てられました。', '灯台', undefined],
  ])('has %s', (_, text, quote, found) => {
    expect(bearingQuoteIn(text, quote)).toBe(found);
  });
});
