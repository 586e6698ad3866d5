import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { perHour, report, searchMs } from '../../scripts/capacity/report.mjs';

const textOf = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');

describe('docs/capacity.md', () => {
  it('is what its script makes of the measured figures', async () => {
    expect(await textOf('docs/capacity.md')).toBe(report(JSON.parse(await textOf('docs/capacity.json'))));
  });

  it('has no figure that is missing', async () => {
    expect(await textOf('docs/capacity.md')).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('counts an hour from the length of the film, and a search along the line through two stores', async () => {
    const measured = JSON.parse(await textOf('docs/capacity.json'));
    const film = { ...measured.film, seconds: measured.film.seconds / 2 };
    expect(perHour({ ...measured, film }).processor).toBeCloseTo(2 * perHour(measured).processor);
    const [small, large] = measured.store.sizes;
    for (const one of [small, large])
      expect(searchMs(measured, 'search_common', one.segments / 5)).toBeCloseTo(one.search_common.median_ms);
  });
});
