/**
 * Measures how fast the service analyses a film: three minutes of 640x360 with narration, on-screen text and cuts, all default
 * modalities, with the recogniser that vau setup speech brought. Reports wall time, stage times (they overlap), processor time
 * and peak memory. The exit status is 1 when a budget is exceeded.
 * The budgets are for two otherwise idle cores; the fastest round counts. Memory is looked at in a round of its own, because
 * looking takes a seventh of the processor time.
 *
 *   npm run build && vau setup speech
 *   npm run bench -- pipeline [--data FOLDER]
 *
 * --data     the data folder with the recogniser, default that of vau; nothing is written there
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFilm } from './film.mjs';
import { linkRecogniser } from './recogniser.mjs';
import { recordRatios } from './record.mjs';
import { bundleService } from './service-bundle.mjs';
import { usageOf } from './usage.mjs';

const SECONDS = 180;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2);
/** Times real time. */
const BUDGET = 4.5;
/** Wall time as a part of processor time: half where both cores are always busy. */
const WALL = 0.6;
/** MB of all processes together. */
const MEMORY = 1000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-film-'));
const bundle = await bundleService();
// As in the workers of a service.
Object.assign(process.env, (await import(bundle.outfile)).FRUGAL);
try {
  const film = await makeFilm(folder, { seconds: SECONDS });
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await analyse(film, `data-${round}`, ['time']));
  report(rounds, (await analyse(film, 'data-memory', [])).peak);
} finally {
  await bundle.remove();
  await rm(folder, { recursive: true, force: true });
}

async function analyse(film, name, phase) {
  const dataDir = path.join(folder, name);
  await linkRecogniser(dataDir);
  const script = path.join(root, 'scripts/bench/pipeline-run.mjs');
  const { cpu, stdout } = await usageOf([process.execPath, script, bundle.outfile, film, dataDir, ...phase]);
  return { cpu, ...JSON.parse(stdout) };
}

function report(rounds, peak) {
  const best = rounds.reduce((one, other) => (other.wall < one.wall ? other : one));
  const speed = SECONDS / best.wall;
  const print = (line) => process.stdout.write(`${line}\n`);
  print(
    `pipeline over ${SECONDS} s of 640x360, ${os.availableParallelism()} cores, best of ${rounds.length}`,
  );
  for (const { stage, seconds } of best.stages)
    print(`  ${stage.padEnd(26)}${seconds.toFixed(1).padStart(6)} s`);
  print(`wall time       ${best.wall.toFixed(1)} s: ${speed.toFixed(2)} times real time, budget ${BUDGET}`);
  print(`processor time  ${best.cpu.toFixed(1)} s`);
  const share = best.wall / best.cpu;
  recordRatios([['wall time', share, WALL]]);
  print(`                ${share.toFixed(2)} of it is the wall time, budget ${WALL}`);
  print(`peak memory     ${peak.tree.toFixed(0)} MB of all processes, budget ${MEMORY}`);
  for (const [program, size] of Object.entries(peak.parts).sort((a, b) => b[1] - a[1]))
    print(`  ${program.padEnd(26)}${size.toFixed(0).padStart(6)} MB`);
  print(`lines           ${JSON.stringify(best.lines)}`);
  for (const [modality, provider] of Object.entries(best.providers)) print(`  ${modality}: ${provider}`);
  if (best.status !== 'completed') print(`the collection file ${best.status}: ${best.error}`);
  const within = speed >= BUDGET && share <= WALL && peak.tree <= MEMORY;
  if (best.status !== 'completed' || !within) process.exitCode = 1;
}
