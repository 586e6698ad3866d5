/**
 * The textures in front of the camera: large pictures that repeat in both directions. Multi-scale noise like
 * natural pictures, each with its own palette, and enlarged stills of ffmpeg's sources.
 */
import { execFileSync } from 'node:child_process';

export const WIDE = 1024;
export const HIGH = 512;

/** A picture as three planes of WIDE by HIGH bytes. */
const picture = () => ({
  y: new Uint8Array(WIDE * HIGH),
  u: new Uint8Array(WIDE * HIGH),
  v: new Uint8Array(WIDE * HIGH),
});

/** Smooth noise that repeats: a random grid, interpolated, summed over scales. @returns values of about 0 to 1 */
function clouds(random, coarsest, scales, roughness) {
  const out = new Float32Array(WIDE * HIGH);
  let total = 0;
  for (let scale = 0, weight = 1; scale < scales; scale += 1, weight *= roughness) {
    const cell = Math.max(2, coarsest >> scale);
    addGrid(out, random, cell, weight);
    total += weight;
  }
  for (let i = 0; i < out.length; i += 1) out[i] /= total;
  return out;
}

function addGrid(out, random, cell, weight) {
  const columns = WIDE / cell;
  const rows = HIGH / cell;
  const grid = Float32Array.from({ length: columns * rows }, random.next);
  const smooth = Float32Array.from({ length: cell }, (_, i) => (i / cell) ** 2 * (3 - (2 * i) / cell));
  for (let y = 0; y < HIGH; y += 1) {
    const top = Math.floor(y / cell) * columns;
    const bottom = ((Math.floor(y / cell) + 1) % rows) * columns;
    const fy = smooth[y % cell];
    for (let x = 0; x < WIDE; x += 1) {
      const left = Math.floor(x / cell);
      const right = (left + 1) % columns;
      const fx = smooth[x % cell];
      const a = grid[top + left] + (grid[top + right] - grid[top + left]) * fx;
      const b = grid[bottom + left] + (grid[bottom + right] - grid[bottom + left]) * fx;
      out[y * WIDE + x] += weight * (a + (b - a) * fy);
    }
  }
}

/** A palette: the range of YUV colours for the noise. */
export function palette(random) {
  const vivid = random.between(8, 70);
  const hue = random.between(0, 2 * Math.PI);
  const spread = random.between(0.2, 2.4);
  const dark = random.between(16, 90);
  const bright = random.between(Math.max(110, dark + 50), 235);
  return { vivid, hue, spread, dark, bright };
}

/** Noise in a palette; some with hard edges, like leaves, walls and letters. */
export function cloudPicture(random, colours) {
  const shape = clouds(random, random.pick([64, 128, 256]), 6, random.between(0.45, 0.75));
  const tint = clouds(random, random.pick([64, 128]), 3, 0.5);
  const steps = random.happens(0.4) ? random.whole(2, 5) : 0;
  const out = picture();
  for (let i = 0; i < shape.length; i += 1) {
    let level = Math.min(1, Math.max(0, (shape[i] - 0.5) * 2.6 + 0.5));
    if (steps) level = 0.7 * (Math.round(level * steps) / steps) + 0.3 * level;
    const angle = colours.hue + (tint[i] - 0.5) * 2 * colours.spread;
    out.y[i] = colours.dark + (colours.bright - colours.dark) * level;
    out.u[i] = 128 + colours.vivid * Math.cos(angle);
    out.v[i] = 128 + colours.vivid * Math.sin(angle);
  }
  return out;
}

/** Windows, bricks, crowds: random rectangles over noise. */
export function blockPicture(random, colours) {
  const out = cloudPicture(random, colours);
  for (let count = random.whole(60, 260); count > 0; count -= 1) {
    const wide = random.whole(8, 120);
    const high = random.whole(8, 90);
    const left = random.whole(0, WIDE - 1);
    const top = random.whole(0, HIGH - 1);
    const angle = colours.hue + random.between(-1, 1) * colours.spread;
    const [y, u, v] = [
      random.between(colours.dark, colours.bright),
      128 + colours.vivid * Math.cos(angle),
      128 + colours.vivid * Math.sin(angle),
    ];
    for (let row = 0; row < high; row += 1)
      for (let column = 0; column < wide; column += 1) {
        const at = ((top + row) % HIGH) * WIDE + ((left + column) % WIDE);
        out.y[at] = y;
        out.u[at] = u;
        out.v[at] = v;
      }
  }
  return out;
}

/** One frame of an ffmpeg source. */
export function stillPicture(source) {
  const args = ['-v', 'error', '-f', 'lavfi', '-i', source, '-frames:v', '1'];
  args.push('-vf', `scale=${WIDE}:${HIGH}`, '-pix_fmt', 'yuv444p', '-f', 'rawvideo', 'pipe:1');
  const raw = execFileSync('ffmpeg', args, { maxBuffer: 1 << 26 });
  const size = WIDE * HIGH;
  return { y: raw.subarray(0, size), u: raw.subarray(size, 2 * size), v: raw.subarray(2 * size, 3 * size) };
}

/** A moving ffmpeg source as whole frames of 640x360 yuv420p. */
export function movingFrames(source, width, height, seconds, fps) {
  const args = ['-v', 'error', '-f', 'lavfi', '-i', source, '-t', String(seconds)];
  args.push('-vf', `fps=${fps},scale=${width}:${height}`, '-pix_fmt', 'yuv420p', '-f', 'rawvideo', 'pipe:1');
  const raw = execFileSync('ffmpeg', args, { maxBuffer: 1 << 28 });
  const size = (width * height * 3) / 2;
  return Array.from({ length: Math.floor(raw.length / size) }, (_, i) =>
    raw.subarray(i * size, (i + 1) * size),
  );
}
