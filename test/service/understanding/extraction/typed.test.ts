import { describe, expect, it } from 'vitest';
import { mentionsIn } from '../../../../src/service/understanding/rules/extraction/typed/mentions.ts';
import {
  type EntityType,
  entityTypes,
} from '../../../../src/service/understanding/rules/extraction/types.ts';
import { MORE_SENTENCES } from './more-sentences.ts';
import { type Expected, SENTENCES } from './sentences.ts';

interface Count {
  right: number;
  found: number;
  wanted: number;
  readonly faults: string[];
}

/** Counts exact matches, by type. */
function evaluate(sentences: readonly (readonly [string, Expected])[]): Map<EntityType, Count> {
  const counts = new Map<EntityType, Count>(
    entityTypes.map((type) => [type, { right: 0, found: 0, wanted: 0, faults: [] }]),
  );
  for (const [text, expected] of sentences) {
    const mentions = mentionsIn({ source: 'speech', text }, undefined);
    for (const [type, count] of counts) {
      const wanted = expected[type] ?? [];
      const found = mentions.filter((mention) => mention.type === type).map((mention) => mention.text);
      count.wanted += wanted.length;
      count.found += found.length;
      count.right += found.filter((one) => wanted.includes(one)).length;
      for (const one of found) if (!wanted.includes(one)) count.faults.push(`wrong: ${one} in ${text}`);
      for (const one of wanted) if (!found.includes(one)) count.faults.push(`missed: ${one} in ${text}`);
    }
  }
  return counts;
}

/** Precision and recall of all types; prints them, and every error. */
function measured(name: string, sentences: readonly (readonly [string, Expected])[]) {
  const counts = [...evaluate(sentences)].filter(([, { wanted, found }]) => wanted + found > 0);
  const sum = (key: 'right' | 'found' | 'wanted') =>
    counts.reduce((total, [, count]) => total + count[key], 0);
  const [precision, recall] = [sum('right') / sum('found'), sum('right') / sum('wanted')];
  const share = (part: number, all: number) => (part / Math.max(1, all)).toFixed(2);
  const lines = counts.map(
    ([type, { right, found, wanted }]) =>
      `${type.padEnd(14)} precision ${share(right, found)}  recall ${share(right, wanted)}  of ${wanted}`,
  );
  const all = `${name}: precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  of ${sum('wanted')} in ${sentences.length} sentences`;
  process.stderr.write(`${[all, ...lines, ...counts.flatMap(([, { faults }]) => faults)].join('\n')}\n`);
  return { precision, recall };
}

describe('the typed extractors', () => {
  it('find the annotated entities in the sentences they were developed with', () => {
    expect(SENTENCES.length).toBeGreaterThanOrEqual(60);
    const { precision, recall } = measured('development', SENTENCES);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });

  it('find them in other sentences', () => {
    const { precision, recall } = measured('others', MORE_SENTENCES);
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect(recall).toBeGreaterThanOrEqual(0.8);
  });

  it.each([
    ['$4.5 million', 4_500_000, 'USD'],
    ['three hundred and twenty five euros', 325, 'EUR'],
    ['two hundred thousand dollars', 200_000, 'USD'],
    ['half a million pounds sterling', 500_000, 'GBP'],
    ['three and a half million yen', 3_500_000, 'JPY'],
    ['1,250.75 CHF', 1250.75, 'CHF'],
    ['one point five percent', 1.5, '%'],
    ['a hundred kilometers', 100, 'km'],
    ['ninety-nine degrees celsius', 99, '°C'],
    ['15 Canadian dollars', 15, 'CAD'],
  ])('read %s as %d %s', (text, value, unit) => {
    expect(mentionsIn({ source: 'speech', text }, undefined)).toMatchObject([{ text, value, unit }]);
  });

  it.each([
    ['3 March 2024', '2024-03-03'],
    ['March 2024', '2024-03'],
    ['2024-03-03', '2024-03-03'],
    ['25/12/2023', '2023-12-25'],
    ['3/4/2024', undefined],
    ['3 March', undefined],
    ['tomorrow', '2026-03-03'],
    ['next Friday', '2026-03-13'],
    ['three days ago', '2026-02-27'],
  ])('read %s as %s, on 2 March 2026', (text, value) => {
    const reference = new Date('2026-03-02T12:00:00Z');
    const [date] = mentionsIn({ source: 'speech', text }, reference);
    expect(date).toMatchObject({ type: 'dates', text });
    expect(date?.value).toBe(value);
  });

  it.each<[string, string, [string, unknown][]]>([
    ['dates', 'The battery lasts two days.', []],
    ['dates', 'The show lasts a second.', []],
    ['times', 'It takes 3 to 4 weeks.', []],
    [
      'dates',
      'From 3 March to 5 March 2024 we travel.',
      [['3 March to 5 March 2024', '2024-03-03/2024-03-05']],
    ],
    [
      'dates',
      'It runs between the 3rd and the 7th of June 2025.',
      [['3rd and the 7th of June 2025', '2025-06-03/2025-06-07']],
    ],
    [
      'dates',
      'He ruled from 2010 to 2015.',
      [
        ['2010', '2010'],
        ['2015', '2015'],
      ],
    ],
    ['times', 'Open 9 am to 5 pm.', [['9 am to 5 pm', '09:00/17:00']]],
    [
      'percentages',
      'Between 10 and 15 percent came.',
      [
        ['10', 10],
        ['15 percent', 15],
      ],
    ],
    [
      'quantities',
      'It weighs 5-10 kilograms.',
      [
        ['5', 5],
        ['10 kilograms', 10],
      ],
    ],
    [
      'quantities',
      'One or two litres are enough.',
      [
        ['One', 1],
        ['two litres', 2],
      ],
    ],
    [
      'money',
      'They raised 3 to 4 million dollars.',
      [
        ['3', 3_000_000],
        ['4 million dollars', 4_000_000],
      ],
    ],
    [
      'money',
      'She paid $5 to $10 for each.',
      [
        ['$5', 5],
        ['$10', 10],
      ],
    ],
  ])('find %s in: %s', (type, text, expected) => {
    const found = mentionsIn({ source: 'speech', text }, undefined).filter((one) => one.type === type);
    expect(found.map((one) => [one.text, one.value])).toEqual(expected);
  });
});
