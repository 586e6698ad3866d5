/**
 * Runs the long tests: the files named `*.long.test.ts`, which `npm test` leaves out; those that choose how much to do by
 * `inFull` (test/support/in-full.ts) or run lines in their own process by `runSimilar` (test/acceptance/in-process.ts);
 * and the conformance suite against the started binary.
 *
 *   node scripts/test-long.mjs [FILE...]       default: all of them
 *   node scripts/test-long.mjs --part N/M      one of M parts that take about the same time; `commit` for N: the part
 *                                              that the hash of this commit chooses
 */
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const conformance = ['--project', 'binary', 'test/conformance/'];
const [first, share] = process.argv.slice(2);
const asked = first === '--part' ? partOf(share) : process.argv.slice(2);
const sources = ['--project', 'sources', '--project', 'shared'];
// One run for all, so that the conformance suite, which is one long file, is not alone on the machine. With VAU_TEST_FULL
// the project `binary` alone has that suite (vitest.config.ts).
const all = () => [...sources, ...conformance, ...longFiles()];
process.exitCode = await run(asked.length > 0 ? [...sources, ...asked] : all());

/** The files of a part: from the longest to the shortest, each goes to the part that takes least so far. @param share N/M */
function partOf(share = '') {
  const [, which, count] = /^(\d+|commit)\/(\d+)$/.exec(share) ?? [];
  if (!which || !(Number(count) > 0)) throw new Error(`--part ${share} is not N/M or commit/M`);
  const part = which === 'commit' ? (commitNumber() % Number(count)) + 1 : Number(which);
  if (part < 1 || part > Number(count)) throw new Error(`--part ${share}: N is from 1 to ${count}`);
  console.error(`Long tests, part ${part} of ${count}; again: npm run test:long -- --part ${part}/${count}`);
  const known = JSON.parse(readFileSync(path.join(root, 'test/support/seconds.json'), 'utf8'));
  // The list leaves out what takes less than twenty seconds.
  const lasts = (file) => known[file] ?? 10;
  const parts = Array.from({ length: Number(count) }, () => ({ seconds: 0, files: [] }));
  parts[0] = { seconds: lasts('test/conformance/shapes.test.ts'), files: [...conformance] };
  for (const file of longFiles().toSorted(
    (one, other) => lasts(other) - lasts(one) || one.localeCompare(other),
  )) {
    const least = parts.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.seconds += lasts(file);
    least.files.push(file);
  }
  return parts[part - 1].files;
}

/** The first digits of the hash of the commit that is checked out; the day of the month where there is no repository. */
function commitNumber() {
  try {
    const quiet = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], quiet).slice(0, 7), 16);
  } catch {
    return new Date().getDate();
  }
}

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
