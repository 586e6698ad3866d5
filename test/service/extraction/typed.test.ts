import { describe, expect, it } from 'vitest';
import { mentionsIn } from '../../../src/service/understanding/extraction/typed/mentions.ts';
import { type EntityType, entityTypes } from '../../../src/service/understanding/extraction/types.ts';
import { SENTENCES } from './sentences.ts';

interface Count {
  right: number;
  found: number;
  wanted: number;
  readonly faults: string[];
}

/** Counts what is found to the letter, type by type. */
function evaluate(): Map<EntityType, Count> {
  const counts = new Map<EntityType, Count>(
    entityTypes.map((type) => [type, { right: 0, found: 0, wanted: 0, faults: [] }]),
  );
  for (const [text, expected] of SENTENCES) {
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

describe('the typed extractors', () => {
  it('find what a person finds in seventy sentences: precision and recall of 0.9', () => {
    const counts = [...evaluate()].filter(([, { wanted, found }]) => wanted + found > 0);
    const sum = (key: 'right' | 'found' | 'wanted') =>
      counts.reduce((total, [, count]) => total + count[key], 0);
    const [precision, recall] = [sum('right') / sum('found'), sum('right') / sum('wanted')];
    const lines = counts.map(
      ([type, { right, found, wanted }]) =>
        `${type.padEnd(14)} precision ${(right / Math.max(1, found)).toFixed(2)}  recall ${(right / Math.max(1, wanted)).toFixed(2)}  of ${wanted}`,
    );
    const all = `all            precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  of ${sum('wanted')}`;
    process.stderr.write(`${[...lines, all, ...counts.flatMap(([, { faults }]) => faults)].join('\n')}\n`);
    expect(SENTENCES.length).toBeGreaterThanOrEqual(60);
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });
});
