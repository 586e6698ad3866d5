import { describe, expect, it } from 'vitest';
import {
  type ChapterEvidence,
  type ChapterWish,
  findChapters,
} from '../../../../src/service/understanding/rules/chapters/index.ts';
import { sentencesOf } from '../../../../src/service/understanding/rules/chapters/sentences.ts';
import { isHeading, tellingRead } from '../../../../src/service/understanding/rules/digest/index.ts';

const NOTHING: ChapterEvidence = { speech: [], shots: [], texts: [], headings: [], marks: [] };

/** Sentences without a common word, ten seconds each; `speaker` names who says each. */
function monologue(count: number, speaker: (at: number) => string | undefined = () => undefined) {
  return Array.from({ length: count }, (_, at) => {
    const said = speaker(at);
    const line = { text: `Word${at} stands here.`, start: at * 10, end: at * 10 + 9 };
    return said === undefined ? line : { ...line, speaker: said };
  });
}

function begins(evidence: Partial<ChapterEvidence>, wish: Partial<ChapterWish>): number[] {
  const found = findChapters(
    { ...NOTHING, ...evidence },
    { strategy: 'balanced', start: 0, end: 100, ...wish },
  );
  return 'reason' in found ? [] : found.chapters.slice(1).map(({ start }) => start);
}

describe('sentences', () => {
  it('continue from line to line until they end', () => {
    const lines = [
      { text: 'The boat leaves', start: 0, end: 2 },
      { text: 'the harbour. Wind fills', start: 2, end: 4 },
      { text: 'the sails.', start: 4, end: 6 },
    ];
    expect(sentencesOf(lines).map(({ text }) => text)).toEqual([
      'The boat leaves the harbour.',
      'Wind fills the sails.',
    ]);
    expect(sentencesOf(lines)[1]).toMatchObject({ end: 6 });
  });

  it('end at a pause and at another speaker', () => {
    const lines = [
      { text: 'One goes.', start: 0, end: 1 },
      { text: 'And then', start: 1, end: 2 },
      { text: 'after a while', start: 5, end: 6, speaker: 'A' },
      { text: 'no', start: 6, end: 7, speaker: 'B' },
    ];
    expect(sentencesOf(lines)).toHaveLength(4);
  });

  it('are lines if there is no punctuation', () => {
    const lines = ['first we sail', 'then we rest', 'then home'].map((text, at) => ({
      text,
      start: at,
      end: at + 1,
    }));
    expect(sentencesOf(lines)).toHaveLength(3);
  });

  it('start at their first word, if words have times', () => {
    const words = ['Ready.', 'Go', 'now.'].map((word, at) => ({ word, start: at * 4, end: at * 4 + 1 }));
    const lines = [{ text: 'Ready. Go now.', start: 0, end: 9, words }];
    expect(sentencesOf(lines).map(({ start }) => start)).toEqual([0, 4]);
  });
});

describe('chapters', () => {
  it('start with another speaker, but not for a transcript', () => {
    const speech = monologue(10, (at) => (at < 6 ? 'Ada' : 'Ben'));
    expect(begins({ speech }, { number: 2 })).toEqual([59.5]);
    expect(begins({ speech }, { number: 2, strategy: 'transcript' })).not.toEqual([59.5]);
  });

  it('start after a long pause', () => {
    const speech = monologue(10).filter((_, at) => at !== 6);
    expect(begins({ speech }, { number: 2, strategy: 'transcript' })).toEqual([69.5]);
  });

  it('do not start at a cut inside a sentence, but at a mark there', () => {
    const shot = (start: number, end: number, colour: string) => ({
      start,
      end,
      colours: new Map([[colour, 1]]),
    });
    const shots = [shot(0, 44, 'red'), shot(44, 100, 'blue')];
    expect(begins({ speech: monologue(10), shots }, { number: 10 })).not.toContain(44);
    expect(begins({ speech: monologue(10), marks: [44] }, {})).toEqual([44]);
  });

  it('are at most 500, and never shorter than 3 seconds', () => {
    const marks = Array.from({ length: 3000 }, (_, at) => at);
    const starts = [0, ...begins({ marks }, { number: 2000, end: 3000 })];
    expect(starts).toHaveLength(500);
    for (const [at, start] of starts.entries())
      if (at > 0) expect(start - (starts[at - 1] ?? 0)).toBeGreaterThanOrEqual(3);
  });

  it('need some evidence', () => {
    const wish = { strategy: 'balanced', start: 0, end: 50 } as const;
    expect(findChapters(NOTHING, wish)).toMatchObject({ reason: expect.stringContaining('nothing') });
    const late = { ...NOTHING, speech: [{ text: 'Late.', start: 60, end: 61 }] };
    expect(findChapters({ ...NOTHING, marks: [0, 60] }, wish)).toMatchObject({
      reason: expect.stringContaining('nothing'),
    });
    expect(findChapters(late, wish)).toMatchObject({ reason: expect.stringContaining('nothing') });
  });
});

