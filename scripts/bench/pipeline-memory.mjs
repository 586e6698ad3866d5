/**
 * Checks that memory does not grow with the length of a film: compares the peak for ten minutes and for two
 * hours of the same small film (160x90, 5 frames per second, a tone), with all default modalities. The exit
 * status is 1 when the longer one needs more than 1.3 times as much.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { linkRecogniser } from './recogniser.mjs';
import { bundleService } from './service-bundle.mjs';

const SHORT_MINUTES = 10;
const TIMES = 12;
const BUDGET = 1.3;

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-bench-memory-'));
const bundle = await bundleService();
try {
  const short = await measure(await makeShort());
  const long = await measure(await repeat('short.mp4'));
  report(short, long);
} finally {
  await bundle.remove();
  await rm(folder, { recursive: true, force: true });
}

async function makeShort() {
  const seconds = SHORT_MINUTES * 60;
  const film = path.join(folder, 'short.mp4');
  // Changes every ten seconds, so that there are shots.
  const picture = `testsrc2=s=160x90:r=5:d=${seconds},hue=h='90*floor(t/10)'`;
  const args = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=f=300:r=16000:d=${seconds}`];
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-b:a',
    '32k',
  ];
  await run('ffmpeg', ['-nostdin', '-v', 'error', ...args, ...codecs, film]);
  return film;
}

async function repeat(name) {
  const film = path.join(folder, 'long.mp4');
  const source = ['-stream_loop', String(TIMES - 1), '-i', path.join(folder, name)];
  await run('ffmpeg', ['-nostdin', '-v', 'error', ...source, '-c', 'copy', film]);
  return film;
}

/** Ingests the film in one process, and measures another one that analyses it. */
async function measure(film) {
  const data = await mkdtemp(path.join(folder, 'data-'));
  await linkRecogniser(data);
  const half = (phase) =>
    run(process.execPath, [
      path.join(root, 'scripts/bench/pipeline-run.mjs'),
      ...[bundle.outfile, film, data, phase],
    ]);
  await half('upload');
  const { stdout } = await half('work');
  await rm(data, { recursive: true, force: true });
  return JSON.parse(stdout);
}

function report(short, long) {
  const print = (line) => process.stdout.write(`${line}\n`);
  const show = (name, { wall, peak, status, lines }) =>
    print(
      `${name.padEnd(12)}${peak.tree.toFixed(0).padStart(5)} MB with all programs, ${peak.own.toFixed(0).padStart(4)} MB alone, ` +
        `${wall.toFixed(0).padStart(4)} s, ${status}, ${JSON.stringify(lines)}`,
    );
  show(`${SHORT_MINUTES} minutes`, short);
  show(`${SHORT_MINUTES * TIMES} minutes`, long);
  const ratio = long.peak.tree / short.peak.tree;
  print(`${ratio.toFixed(2)} times the memory, budget ${BUDGET}`);
  if (short.status !== 'completed' || long.status !== 'completed' || ratio > BUDGET) process.exitCode = 1;
}
