import { describe, expect, it } from 'vitest';
import { mentionsIn } from '../../../../src/service/understanding/rules/extraction/typed/mentions.ts';
import type { Mention } from '../../../../src/service/understanding/rules/extraction/types.ts';
import { FACTS, FACTS_SET_ASIDE, type Facts } from './facts.ts';

const TYPES = ['items', 'organizations', 'dates', 'times', 'quantities', 'money'] as const;

/** A mention as the labels write it, with its type. */
function label(mention: Mention): string {
  const { type, text, value, unit, task } = mention;
  if (task) return `items: ${[task.owner, task.text, task.due?.text].join(' | ')}`;

  if (type === 'times') return `${type}: ${value}`;
  return `${type}: ${type === 'quantities' || type === 'money' ? `${value} ${unit}` : text}`;
}

function labels(facts: Facts): string[] {
  return TYPES.flatMap((type) =>
    (facts[type] ?? []).map(
      (one) => `${type}: ${typeof one === 'string' ? one : [one[0], one[1], one[2]].join(' | ')}`,
    ),
  );
}

/** Precision and recall over all sentences, and of action items alone; prints every error. */
function measured(name: string, sentences: readonly Facts[]) {
  const faults: string[] = [];
  const counts = new Map<string, { right: number; found: number; wanted: number }>();
  const count = (key: string) => {
    const own = counts.get(key) ?? { right: 0, found: 0, wanted: 0 };
    counts.set(key, own);
    return own;
  };
  for (const facts of sentences) {
    const wanted = labels(facts);
    const { text, speaker } = facts;
    const found = mentionsIn({ source: 'speech', text, ...(speaker && { speaker }) }, undefined)
      .map(label)
      .filter((one) => TYPES.some((type) => one.startsWith(`${type}: `)));
    for (const one of wanted) {
      count(one.split(': ')[0] ?? '').wanted += 1;
      if (!found.includes(one)) faults.push(`missed ${one} in ${text}`);
    }
    for (const one of found) {
      const own = count(one.split(': ')[0] ?? '');
      own.found += 1;
      if (wanted.includes(one)) own.right += 1;
      else faults.push(`wrong ${one} in ${text}`);
    }
  }
  const lines = [...counts].map(
    ([type, { right, found, wanted }]) =>
      `${type.padEnd(14)} ${right} right of ${found} found, ${wanted} wanted`,
  );
  process.stderr.write(`${[name, ...lines, ...faults].join('\n')}\n`);
  const sum = (key: 'right' | 'found' | 'wanted') =>
    [...counts.values()].reduce((total, one) => total + one[key], 0);
  return { precision: sum('right') / sum('found'), recall: sum('right') / sum('wanted') };
}

describe('action items, companies and ranges', () => {
  it('are found in the sentences that the extractors were developed with', () => {
    const { precision, recall } = measured('development', FACTS);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });

  it('are found in sentences that were set aside', () => {
    const { precision, recall } = measured('set aside', FACTS_SET_ASIDE);
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect(recall).toBeGreaterThanOrEqual(0.8);
  });

  it.each([
    'Anna will send the report, right?',
    'Unless it rains, Anna will paint the fence.',
    'I think that Anna will paint the fence.',
    'Anna will know the answer by tomorrow.',
    'Anna will do that tomorrow.',
    'Anna will send the report to the',
    'Ben is responsible for the accident.',
    'Anna, could you tell me the time?',
    'Berlin will host the games.',
    'Maria to the rescue.',
  ])('are no action item: %s', (text) => {
    const found = mentionsIn({ source: 'speech', text }, undefined);
    expect(found.filter(({ type }) => type === 'action_items')).toEqual([]);
  });
});
