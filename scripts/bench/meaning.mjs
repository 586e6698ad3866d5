/**
 * Measures search and deep search by words and meaning together, at 100,000 and 1,000,000 segments, each of which has a
 * vector, beside raw FTS5 on the same words. Prints p50 and p95 in processor time, with that of the encoder's process, and
 * wall time, and how much p50 grew. Exits 1 when a budget is exceeded. Build first (npm run build): the encoder runs in its
 * bundle.
 *
 *   npm run bench -- meaning [--files 100000]
 *
 * The stores are those of the benchmark `scale` with ten segments for each file, which must be there; vectors are added to
 * copies of them, which stay. The vectors of segments are made from their words, because encoding a million takes a day;
 * queries are encoded.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { filledStore } from './scale-folder.mjs';
import { bundleService } from './service-bundle.mjs';

const SEGMENTS = 10;
/** Milliseconds of processor time for p95, by the number of segments. */
const BUDGETS = new Map([
  [100_000, 60],
  [1_000_000, 250],
]);

const at = process.argv.indexOf('--files');
const files = at < 0 ? 100_000 : Number(process.argv[at + 1]);
const bundle = await bundleService();
try {
  const small = await runOn(files / 10);
  print(small, files / 10);
  print(await runOn(files), files, small);
} finally {
  await bundle.remove();
}

async function runOn(count) {
  const { storeVersion } = await import(bundle.outfile);
  const folder = filledStore(count, SEGMENTS, storeVersion);
  const script = fileURLToPath(new URL('meaning-run.mjs', import.meta.url));
  for (const task of ['fill', 'measure']) {
    const child = fork(script, [bundle.outfile, folder, task]);
    const ended = once(child, 'exit');
    const [rows] = await Promise.race([once(child, 'message'), ended.then(() => [undefined])]);
    if (!rows) throw new Error(`the run on ${folder} ended early`);
    await ended;
    if (task === 'measure') return new Map(rows.map((row) => [row.name, row]));
  }
}

function print(rows, count, smaller) {
  const budget = BUDGETS.get(count * SEGMENTS);
  console.log(`${count * SEGMENTS} segments; ms; budget of p95 in processor time: ${budget ?? 'none'}`);
  console.log([''.padEnd(44), 'cpu p50', 'cpu p95', 'wall p50', 'wall p95', 'growth'].join('  '));
  for (const [name, { cpu, wall }] of rows) {
    const over = budget !== undefined && !name.startsWith('raw') && share(cpu, 0.95) > budget;
    if (over) process.exitCode = 1;
    const before = smaller?.get(name);
    const grown = before ? `${(share(cpu, 0.5) / Math.max(0.001, share(before.cpu, 0.5))).toFixed(1)}x` : '';
    const times = [share(cpu, 0.5), share(cpu, 0.95), share(wall, 0.5), share(wall, 0.95)];
    const shown = times.map((time) => time.toFixed(1).padStart(8)).join('  ');
    console.log(`${name.padEnd(44)}${shown}  ${grown.padStart(6)}  ${over ? 'NOT MET' : ''}`);
  }
}

function share(list, part) {
  const sorted = [...list].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
