import { describe, expect, it } from 'vitest';
import type { ChatSession } from '../../../src/service/understanding/models/language/chat.ts';
import { loadLexicon } from '../../../src/service/understanding/models/language/held/lexicon.ts';
import type { GivenOutline, OutlineLine } from '../../../src/service/understanding/rules/outline/index.ts';
import { heldOutline, outlineOf } from '../../../src/service/understanding/rules/outline/index.ts';

const SAID = [
  'Welcome to the harbour of Anna, which opens at nine.',
  'Boats come in with the tide.',
  'Now to the market, which sells 40 kinds of fish.',
  'Cod is best in March.',
];
const LINES = SAID.map(
  (text, at): OutlineLine => ({ text, start: at * 20, end: at * 20 + 5, origin: 'said' }),
);
const GOOD: GivenOutline = {
  title: 'A harbour and its market',
  quote: 'boats come in with the tide',
  chapters: [
    { first: 1, title: 'The harbour of Anna', quote: 'which opens at nine' },
    { first: 3, title: 'What the market sells: 40 kinds', quote: 'Cod is best in March' },
  ],
};

const lexicon = await loadLexicon();
const held = (change: (given: GivenOutline) => void) => {
  const given = structuredClone(GOOD);
  change(given);
  return heldOutline(LINES, given, lexicon);
};

describe('an outline of a language model', () => {
  it('is kept where it holds', () => {
    expect(heldOutline(LINES, GOOD, lexicon)).toEqual({
      title: 'A harbour and its market',
      chapters: [
        { start: 0, title: 'The harbour of Anna' },
        { start: 40, title: 'What the market sells: 40 kinds' },
      ],
      dropped: 0,
    });
  });

  const second = ({ chapters }: GivenOutline) => chapters[1] as GivenOutline['chapters'][number];
  it.each<[string, (given: GivenOutline) => void]>([
    ['a line that does not exist', (given) => Object.assign(second(given), { first: 9 })],
    ['a line that is no number of a line', (given) => Object.assign(second(given), { first: 2.5 })],
    ['a line before that of the chapter before', (given) => Object.assign(second(given), { first: 1 })],
    [
      'a quote that nobody said',
      (given) => Object.assign(second(given), { quote: 'Salmon is best in March' }),
    ],
    ['a quote of another chapter', (given) => Object.assign(second(given), { quote: 'which opens at nine' })],
  ])('loses a chapter with %s', (_, change) => {
    expect(held(change)).toMatchObject({ chapters: [{ start: 0 }], dropped: 1 });
  });

  it.each([
    ['a name that was not said', 'The market of Berlin'],
    ['a number that was not said', 'All 41 kinds of fish'],
    ['nothing to read', '…'],
    ['no end', `The ${'very '.repeat(40)}long market`],
  ])('loses a title with %s, and keeps its chapter', (_, title) => {
    const { chapters } = held((given) => Object.assign(second(given), { title }));
    expect(chapters).toEqual([{ start: 0, title: 'The harbour of Anna' }, { start: 40 }]);
  });

  it('loses the title of the whole if its quote does not hold', () => {
    expect(held((given) => Object.assign(given, { quote: 'the sea' })).title).toBeUndefined();
  });

  const answering = (share: number, given: GivenOutline): Pick<ChatSession, 'ask' | 'shares'> => ({
    ask: async (question) => question.read(given),
    shares: async (lines) => lines.map(() => share),
  });
  const forever = new AbortController().signal;

  it('of more than one stretch has no title, and no chapter where a stretch begins', async () => {
    const chapters = [
      { first: 1, title: 'one', quote: SAID[1] ?? '' },
      { first: 1, title: 'two', quote: SAID[2] ?? '' },
      { first: 2, title: 'three', quote: SAID[1] ?? '' },
      { first: 2, title: 'four', quote: SAID[3] ?? '' },
    ];
    const outline = await outlineOf(answering(0.5, { ...GOOD, chapters }), LINES, forever);
    expect(outline).toEqual({ chapters: [], dropped: expect.any(Number) });
    const later = [
      { first: 1, title: 'the harbour', quote: 'which opens at nine' },
      { first: 2, title: 'the tide', quote: 'in with the tide' },
    ];
    const both = await outlineOf(answering(0.5, { ...GOOD, chapters: later }), LINES, forever);
    expect(both.chapters.map(({ start }) => start)).toEqual([0, 20]);
  });

  it('has no chapters that begin close together, and none if there is one only', async () => {
    const near = LINES.map((line, at) => ({ ...line, start: at * 3 }));
    expect((await outlineOf(answering(0.1, GOOD), near, forever)).chapters).toEqual([]);
    expect((await outlineOf(answering(0.1, GOOD), LINES, forever)).chapters).toHaveLength(2);
  });
});
