import { describe, expect, it } from 'vitest';
import { answerPieces, type Citation } from '../../../src/service/search/answer.ts';
import { planSearches } from '../../../src/service/search/query/plan.ts';
import { parseQuery } from '../../../src/service/search/query/query.ts';
import { bestQuote, type WeightedTerm } from '../../../src/service/search/quotes/quote.ts';
import { nearestWords, phrasesFor } from '../../../src/service/search/words/term-variants.ts';
import { editDistance } from '../../../src/service/text/edit-distance.ts';
import type { QuotableLine } from '../../../src/service/text/lines.ts';
import { titleOf } from '../../../src/service/text/name-title.ts';
import { stem } from '../../../src/service/text/stem.ts';

describe('stem', () => {
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['cats', 'cat'],
    ['feed', 'feed'],
    ['agreed', 'agre'],
    ['plastered', 'plaster'],
    ['motoring', 'motor'],
    ['sing', 'sing'],
    ['conflated', 'conflat'],
    ['sized', 'size'],
    ['hopping', 'hop'],
    ['falling', 'fall'],
    ['filing', 'file'],
    ['happy', 'happi'],
    ['sky', 'sky'],
    ['relational', 'relat'],
    ['conditional', 'condit'],
    ['digitizer', 'digit'],
    ['hesitanci', 'hesit'],
    ['vietnamization', 'vietnam'],
    ['decisiveness', 'decis'],
    ['hopefulness', 'hope'],
    ['sensibiliti', 'sensibl'],
    ['triplicate', 'triplic'],
    ['electrical', 'electr'],
    ['goodness', 'good'],
    ['revival', 'reviv'],
    ['adoption', 'adopt'],
    ['communism', 'commun'],
    ['effective', 'effect'],
    ['rate', 'rate'],
    ['cease', 'ceas'],
    ['controlling', 'control'],
    ['roll', 'roll'],
    ['is', 'is'],
    ['2026', '2026'],
    ['müller', 'müller'],
  ])('of %s is %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });
});

describe('parseQuery', () => {
  const texts = (query: string) => parseQuery(query).terms.map((term) => term.text);

  it('drops stop words, unless nothing else is left', () => {
    expect(texts('When do they talk about the Harbour?')).toEqual(['talk', 'harbour']);
    expect(texts('to be or not to be')).toEqual(['to', 'be', 'or', 'not']);
    expect(texts('  ')).toEqual([]);
  });

  it('treats quoted words as one required term', () => {
    expect(parseQuery('the “harbour master” speaks').terms).toMatchObject([
      { text: 'harbour master', alternatives: [['harbour', 'master']], required: true },
      { text: 'speaks', required: false },
    ]);
  });

  it('also tries joined and split forms', () => {
    expect(parseQuery('key frames').terms[0]?.alternatives).toEqual([['key'], ['keyframes']]);
    expect(parseQuery('keyframe').terms[0]?.alternatives).toContainEqual(['key', 'frame']);
  });

  it('limits the terms of a hostile query', () => {
    expect(parseQuery('x'.repeat(1_000_000)).terms[0]?.alternatives).toHaveLength(1);
    expect(texts(Array.from({ length: 5_000 }, (_, at) => `word${at}`).join(' '))).toHaveLength(16);
  });
});

describe('planSearches', () => {
  const plan = (query: string, scope: 'segment' | 'file' | null = 'segment') =>
    planSearches({ query, scope }).map((item) => [
      item.query.text,
      item.modalities.join(),
      item.scope,
      item.weight,
    ]);

  it('searches for the whole first, then its parts', () => {
    expect(plan('the budget and the harbour')).toEqual([
      ['the budget and the harbour', 'speech,scene_text', 'segment', 1],
      ['the budget', 'speech,scene_text', 'segment', 0.85],
      ['the harbour', 'speech,scene_text', 'segment', 0.85],
    ]);
    expect(plan('salt and the')).toHaveLength(1);
    expect(plan('"salt and pepper"')).toHaveLength(1);
  });

  it('uses both scopes if none is given', () => {
    expect(plan('harbour', null).map(([, , scope]) => scope)).toEqual(['segment', 'file']);
  });

  it('treats modality words as an instruction only if there are other words', () => {
    expect(plan('who says harbour')[0]).toEqual(['who harbour', 'speech', 'segment', 1]);
    expect(plan('harbour on screen')[0]?.[1]).toBe('scene_text');
    expect(plan('what is said')[0]?.[1]).toBe('speech,scene_text');
    expect(plan('contrats signés')[0]).toEqual(['contrats signés', 'speech,scene_text', 'segment', 1]);
  });
});

