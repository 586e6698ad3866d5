/**
 * Runs the long tests: the files named `*.long.test.ts`, which `npm test` leaves out; those that choose how much to do by
 * `inFull` (test/support/in-full.ts) or run lines in their own process by `runSimilar` (test/acceptance/in-process.ts);
 * and the conformance suite against the started binary.
 *
 *   node scripts/test-long.mjs [FILE...]       default: all of them
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const asked = process.argv.slice(2);
const sources = ['--project', 'sources', '--project', 'shared'];
// One run for all, so that the conformance suite, which is one long file, is not alone on the machine. With VAU_TEST_FULL
// the project `binary` alone has that suite (vitest.config.ts).
const all = () => [...sources, '--project', 'binary', ...longFiles(), 'test/conformance/'];
process.exitCode = await run(asked.length > 0 ? [...sources, ...asked] : all());

function longFiles() {
  return readdirSync(path.join(root, 'test'), { recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.join('test', file))
    .filter((file) => file.endsWith('.long.test.ts') || choosesHowMuch(file));
}

function choosesHowMuch(file) {
  return /\b(inFull|runSimilar)\(/.test(readFileSync(path.join(root, file), 'utf8'));
}

/** Runs the tests; its exit status. */
function run(args) {
  const command = [path.join(root, 'scripts/test.mjs'), ...args];
  const env = { ...process.env, VAU_TEST_FULL: '1' };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, env, stdio: 'inherit' });
    child.on('close', (status) => resolve(status ?? 1));
  });
}
