import { expect, it } from 'vitest';
import { linesOf } from '../../../../src/service/understanding/modalities/speech/moonshine/lines.ts';
import { judged } from '../../../../src/service/understanding/modalities/speech/moonshine/provider.ts';

const WORDS = 'the oldest book that was printed with movable types is a Bible of about that year,'.split(' ');
const speech = [{ start: 0, end: 8, voice: 0.96 }];

/** What is heard of eight seconds of clear speech: sure words, and an end that the model is less sure of. */
function heard(end: readonly string[], sure = -0.05, unsure = -6) {
  const pieces = [...WORDS, ...end].map((word) => `▁${word}`);
  const logs = [...WORDS.map(() => sure), ...end.map(() => unsure), -0.1];
  return judged(linesOf({ pieces, logs, ended: true }, { start: 0, end: 8 }, speech));
}

it.each([
  ['a word that was cut off', ['imprecation']],
  ['two of them', ['im', 'predestination']],
  ['words that nobody said', ['has', 'never', 'been', 'surpassed', 'since']],
])('words are trusted before %s', (_, end) => {
  expect(heard(end)).toMatchObject([{ text: expect.stringContaining('printed with movable types') }]);
  expect(heard(end)[0]).not.toHaveProperty('doubt');
});

it('another language is not, however its last words are', () => {
  for (const end of [[], ['imprecation']]) expect(heard(end, -0.6)[0]).toHaveProperty('doubt', 'language');
});
