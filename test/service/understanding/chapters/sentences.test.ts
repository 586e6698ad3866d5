import { describe, expect, it } from 'vitest';
import { sentencesOf } from '../../../../src/service/understanding/rules/chapters/sentences.ts';

const cut = (text: string) => sentencesOf([{ text, start: 0, end: 10 }]).map((one) => one.text);

describe('sentences', () => {
  it.each([
    'Das Fest ist am 5. Mai im Garten.',
    'Schůze je 12. května v devět.',
    'Dr. Hale and Mrs. Ode are late.',
    'It was J. Moor who rang.',
    'The rate is 2.5 percent.',
  ])('do not end inside “%s”', (text) => {
    expect(cut(text)).toEqual([text]);
  });

  it.each([
    ['We wait in room 12. The door is open.', 2],
    ['So do I. It is late.', 2],
    ['Es kostet 15. Danach gehen wir.', 2],
    ['Really? Yes! Fine.', 3],
  ])('end where they end: “%s”', (text, count) => {
    expect(cut(text)).toHaveLength(count);
  });

  it('have times in whole milliseconds', () => {
    for (const { start, end } of sentencesOf([{ text: 'One. And two. Then three.', start: 0, end: 7 }]))
      expect([start * 1000, end * 1000].map((time) => Math.round(time) / 1000)).toEqual([start, end]);
  });
});
