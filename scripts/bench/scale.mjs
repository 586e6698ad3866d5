/**
 * Measures a large store and one of a tenth of its size: GET, lists at both ends and with every filter, kinds of
 * searches (with words that were not looked for before, and again) beside raw FTS5 on the same index, adding and deleting, start-up and memory. Prints p50 and p95 in processor time and wall
 * time, and how much p50 grew. Exits 1 when a budget is exceeded.
 *
 *   npm run bench -- scale [--files 100000] [--segments 10] [--lists] [--only WORDS] [--exact] [--postgres]
 *
 * `--segments` is the number for each file; the budgets of search are for ten. `--lists` measures GET and lists alone, and `--only`
 * the lines whose names match a regular expression.
 * `--exact` measures nothing: it holds 500 queries against an exhaustive ranking, and fails if one differs.
 * `--postgres` measures the same lines on PostgreSQL, beside those of SQLite, and what several workers get done there: see
 * scale-postgres.mjs.
 *
 * The stores stay in the folder for temporary files, so that the next run reuses them. GET beside a bare Hono handler:
 * see the benchmark `request`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { filledStore } from './scale-folder.mjs';
import { rawBeside } from './scale-search.mjs';
import { bundleService } from './service-bundle.mjs';

/** Milliseconds of raw FTS5 below which ten times as much says nothing: reading and quoting 20 results takes longer. */
const TINY = 5;

const files = option('--files', 100_000);
const segments = option('--segments', 10);
const task = process.argv.includes('--lists') ? 'measure-lists' : 'measure';
if (!Number.isInteger(files / 1_000) || files < 1_000) throw new Error('--files takes a multiple of 1,000');

const only = process.argv.indexOf('--only');
if (only > 0) process.env.VAU_BENCH_ONLY = process.argv[only + 1];

const bundle = await bundleService();
try {
  if (process.argv.includes('--postgres')) await onServer();
  else if (process.argv.includes('--exact')) await compare();
  else {
    const small = await runOn(files / 10);
    const large = await runOn(files);
    print(small, large);
  }
} finally {
  await bundle.remove();
}

function option(name, otherwise) {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

/** Fills a store, in a process of its own, so that it leaves nothing in the memory that is measured. */
async function filled(count) {
  const { storeVersion } = await import(bundle.outfile);
  const folder = filledStore(count, segments, storeVersion);
  const words = [folder, String(count), String(segments)];
  await run([...words, 'fill']);
  return { folder, words, segments: count * segments };
}

async function runOn(count) {
  const { words } = await filled(count);
  const rows = await run([...words, task]);
  return new Map(rows.map((row) => [row.name, row]));
}

async function compare() {
  const { words } = await filled(files);
  const [{ name: rounds, wrong }] = await run([...words, 'exact']);
  for (const line of wrong) console.log(line);
  console.log(
    `${rounds - wrong.length} of ${rounds} searches are equal to an exhaustive ranking of ${files * segments} segments`,
  );
  if (wrong.length > 0) process.exitCode = 1;
}

async function onServer() {
  const { compareWithServer } = await import('./scale-postgres.mjs');
  if (!(await compareWithServer(bundle, await filled(files), run, task))) process.exitCode = 1;
}

async function run(words) {
  const child = fork(fileURLToPath(new URL('scale-run.mjs', import.meta.url)), [bundle.outfile, ...words]);
  const ended = once(child, 'exit');
  const [rows] = await Promise.race([once(child, 'message'), ended.then(() => [undefined])]);
  if (!rows) throw new Error(`the run ${words.join(' ')} ended early`);
  await ended;
  return rows;
}

/**
 * Whether a row is over its budget at 100,000 files. Processor time decides, because wall time on a shared machine says
 * little.
 */
function isOver(name, { cpu }, rows) {
  if (/page$/.test(name)) return at(cpu, 0.95) > 100;
  if (/^delete/.test(name)) return at(cpu, 0.95) > 200;
  if (name === 'memory in MB') return cpu[0] > 250;
  if (!name.startsWith('search')) return false;
  const raw = rows.get(rawBeside(name))?.cpu;
  return at(cpu, 0.95) > 250 || (raw && at(cpu, 0.5) > 10 * Math.max(TINY, at(raw, 0.5)));
}

function print(small, large) {
  console.log(`${files} files; ms of processor time and of wall time; growth from ${files / 10} files`);
  console.log([''.padEnd(48), 'cpu p50', 'cpu p95', 'wall p50', 'wall p95', 'growth'].join('  '));
  for (const [name, row] of large) {
    const over = isOver(name, row, large);
    if (over) process.exitCode = 1;
    const grown = at(row.cpu, 0.5) / Math.max(0.001, at(small.get(name).cpu, 0.5));
    const times = [at(row.cpu, 0.5), at(row.cpu, 0.95), at(row.wall, 0.5), at(row.wall, 0.95)];
    const shown = times.map((ms) => (ms === undefined ? '' : ms.toFixed(1)).padStart(7));
    console.log(
      [name.padEnd(48), ...shown, `${grown.toFixed(1)}x`.padStart(6), over ? 'NOT MET' : ''].join('  '),
    );
  }
}

/** A quantile; undefined of no numbers. */
function at(numbers, part) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}
