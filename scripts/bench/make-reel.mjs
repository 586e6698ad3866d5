/**
 * Makes a film with known shots: cuts, fades through black and white, and dissolves, over pans, zooms,
 * rotation, shaking, flashes, flicker, noise, changing light, fast objects and similar neighbours. The same
 * seed gives the same film. Its building blocks are in reel/; the ground truth is written beside the film as
 * JSON.
 *
 *   node scripts/bench/make-reel.mjs SEED [FOLDER]
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { planReel } from './reel/plan.mjs';
import { chance } from './reel/random.mjs';
import { blend, FRAME_BYTES, HEIGHT, mix, painter, WIDTH } from './reel/render.mjs';
import { blockPicture, cloudPicture, movingFrames, palette, stillPicture } from './reel/textures.mjs';

export const FPS = 25;

/** Makes the reel of a seed, or reuses an earlier one. @returns paths of film and truth, and the truth */
export async function makeReel(
  seed,
  { cuts = 100, fades = 15, dissolves = 10, folder = defaultFolder() } = {},
) {
  const key = `${seed}-${cuts}-${fades}-${dissolves}-${await recipe()}`;
  const film = path.join(folder, `reel-${key}.mp4`);
  const truthFile = path.join(folder, `reel-${key}.json`);
  const kept = await readFile(truthFile, 'utf8').catch(() => null);
  if (kept) return { film, truth: JSON.parse(kept) };
  await mkdir(folder, { recursive: true });
  const random = chance(seed * 7919 + 17);
  const plan = planReel(random, { cuts, fades, dissolves, fps: FPS, looks: makeLooks(random) });
  const partial = `${film}.${process.pid}.mp4`;
  const truth = await render(plan, random, partial);
  await rename(partial, film);
  await writeFile(truthFile, JSON.stringify(truth, null, 1));
  return { film, truth };
}

const defaultFolder = () => path.join(os.tmpdir(), 'vau-bench-reels');

/** A hash of these scripts: films of an older version are not reused. */
async function recipe() {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const files = [path.join(here, 'make-reel.mjs')];
  for (const name of (await readdir(path.join(here, 'reel'))).sort())
    files.push(path.join(here, 'reel', name));
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 8);
}

function makeLooks(random) {
  const drawn = Array.from({ length: 22 }, (_, i) => {
    const colours = palette(random);
    return { colours, ...(i % 2 ? cloudPicture : blockPicture)(random, colours) };
  });
  const stills = [
    `mandelbrot=s=512x256:start_scale=${random.between(0.002, 0.4)}`,
    `mandelbrot=s=512x256:start_scale=${random.between(0.002, 0.4)}:start_x=-0.75:start_y=0.1`,
    'testsrc2=s=512x256',
    `gradients=s=512x256:n=5:seed=${random.whole(1, 9999)}`,
  ].map(stillPicture);
  const moving = [
    'testsrc2=s=640x360',
    'mandelbrot=s=640x360:start_scale=0.6',
    'life=s=160x90:mold=20:life_color=#30c0ff:death_color=#802010:mold_color=#104020:ratio=0.2:seed=7',
    `gradients=s=640x360:n=4:seed=${random.whole(1, 9999)}:speed=0.03`,
  ].map((source) => ({ frames: movingFrames(source, WIDTH, HEIGHT, 4, FPS) }));
  const sibling = ({ colours }) => ({ colours, ...cloudPicture(random, colours ?? palette(random)) });
  return { all: [...drawn, ...drawn, ...stills, ...moving], sibling };
}

/**
 * Draws the frames in order and pipes them into ffmpeg. @returns the truth: frame numbers of cuts, and spans
 * of the rest
 */
async function render({ shots, transitions }, random, file) {
  const encoder = spawn('ffmpeg', encoderArgs(file), { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(encoder, 'close');
  const truth = { fps: FPS, width: WIDTH, height: HEIGHT, cuts: [], gradual: [], shots: [] };
  const painters = [];
  let frame = 0;
  const paint = (shot, n, out) => {
    painters[shot] ??= painter(shots[shot], random);
    painters[shot](n, out);
  };
  const write = async (bytes) => {
    frame += 1;
    if (!encoder.stdin.write(bytes)) await once(encoder.stdin, 'drain');
  };
  let begun = 0;
  for (let i = 0; i < shots.length; i += 1) {
    const next = transitions[i];
    const shared = next?.kind === 'dissolve' ? next.frames : (next?.out ?? 0);
    truth.shots.push(describe(shots[i], frame));
    for (let n = begun; n < shots[i].frames - shared; n += 1) {
      const out = Buffer.alloc(FRAME_BYTES);
      paint(i, n, out);
      await write(out);
    }
    begun = next ? await join(next, i, shots, paint, write, truth, () => frame) : 0;
    painters[i] = undefined;
  }
  encoder.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} while making ${file}`);
  return { ...truth, frames: frame };
}

/** Draws one transition. @returns the number of frames that it used of the next shot */
async function join(next, i, shots, paint, write, truth, frame) {
  if (next.kind === 'cut') {
    truth.cuts.push(frame());
    return 0;
  }
  const start = frame();
  const other = Buffer.alloc(FRAME_BYTES);
  const tail = shots[i].frames - (next.kind === 'dissolve' ? next.frames : next.out);
  for (let n = 0; n < next.frames; n += 1) {
    const out = Buffer.alloc(FRAME_BYTES);
    if (next.kind === 'dissolve') {
      paint(i, tail + n, out);
      paint(i + 1, n, other);
      blend(out, other, (n + 1) / (next.frames + 1));
    } else {
      const back = n - next.out - next.hold;
      if (n < next.out) paint(i, tail + n, out);
      else if (back >= 0) paint(i + 1, back, out);
      const keep = n < next.out ? 1 - (n + 1) / next.out : back >= 0 ? back / next.back : 0;
      mix(out, next.kind === 'white' ? 235 : 16, 128, 128, keep);
    }
    await write(out);
  }
  truth.gradual.push({ kind: next.kind, start, end: frame() });
  return next.kind === 'dissolve' ? next.frames : next.back;
}

/** A description of a shot, to explain missed transitions. */
function describe({ camera, objects, occluder, noise, flicker, light, flashes }, start) {
  const events = flashes.map((flash) => start + flash.start);
  return {
    start,
    camera: camera.kind,
    objects: objects.length,
    occluder: !!occluder,
    noise,
    flicker,
    light,
    flashes: events,
  };
}

function encoderArgs(file) {
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'yuv420p',
    '-s',
    `${WIDTH}x${HEIGHT}`,
    '-r',
    String(FPS),
    '-i',
    'pipe:0',
  ];
  const output = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '27', '-pix_fmt', 'yuv420p', file];
  return ['-v', 'error', '-y', ...input, ...output];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const seed = Number(process.argv[2] ?? 1);
  const { film, truth } = await makeReel(seed, process.argv[3] ? { folder: process.argv[3] } : {});
  const { cuts, gradual, frames } = truth;
  console.log(`${film}\n${frames} frames, ${cuts.length} cuts, ${gradual.length} gradual transitions`);
}
