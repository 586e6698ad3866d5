import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jobs, jobsPage, keysOf } from '../../scripts/jobs.mjs';

describe('docs/jobs.md', () => {
  it('counts the lines that test/acceptance/ten-jobs.long.test.ts runs: node scripts/jobs.mjs writes it', () => {
    expect(readFileSync(new URL('../../docs/jobs.md', import.meta.url), 'utf8')).toBe(jobsPage());
  });

  it('has at most one command for each of the first seven jobs', () => {
    expect(jobs.slice(0, 7).filter(({ vau }) => vau.length > 1)).toEqual([]);
  });

  it('counts a key for each character and for Enter, and two for a line that is run again', () => {
    expect(keysOf(['vau probe x'])).toBe(12);
    expect(keysOf(['ab', 'c'], 1)).toBe(7);
  });
});
