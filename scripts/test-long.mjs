/**
 * Runs the long tests whole: every test file that chooses how much to do by `inFull` (test/support/in-full.ts), of
 * which `npm test` runs a part, or runs lines in its own process by `runSimilar` (test/acceptance/in-process.ts); and the
 * conformance suite against the started binary.
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
  .filter((file) => readFileSync(path.join(root, file), 'utf8').match(/\b(inFull|runSimilar)\(/));

const env = { ...process.env, VAU_TEST_FULL: '1' };
for (const args of [
  ['--project', 'sources', '--project', 'shared', ...files],
  ['--project', 'binary'],
])
  process.exitCode = Math.max(process.exitCode ?? 0, await run([...args, ...process.argv.slice(2)]));

/** Runs the tests; its exit status. */
function run(args) {
  const command = [path.join(root, 'scripts/test.mjs'), ...args];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, env, stdio: 'inherit' });
    child.on('close', (status) => resolve(status ?? 1));
  });
}
