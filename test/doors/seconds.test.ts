import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import seconds from '../support/seconds.json' with { type: 'json' };

it('the list of slow test files names files that exist', () => {
  expect(
    Object.keys(seconds).filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url))),
  ).toEqual([]);
});
