import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type Measured, pageOf } from '../../scripts/quality/page.mjs';

const docs = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const kept = JSON.parse(await docs('quality.json')) as Record<string, Measured>;
const page = await docs('quality.md');

it('docs/quality.md has the tables that scripts/quality.mjs makes of quality.json', () => {
  expect(pageOf(page, kept)).toBe(page);
  for (const name of Object.keys(kept)) expect(page).toContain(`<!-- quality: ${name} -->`);
});

it('a table says counts, shares, intervals, the commit and the command', () => {
  const rows = [
    { name: 'cuts', share: 0.5, of: 10 },
    { name: 'words', share: 0.0833, of: 2736 },
    { name: 'older', share: 0.23, low: 0.16, high: 0.31, said: '23 %' },
  ];
  const [shots = ''] = pageOf('<!-- quality: shots -->\n<!-- /quality -->', {
    shots: { commit: '1234abcd', rows },
  }).split('Published');
  // 5 of 10: 24 to 76 % by Wilson's interval.
  expect(shots).toContain('| cuts | 5 of 10 | 10 | 24 to 76 % |');
  expect(shots).toContain('| words | 8.3 % | 2736 | 7 to 9 % |');
  expect(shots).toContain('| older | 23 % | – | 16 to 31 % |');
  expect(shots).toContain('Measured at commit 1234abcd by `npm run bench -- shots`.');
});
