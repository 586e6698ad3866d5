import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { pageOf, tableOf, worse } from '../../scripts/bench/all/compared.mjs';

const docs = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

it('docs/performance.md has the table that npm run bench -- all makes of performance.json', async () => {
  const [page, kept] = [await docs('performance.md'), JSON.parse(await docs('performance.json'))];
  expect(pageOf(page, kept)).toBe(page);
  expect(kept.length).toBeGreaterThan(10);
});

it('a ratio is worse when it is more than 1.3 times the last that landed, which a new one cannot be', () => {
  const row = { bench: 'probe', beside: 'ffprobe', name: 'one file', ratio: 1, most: 1.5 };
  const now = (ratio: number) => ({ ...row, ratio });
  expect([1.29, 1.31, 0.5].map((ratio) => worse(now(ratio), [row]))).toEqual([false, true, false]);
  expect(worse(now(9), [{ ...row, name: 'a folder' }])).toBe(false);
  expect(tableOf([now(1.31)], [row])).toContain('WORSE');
  expect(tableOf([now(1.6)], [{ ...row, ratio: 1.6 }])).toMatch(/over$/m);
});
