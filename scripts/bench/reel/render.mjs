/** Draws the frames of a shot as yuv420p. Uses nearest pixels and tables only: a film of minutes takes seconds. */
import { HIGH, WIDE } from './textures.mjs';

export const WIDTH = 640;
export const HEIGHT = 360;
export const FRAME_BYTES = (WIDTH * HEIGHT * 3) / 2;

const LUMA = WIDTH * HEIGHT;
const CHROMA = LUMA / 4;

/** Makes the painter of one shot: it takes a frame number and writes the frame to `out`. */
export function painter(shot, random) {
  const noise = shot.noise ? noiseTable(random, shot.noise) : null;
  const jitter = shakes(random, shot);
  const gains = Float32Array.from({ length: shot.frames }, (_, n) => {
    const lamp = 1 + shot.light * (n / shot.frames - 0.5) * 1.4;
    return lamp * (1 + shot.flicker * (random.next() * 2 - 1));
  });
  return (n, out) => {
    if (shot.look.frames) out.set(shot.look.frames[n % shot.look.frames.length]);
    else paintGround(shot, n, jitter, out);
    for (const object of shot.objects) paintObject(object, n, out);
    if (shot.occluder) paintOccluder(shot.occluder, n, out);
    if (gains[n] !== 1) mix(out, 16, 128, 128, gains[n]);
    for (const flash of shot.flashes)
      if (n >= flash.start && n < flash.start + flash.frames) mix(out, 235, 128, 128, 1 - flash.strength);
    if (noise) addNoise(out, noise, Math.floor(random.next() * 60_000));
  };
}

function shakes(random, { camera, frames }) {
  const out = new Float32Array(frames * 2);
  for (let i = 2; i < out.length; i += 1) out[i] = out[i - 2] * 0.6 + random.normal() * camera.shake;
  return out;
}

function noiseTable(random, sigma) {
  return Int8Array.from({ length: 65_536 }, () => Math.max(-60, Math.min(60, random.normal() * sigma)));
}

function addNoise(out, noise, from) {
  for (let i = 0, at = from; i < LUMA; i += 1, at = (at + 1) & 65_535) {
    const value = out[i] + noise[at];
    out[i] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
}

/** The texture as the camera sees it, in 16.16 fixed point. */
function paintGround({ look, camera }, n, jitter, out) {
  const scale = camera.scale * camera.growth ** n * 65_536;
  const angle = camera.angle + camera.spin * n;
  const x = (camera.x + camera.dx * n + jitter[2 * n]) * 65_536;
  const y = (camera.y + camera.dy * n + jitter[2 * n + 1]) * 65_536;
  const cos = Math.round(Math.cos(angle) * scale);
  const sin = Math.round(Math.sin(angle) * scale);
  sample(look.y, out, 0, WIDTH, HEIGHT, x, y, cos, sin);
  sample(look.u, out, LUMA, WIDTH / 2, HEIGHT / 2, x, y, cos * 2, sin * 2);
  sample(look.v, out, LUMA + CHROMA, WIDTH / 2, HEIGHT / 2, x, y, cos * 2, sin * 2);
}

function sample(plane, out, offset, width, height, x, y, cos, sin) {
  let at = offset;
  for (let row = 0; row < height; row += 1) {
    const dy = row - height / 2;
    let u = (x - cos * (width / 2) - sin * dy) | 0;
    let v = (y - sin * (width / 2) + cos * dy) | 0;
    for (let column = 0; column < width; column += 1) {
      out[at++] = plane[((v >> 16) & (HIGH - 1)) * WIDE + ((u >> 16) & (WIDE - 1))];
      u = (u + cos) | 0;
      v = (v + sin) | 0;
    }
  }
}

function paintObject(object, n, out) {
  const span = (place, room) => ((place % room) + room) % room;
  const x = span(object.x + object.dx * n, WIDTH + 2 * object.width) - object.width;
  const y = span(object.y + object.dy * n, HEIGHT + 2 * object.height) - object.height;
  paintShape(x, y, object.width, object.height, object.round, object.colour, out);
}

function paintOccluder({ start, frames, width, colour }, n, out) {
  if (n < start || n >= start + frames) return;
  const x = -width / 2 + ((n - start) / frames) * (WIDTH + width);
  paintShape(x, HEIGHT / 2, width, HEIGHT * 1.6, true, colour, out);
}

function paintShape(x, y, width, height, round, [luma, cb, cr], out) {
  const top = Math.max(0, Math.ceil(y - height / 2));
  const bottom = Math.min(HEIGHT, Math.floor(y + height / 2));
  for (let row = top; row < bottom; row += 1) {
    const reach = round ? Math.sqrt(Math.max(0, 1 - ((row - y) / (height / 2)) ** 2)) : 1;
    const left = Math.max(0, Math.round(x - (width / 2) * reach));
    const right = Math.min(WIDTH, Math.round(x + (width / 2) * reach));
    if (left >= right) continue;
    out.fill(luma, row * WIDTH + left, row * WIDTH + right);
    if (row % 2) continue;
    const line = LUMA + (row / 2) * (WIDTH / 2);
    out.fill(cb, line + (left >> 1), line + (right >> 1));
    out.fill(cr, line + CHROMA + (left >> 1), line + CHROMA + (right >> 1));
  }
}

/** Mixes a frame with a colour: `keep` 1 keeps the frame, 0 gives the colour, above 1 brightens. */
export function mix(out, luma, cb, cr, keep) {
  blendTable(out, 0, LUMA, luma, keep);
  blendTable(out, LUMA, LUMA + CHROMA, cb, keep);
  blendTable(out, LUMA + CHROMA, FRAME_BYTES, cr, keep);
}

function blendTable(out, from, to, target, keep) {
  const table = new Uint8Array(256);
  for (let i = 0; i < 256; i += 1) table[i] = Math.max(0, Math.min(255, target + (i - target) * keep));
  for (let i = from; i < to; i += 1) out[i] = table[out[i]];
}

/** Blends two pictures into `a`: part 0 is `a`, 1 is `b`. */
export function blend(a, b, part) {
  const weight = Math.round(part * 256);
  for (let i = 0; i < FRAME_BYTES; i += 1) a[i] += ((b[i] - a[i]) * weight) >> 8;
}
