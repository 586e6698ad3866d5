import { describe, expect, it } from 'vitest';
import { mentionsIn } from '../../../../src/service/understanding/rules/extraction/typed/mentions.ts';
import type { EntityType } from '../../../../src/service/understanding/rules/extraction/types.ts';

const mentions = (type: EntityType, text: string, speaker?: string) =>
  mentionsIn({ source: 'speech', text, start: 0, end: 4, ...(speaker && { speaker }) }, undefined).filter(
    (one) => one.type === type,
  );
const sums = (text: string) => mentions('money', text).map(({ value, unit }) => [value, unit]);
const items = (text: string, speaker?: string) =>
  mentions('action_items', text, speaker).map(({ task }) => [task?.owner, task?.text, task?.due?.text]);

describe('sums for each month or hour', () => {
  it('are money after a word for it, without a currency that nobody named', () => {
    expect(sums('The flat costs 1,150 a month.')).toEqual([[1150, undefined]]);
    expect(sums('They pay her 42,000 a year.')).toEqual([[42_000, undefined]]);
    expect(sums('She earns 19.50 an hour.')).toEqual([[19.5, undefined]]);
    expect(sums('The rent is 875 euros per month.')).toEqual([[875, 'EUR']]);
    expect(sums('The fine is 35 pounds.')).toEqual([[35, 'GBP']]);
  });

  it('are none for visitors, tablets, bottles and times', () => {
    for (const text of [
      'The museum has 30,000 visitors a year.',
      'Take 2 a day.',
      'It rained on 180 days a year.',
      'He paid back in 2019.',
      'The bus comes at 8 a.m. every day.',
    ])
      expect(sums(text), text).toEqual([]);
  });

  it('are not times of day', () => {
    expect(mentions('times', 'The flat costs 1,150 a month.')).toEqual([]);
    expect(mentions('times', 'The bus comes at 8 a.m. every day.').map(({ value }) => value)).toEqual([
      '08:00',
    ]);
  });
});

describe('sums in words', () => {
  it.each([
    ['It costs three hundred and fifty euros.', [350, 'EUR']],
    ['It costs 3 hundred euros.', [300, 'EUR']],
    ['We paid two and a half million pounds.', [2_500_000, 'GBP']],
    ['We paid half a million dollars.', [500_000, 'USD']],
  ])('are those of %s', (text, sum) => expect(sums(text)).toEqual([sum]));

  it('are none where the words do not make one number', () => {
    expect(sums('The code is zero ten euros.').map(([value]) => value)).not.toContain(10);
  });
});

describe('tasks', () => {
  it('belong to the one who is named for them', () => {
    expect(items('Could you, Hannah, check the numbers again?')).toEqual([
      ['Hannah', 'check the numbers again', undefined],
    ]);
    expect(items("I'd like Sofia to write the summary by Friday.")).toEqual([
      ['Sofia', 'write the summary', 'Friday'],
    ]);
    expect(items("Let's have Rachel call the supplier.")).toEqual([
      ['Rachel', 'call the supplier', undefined],
    ]);
  });

  it('belong to the speaker who promises them, and a bet is none', () => {
    expect(items('I will send you the report by Thursday.', 'Ann')).toEqual([
      ['Ann', 'send you the report', 'Thursday'],
    ]);
    expect(items('I shall return the books on Monday.', 'Ann')).toHaveLength(1);
    expect(items("I'll bet you did not know that.", 'Ann')).toEqual([]);
    expect(items('I will send you the report by Thursday.')).toEqual([]);
  });
});
