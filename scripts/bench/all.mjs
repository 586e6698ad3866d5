/**
 * Runs the benchmarks whose figures are ratios to an anchor of the same run, and compares them with the last that landed
 * (docs/performance.json): a machine that is busy or slow changes both sides. What is more than 1.3 times as much is measured
 * again. Exits 1 if it is so twice in a row, or if a benchmark fails; a budget that is missed is only said.
 *
 *   npm run bench -- all [--short] [--json] [--record]
 *
 * --short   those that need nothing but what `npm run build` and the tests need, in a minute or two
 * --json    prints the rows as JSON
 * --record  writes what was measured to docs/performance.json and docs/performance.md
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageOf, tableOf, worse } from './all/compared.mjs';

/** In the order of the page: what each is measured beside, and how it is started here. */
const BENCHES = [
  { bench: 'start-up', beside: 'an empty Node script', short: true },
  { bench: 'probe', beside: 'ffprobe', words: ['5'], env: { BENCH_FILES: '60' }, short: true },
  { bench: 'request', beside: 'a bare Hono handler', short: true },
  { bench: 'vectors', beside: 'the TypeScript form', words: ['--millions', '1'] },
  { bench: 'shots', beside: 'decoding alone' },
  { bench: 'text', beside: 'tesseract alone' },
  { bench: 'pipeline', beside: 'its processor time' },
  { bench: 'writers', beside: 'as many alone' },
];

const OPTIONS = ['short', 'json', 'record'];
const asked = process.argv.slice(2).filter((word) => word.startsWith('--'));
const unknown = asked.filter((word) => !OPTIONS.includes(word.slice(2)));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are --${OPTIONS.join(', --')}`);
  process.exit(2);
}
const values = Object.fromEntries(OPTIONS.map((name) => [name, asked.includes(`--${name}`)]));
const at = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const kept = JSON.parse(readFileSync(at('docs/performance.json'), 'utf8'));

const rows = [];
for (const one of BENCHES.filter(({ short }) => short || !values.short)) {
  let measured = measure(one);
  if (measured.some((row) => worse(row, kept))) {
    console.error(`${one.bench}: worse than before; once more`);
    const again = measure(one);
    measured = measured.map((row, place) => ((again[place]?.ratio ?? 0) < row.ratio ? again[place] : row));
  }
  if (measured.length === 0 || measured.some((row) => worse(row, kept))) process.exitCode = 1;
  rows.push(...measured);
}
if (values.record) keep();
process.stdout.write(values.json ? `${JSON.stringify(rows, undefined, 2)}\n` : tableOf(rows, kept));

/** Runs a benchmark. @returns its rows; none if it gave none */
function measure({ bench, beside, words = [], env = {} }) {
  const file = path.join(os.tmpdir(), `vau-ratios-${process.pid}`);
  const { status } = spawnSync(process.execPath, [at('scripts/bench.mjs'), bench, ...words], {
    env: { ...process.env, ...env, VAU_RATIOS: file },
    // Standard output is for the table.
    stdio: ['ignore', 2, 2],
  });
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  rmSync(file, { force: true });
  // 1 says that a budget was missed: the figures are there all the same.
  if (status !== 0 && status !== 1) console.error(`${bench} was not measured (status ${status})`);
  const lines = status === 0 || status === 1 ? text.split('\n').filter(Boolean) : [];
  return lines.map((line) => ({ bench, beside, ...JSON.parse(line) }));
}

/** What was not measured now keeps the figures, and the commit, that it had. */
function keep() {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  const others = kept.filter(({ bench }) => !rows.some((row) => row.bench === bench));
  const order = BENCHES.map(({ bench }) => bench);
  const all = [...others, ...rows.map((row) => ({ ...row, commit }))].sort(
    (one, other) => order.indexOf(one.bench) - order.indexOf(other.bench),
  );
  writeFileSync(at('docs/performance.json'), `${JSON.stringify(all, undefined, 2)}\n`);
  writeFileSync(at('docs/performance.md'), pageOf(readFileSync(at('docs/performance.md'), 'utf8'), all));
}
