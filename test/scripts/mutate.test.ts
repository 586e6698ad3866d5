import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const own = fileURLToPath(new URL('../..', import.meta.url));
let root = '';

const source = `
const LEAST = 3 * 2;
export function isLarge(size: number): boolean {
  return size >= LEAST;
}
export function countTo(end: number): number {
  let at = 0;
  while (at < end) at++;
  return at;
}
export function never(): void {
  throw new Error('never');
}
`;
/** It misses the boundary, and that nothing is thrown. */
const test = `
import { expect, it } from 'vitest';
import { countTo, isLarge } from '../src/size.ts';
import { sizes } from './sizes.ts';
it('tells large ones', () => {
  expect(sizes.map((size) => isLarge(size))).toEqual([false, true]);
  expect(countTo(5)).toBe(5);
});
`;

async function write(file: string, content: string | object): Promise<void> {
  const at = path.join(root, file);
  await mkdir(path.dirname(at), { recursive: true });
  await writeFile(at, typeof content === 'string' ? content : JSON.stringify(content));
}

/** The lines of survivors, without the table. */
async function survivors(): Promise<string[]> {
  const run = promisify(execFile)(process.execPath, [path.join(own, 'scripts/mutate.mjs'), '--root', root]);
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return stdout.split('\n').filter((line) => line.includes('→'));
}

beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'vau-mutants-')));
  await write('src/size.ts', source);
  await write('test/size.test.ts', test);
  await write('test/sizes.ts', 'export const sizes = [4, 7];');
  await write('package.json', { type: 'module' });
  await write('scripts/mutate/names.json', {
    size: { sources: ['src/size.ts'], tests: ['test/size.test.ts'] },
  });
  await write('scripts/mutate/survivors.json', []);
  await mkdir(path.join(root, 'node_modules'));
  await symlink(path.join(own, 'node_modules/vitest'), path.join(root, 'node_modules/vitest'), 'junction');
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('a mutation run names the changes that no test notices, and no other', async () => {
  const boundary = { from: 'size >= LEAST', to: '(size) > (LEAST)' };
  const unreached = "src/size.ts:12  throw new Error('never');  →  removed  (no test comes here)";
  expect(await survivors()).toEqual([`src/size.ts:4  ${boundary.from}  →  ${boundary.to}`, unreached]);
  const why = 'nothing has that size';
  await write('scripts/mutate/survivors.json', [
    { file: 'src/size.ts', code: 'return size >= LEAST;', ...boundary, why },
  ]);
  expect(await survivors()).toEqual([unreached]);
  await write('scripts/mutate/survivors.json', []);
  // What was caught is known until the test changes, or what it takes from its folder.
  await write('test/sizes.ts', 'export const sizes = [4, 6];');
  expect(await survivors()).toEqual([unreached]);
  await write('test/size.test.ts', test.replace('isLarge(size))', 'size > 4 || isLarge(size))'));
  expect(await survivors()).toContain('src/size.ts:4  size >= LEAST  →  false');
});