describe('bestQuote', () => {
  const line = (text: string, start: number, more: Partial<QuotableLine> = {}): QuotableLine => ({
    modality: 'speech',
    text,
    start,
    end: start + 2,
    ...more,
  });
  const terms = (query: string): WeightedTerm[] =>
    parseQuery(query).terms.map(({ alternatives, ...term }) => ({
      ...term,
      phrases: alternatives.flatMap((words) => phrasesFor(words, ['en'])),
      weight: 1,
    }));

  it('picks the earliest of equal lines', () => {
    const quote = bestQuote([line('a boat', 1), line('boats', 5), line('boat', 9)], terms('boat'));
    expect(quote).toMatchObject({ text: 'a boat', start: 1, share: 1 });
  });

  it('joins a thought over lines, but not over speakers or pauses', () => {
    const [first, second] = [line('we will move', 1), line('the gate', 3)];
    expect(bestQuote([first, second], terms('move gate'))).toMatchObject({
      text: 'we will move the gate',
      start: 1,
      end: 5,
    });
    expect(bestQuote([first, { ...second, speaker: 'Bob' }], terms('move gate'))?.text).toBe('we will move');
    expect(bestQuote([first, line('the gate', 30)], terms('move gate'))?.text).toBe('we will move');
  });

  it('finds a phrase that is split over two lines', () => {
    expect(
      bestQuote([line('open the harbour', 1), line('gate now', 3)], terms('"harbour gate"'))?.start,
    ).toBe(1);
  });

  it('shortens a long line around the words', () => {
    const long = `${'filler words here '.repeat(40)}harbour ${'and more of it '.repeat(40)}`;
    const text = bestQuote([line(long, 1)], terms('harbour'))?.text ?? '';
    expect(text.length).toBeLessThan(340);
    expect(text).toMatch(/^… .*harbour.* …$/);
  });

  it('returns nothing if there is nothing', () => {
    expect(bestQuote([line('a boat', 1)], terms('zebra'))).toBeUndefined();
  });
});

describe('answerPieces', () => {
  const answerText = (query: string, citations: Citation[]) => answerPieces(query, citations).join('');

  it('is made of quotes with file and time', () => {
    const cited = {
      filename: 'a.mp4',
      time: 3725.9,
      words: [{ text: 'Hello' }],
      modality: 'speech' as const,
    };
    expect(
      answerText('x', [
        { ...cited, words: [{ speaker: 'Ann', text: 'Hello' }, { text: 'Hello' }] },
        { ...cited, modality: 'scene_text', time: 5 },
        { filename: 'b.mp4' },
      ]),
    ).toBe('Ann: “Hello” “Hello” [a.mp4, 1:02:05]\nOn screen: “Hello” [a.mp4, 0:00:05]\n[b.mp4]');
  });

  it('cites the same words at the same second once: both a file and its segment match them', () => {
    const cited = { filename: 'a.mp4', time: 5, words: [{ text: 'Hello' }], modality: 'speech' as const };
    expect(answerText('x', [cited, cited])).toBe('“Hello” [a.mp4, 0:00:05]');
  });

  it('cites five at most', () => {
    const cited = Array.from({ length: 9 }, (_, time) => ({
      filename: 'a.mp4',
      words: [{ text: 'x' }],
      time,
    }));
    expect(answerText('x', cited).split('\n')).toHaveLength(5);
  });
});

describe('typos', () => {
  it('counts typos, with swapped neighbours as one', () => {
    expect(editDistance('harbour', 'harbuor', 2)).toBe(1);
    expect(editDistance('harbour', 'harbor', 2)).toBe(1);
    expect(editDistance('kitten', 'sitting', 3)).toBe(3);
    expect(editDistance('kitten', 'sitting', 1)).toBe(2);
  });

  it('returns the nearest words, and none for short words and numbers', () => {
    expect(nearestWords('lighthuos', ['lighthous', 'lighten', 'lightning'])).toEqual(['lighthous']);
    expect(nearestWords('cat', ['car'])).toEqual([]);
    expect(nearestWords('2025', ['2026'])).toEqual([]);
  });
});

describe('titleOf', () => {
  it('uses the given title, else the file name', () => {
    const file = { filename: 'my.film.mp4', metadata: null, source_metadata: null };
    expect(titleOf(file)).toBe('my.film');
    expect(titleOf({ ...file, source_metadata: '{"title":"Weekly"}' })).toBe('Weekly');
    expect(titleOf({ ...file, metadata: '{"title":"  Own "}', source_metadata: '{"title":"Weekly"}' })).toBe(
      'Own',
    );
    expect(titleOf({ ...file, filename: '.hidden', metadata: '{"title":7}' })).toBe('.hidden');
  });
});
