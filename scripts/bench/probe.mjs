/**
 * Measures `vau probe` against ffprobe: the processor time of one file, with all children, and the time for a folder of
 * a thousand files, for which ffprobe runs on all processors. The sides alternate in one run. One file is shown as a
 * plain ratio, and with the empty Node script taken off, as start-up is measured. Exits 1 when a budget is exceeded.
 *
 *   npm run bench -- probe [ROUNDS]      default 9 rounds; the median counts
 */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordRatios } from './record.mjs';
import { median, usageOf } from './usage.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 9);
const FILES = Number(process.env.BENCH_FILES ?? 1000);
const FOLDER_ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Runs in one measurement: the shell counts in hundredths of a second. */
const RUNS = 10;
const ONE_BUDGET = 1.5;
const MANY_BUDGET = 1;

delete process.env.NODE_EXTRA_CA_CERTS;
const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-probe-'));
const film = path.join(root, 'assets/harbour.mp4');
const bare = ['-v', 'error', '-show_format', '-show_streams', '-show_chapters', '-of', 'json'];
try {
  await one();
  await many();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function one() {
  await writeFile(path.join(folder, 'empty.cjs'), '');
  const start = `require('node:child_process').execFile('ffprobe', ${JSON.stringify([...bare, film])}, () => {})`;
  await writeFile(path.join(folder, 'start.cjs'), start);
  const cases = {
    'empty script': [process.execPath, path.join(folder, 'empty.cjs')],
    ffprobe: ['ffprobe', ...bare, film],
    'a script that runs ffprobe': [process.execPath, path.join(folder, 'start.cjs')],
    'vau probe': [process.execPath, path.join(root, 'bin/vau.js'), 'probe', film],
  };
  const took = await inTurn(cases, rounds, async (command) => (await repeated(command)).cpu / RUNS);
  const probe = took.ffprobe;
  console.log(`one file, processor time of ${rounds} rounds, median`);
  for (const [name, cpu] of Object.entries(took))
    console.log(`${name.padEnd(28)} ${(cpu * 1000).toFixed(0).padStart(5)} ms  ${(cpu / probe).toFixed(2)}`);
  const over = (took['vau probe'] - took['empty script']) / probe;
  verdict('vau probe without the empty script', over, ONE_BUDGET);
}

async function many() {
  const films = path.join(folder, 'films');
  await usageOf(['mkdir', films]);
  for (let number = 0; number < FILES; number += 1)
    await copyFile(film, path.join(films, `${String(number).padStart(4, '0')}.mp4`));
  const list = `find "$1" -name "*.mp4" -print0 | xargs -0 -n 1 -P ${os.availableParallelism()} ffprobe ${bare.join(' ')}`;
  const cases = {
    ffprobe: ['sh', '-c', list, 'sh', films],
    'vau probe': [process.execPath, path.join(root, 'bin/vau.js'), 'probe', films, '-o', 'ndjson'],
  };
  const took = await inTurn(cases, FOLDER_ROUNDS, async (command) => (await usageOf(command)).wall);
  console.log(`\n${FILES} files, time of ${FOLDER_ROUNDS} rounds, median`);
  for (const [name, wall] of Object.entries(took)) console.log(`${name.padEnd(28)} ${wall.toFixed(1)} s`);
  verdict('vau probe against ffprobe', took['vau probe'] / took.ffprobe, MANY_BUDGET);
}

/** The median of each case; the cases alternate. */
async function inTurn(cases, times, measure) {
  const all = Object.entries(cases).map(([name, command]) => ({ name, command, took: [] }));
  for (const { command } of all) await measure(command);
  for (let round = 0; round < times; round += 1)
    for (const { command, took } of all) took.push(await measure(command));
  return Object.fromEntries(all.map(({ name, took }) => [name, median(took)]));
}

function repeated(command) {
  const loop = `for n in $(seq ${RUNS}); do "$@" > ${path.join(folder, 'out')}; done`;
  return usageOf(['sh', '-c', loop, 'sh', ...command]);
}

function verdict(what, ratio, budget) {
  recordRatios([[what, ratio, budget]]);
  console.log(`${what}: ${ratio.toFixed(2)} (budget ${budget}) ${ratio > budget ? 'TOO SLOW' : 'ok'}`);
  if (ratio > budget) process.exitCode = 1;
}
