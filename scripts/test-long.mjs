/**
 * Runs the long tests whole: every test file that chooses how much to do by `inFull` (test/support/in-full.ts).
 * `npm test` runs a part of each.
 *
 *   node scripts/test-long.mjs [ARGUMENTS OF VITEST]
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(path.join(root, 'test'), { recursive: true })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => path.join('test', file))
  .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('inFull('));

const args = [
  path.join(root, 'scripts/test.mjs'),
  '--project',
  'sources',
  ...files,
  ...process.argv.slice(2),
];
const env = { ...process.env, VAU_TEST_FULL: '1' };
spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).on('close', (status) => {
  process.exitCode = status ?? 1;
});