describe('another heading on the screen', () => {
  const shown = (text: string, start: number, end: number, height: number) => ({
    ...{ text, start, end, time: start },
    words: [{ text, confidence: 90, box: { left: 0.1, top: 0.1, width: 0.6, height } }],
  });
  const speech = monologue(10);
  const beginsWith = (texts: ReturnType<typeof shown>[]) =>
    begins({ speech, texts, headings: tellingRead(texts).filter(isHeading) }, {});

  it('begins a chapter, at the end of a sentence', () => {
    const texts = [shown('How to measure rain', 0, 49, 0.08), shown('How to store seeds', 50, 100, 0.08)];
    expect(beginsWith(texts)).toEqual([49.5]);
  });

  it.each([
    ['in small letters', 0.02, 'How to measure rain'],
    ['of one word', 0.08, 'Rain'],
  ])('does not where it is %s', (_, height, text) => {
    expect(beginsWith([shown(text, 0, 49, height), shown('Seeds', 50, 100, height)])).toEqual([]);
  });
});

describe('what is said of the next part', () => {
  const said = (at: number, text: string) =>
    monologue(10).map((line, place) => (place === at ? { ...line, text } : line));

  it.each([
    'Second, the lost keys.',
    'Last item, the allotments.',
    'Let us turn to the bees.',
    "Right, so item four, this is the one you've come for, I think, the allotments.",
    'Third thing is the pruning.',
    'Okay, so first the glue.',
    'Okay, so, last stop, the lighthouse.',
    'Right, next, the regatta in June.',
    'Now, the filling loop.',
    'Moving on to the junior squad.',
    'Now back to the boathouse.',
    'Which brings us to Genoa.',
    'Step two is getting the wheel out.',
    'Okay, my turn, so I wrote to the printers.',
    "Right, let's walk on, follow me.",
    'Any other business?',
    'Dann zu Punkt zwei, die Heizung.',
    'Als Nächstes das Sommerfest.',
  ])('begins a chapter: “%s”', (text) => expect(begins({ speech: said(5, text) }, {})).toEqual([49.5]));

  it.each([
    ['within a sentence', 'He came second in the race of the keys.'],
    ['a story', 'First the Romans came over the river.'],
    ['of one of several', 'The first one was for my own mother.'],
    ['a step', 'Now take the lid off the kettle.'],
    ['for a moment', 'Sorry, going back to the keys for a second, who has them?'],
  ])('is nothing %s: “%s”', (_, text) => {
    expect(begins({ speech: said(5, text) }, {})).toEqual([]);
  });

  it('does not part a question from its answer, however long that takes to come', () => {
    const paused = (text: string) =>
      said(4, text).map((line, at) =>
        at > 4 ? { ...line, start: line.start + 4, end: line.end + 4 } : line,
      );
    const wish = { number: 2, end: 104 };
    expect(begins({ speech: paused('This is hardest.') }, wish)).toEqual([53.5]);
    expect(begins({ speech: paused('What is hardest?') }, wish)).not.toEqual([53.5]);
  });
});
