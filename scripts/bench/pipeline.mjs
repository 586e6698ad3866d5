/**
 * Measures how fast the service analyses a film: three minutes of 640x360 with narration, on-screen text and
 * cuts, all default modalities. Reports wall time, stage times (they overlap), processor time and peak memory. The exit status is 1 when the budget is exceeded.
 * The budget is for two otherwise idle cores; the fastest round counts.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFilm } from './film.mjs';
import { bundleService } from './service-bundle.mjs';
import { usageOf } from './usage.mjs';

const SECONDS = 180;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2);
const BUDGET = 4.5;

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-film-'));
const bundle = await bundleService();
try {
  const film = await makeFilm(folder, { seconds: SECONDS });
  const command = [process.execPath, path.join(root, 'scripts/bench/pipeline-run.mjs'), bundle.outfile, film];
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { cpu, stdout } = await usageOf(command);
    rounds.push({ cpu, ...JSON.parse(stdout) });
  }
  report(rounds);
} finally {
  await bundle.remove();
  await rm(folder, { recursive: true, force: true });
}

function report(rounds) {
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
  print(
    `peak memory     ${best.peak.tree.toFixed(0)} MB with all programs, ${best.peak.own.toFixed(0)} MB alone`,
  );
  print(`lines           ${JSON.stringify(best.lines)}`);
  for (const [modality, provider] of Object.entries(best.providers)) print(`  ${modality}: ${provider}`);
  if (best.status !== 'completed') print(`the collection file ${best.status}: ${best.error}`);
  if (best.status !== 'completed' || speed < BUDGET) process.exitCode = 1;
}
