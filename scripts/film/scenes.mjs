/**
 * Drawn pictures: each scene colours one pixel. `(x, y, t, rgb)` takes a position in a 640x360 picture and
 * the time in seconds since the start of the shot, and writes red, green and blue, 0 to 255.
 */
export const width = 640;
export const height = 360;

const clamp = (v) => Math.min(1, Math.max(0, v));
const smooth = (from, to, v) => {
  const k = clamp((v - from) / (to - from));
  return k * k * (3 - 2 * k);
};

function set(rgb, r, g, b) {
  rgb[0] = r;
  rgb[1] = g;
  rgb[2] = b;
}

/** Blends a colour over the pixel; `a` is its opacity, 0 to 1. */
function over(rgb, r, g, b, a) {
  if (a <= 0) return;
  rgb[0] += (r - rgb[0]) * a;
  rgb[1] += (g - rgb[1]) * a;
  rgb[2] += (b - rgb[2]) * a;
}

/** Adds light. */
function light(rgb, r, g, b, a) {
  rgb[0] = Math.min(255, rgb[0] + r * a);
  rgb[1] = Math.min(255, rgb[1] + g * a);
  rgb[2] = Math.min(255, rgb[2] + b * a);
}

/** A pseudo-random number between 0 and 1 for two integers. */
function noise(a, b) {
  const s = Math.sin(a * 127.1 + b * 311.7) * 43758.5453;
  return s - Math.floor(s);
}

function gradient(rgb, k, top, bottom) {
  const m = clamp(k);
  set(
    rgb,
    top[0] + (bottom[0] - top[0]) * m,
    top[1] + (bottom[1] - top[1]) * m,
    top[2] + (bottom[2] - top[2]) * m,
  );
}

function disc(rgb, x, y, cx, cy, r, colour, a = 1) {
  const d = Math.hypot(x - cx, y - cy);
  over(rgb, ...colour, a * (1 - smooth(r - 1, r + 1, d)));
}

/** Three rows of waves below `level`, each nearer, faster and darker. */
function waves(rgb, x, y, t, level, far, near) {
  for (let i = 0; i < 3; i++) {
    const top = level + i * 34 + Math.sin(x / (46 + i * 22) + t * (0.8 + i * 0.5) + i * 2) * (4 + i * 3);
    if (y < top - 1) continue;
    const k = i / 2;
    const crest = 1 - smooth(0, 5, y - top);
    over(
      rgb,
      far[0] + (near[0] - far[0]) * k + crest * 26,
      far[1] + (near[1] - far[1]) * k + crest * 30,
      far[2] + (near[2] - far[2]) * k + crest * 34,
      smooth(top - 1, top + 1, y),
    );
  }
}

function stars(rgb, x, y, t) {
  const cx = Math.floor(x / 26);
  const cy = Math.floor(y / 26);
  const n = noise(cx, cy);
  if (n < 0.55) return;
  const sx = cx * 26 + 4 + noise(cx + 9, cy) * 18;
  const sy = cy * 26 + 4 + noise(cx, cy + 9) * 18;
  const d = Math.hypot(x - sx, y - sy);
  if (d < 2.2) light(rgb, 230, 235, 255, (1 - d / 2.2) * (0.45 + 0.4 * Math.sin(t * 2 + n * 60)));
}

/** A boat, `s` pixels large: hull, mast and sail. */
function boat(rgb, x, y, cx, cy, s, hull, sail) {
  const u = (x - cx) / s;
  const v = (y - cy) / s;
  if (v > 0 && v < 0.32 && Math.abs(u) < 1 - v * 1.1) over(rgb, ...hull, 1);
  if (v > -1.5 && v < 0 && Math.abs(u) < 0.04) over(rgb, ...hull, 1);
  if (v > -1.4 && v < -0.1 && u > 0.06 && u < 0.06 + (v + 1.4) * 0.55) over(rgb, ...sail, 1);
}

function tower(rgb, x, y, cx, base, h, dark, lit) {
  const v = (base - y) / h;
  if (v < 0 || v > 1.16) return;
  const half = v < 0.86 ? 26 - 9 * v : v < 0.9 ? 24 : v < 1.02 ? 12 : 16 * (1.16 - v) * 7;
  const u = (x - cx) / half;
  if (Math.abs(u) > 1) return;
  const band = v < 0.86 && Math.floor(v * 7) % 2 === 1;
  const lamp = v >= 0.9 && v < 1.02;
  const colour = lamp
    ? lit
      ? [255, 236, 160]
      : [96, 108, 120]
    : v >= 0.86
      ? [60, 40, 46]
      : band
        ? [196, 62, 56]
        : [236, 232, 224];
  const shade = lamp ? 1 : (0.62 - 0.34 * u) * dark;
  over(rgb, colour[0] * shade, colour[1] * shade, colour[2] * shade, 1);
}

function night(x, y, t, rgb) {
  gradient(rgb, y / 250, [8, 12, 40], [44, 62, 118]);
  stars(rgb, x, y, t);
  disc(rgb, x, y, 540, 70, 26, [250, 244, 214]);
  light(rgb, 120, 120, 140, 0.5 * Math.exp(-Math.hypot(x - 540, y - 70) / 46));
  boat(rgb, x, y, 120 + t * 12, 236 + Math.sin(t * 1.4) * 2, 30, [20, 18, 34], [198, 204, 224]);
  waves(rgb, x, y, t, 246, [38, 58, 112], [10, 18, 48]);
  if (y > 250)
    light(
      rgb,
      150,
      150,
      130,
      0.5 * Math.exp(-Math.abs(x - 540 + Math.sin(y / 6 + t * 3) * 9) / 18) * smooth(250, 300, y),
    );
}

function lighthouse(x, y, t, rgb) {
  gradient(rgb, y / 300, [30, 26, 74], [238, 130, 92]);
  const turn = (t / 10) * Math.PI * 2 + 0.5;
  const side = Math.cos(turn);
  const dx = x - 150;
  const dy = y - 84;
  for (const s of [1, -1]) {
    const along = dx * s * Math.sign(side || 1);
    if (along <= 0) continue;
    const reach = 620 * Math.abs(side) + 30;
    const spread = 5 + along * 0.13;
    light(
      rgb,
      255,
      236,
      170,
      0.75 * clamp(1 - along / reach) * (1 - smooth(spread * 0.3, spread, Math.abs(dy))) * (s > 0 ? 1 : 0.4),
    );
  }
  waves(rgb, x, y, t, 270, [120, 74, 104], [26, 24, 62]);
  const rock = 316 - 60 * Math.exp(-(((x - 140) / 120) ** 2)) + noise(Math.floor(x / 9), 3) * 5;
  if (y > rock) set(rgb, 28 + noise(Math.floor(x / 7), Math.floor(y / 7)) * 14, 24, 36);
  tower(rgb, x, y, 150, 262, 172, 1, true);
  light(rgb, 255, 240, 190, (0.5 + 0.5 * Math.max(0, Math.sin(turn))) * Math.exp(-Math.hypot(dx, dy) / 16));
}

function tide(x, y, t, rgb) {
  set(rgb, 14, 30, 52);
  if (x % 64 < 1 || (y - 20) % 40 < 1) set(rgb, 30, 54, 84);
  const curve = 184 - Math.cos((x - 120) / 92) * 66;
  const drawn = 60 + t * 110;
  if (x > drawn) return;
  if (y > curve) over(rgb, 38, 130, 190, 0.75 - smooth(curve, 360, y) * 0.6);
  over(
    rgb,
    210,
    240,
    255,
    1 - smooth(1.5, 3.5, Math.abs(y - curve) / Math.hypot(1, 0.7 * Math.sin((x - 120) / 92))),
  );
  const head = Math.min(drawn, 639);
  disc(rgb, x, y, head, 184 - Math.cos((head - 120) / 92) * 66, 8, [255, 206, 92]);
}

const blips = [
  [0.35, 0.7],
  [0.8, 1.9],
  [0.6, 2.8],
  [0.9, 3.6],
  [0.45, 4.3],
  [0.7, 5.1],
  [0.25, 5.9],
];

function radar(x, y, t, rgb) {
  set(rgb, 4, 18, 16);
  const dx = x - 196;
  const dy = y - 180;
  const r = Math.hypot(dx, dy);
  if (r < 156) {
    set(rgb, 6, 40, 30);
    const sweep = t * 1.7;
    const behind = (((sweep - Math.atan2(dy, dx)) % 6.2832) + 6.2832) % 6.2832;
    light(rgb, 60, 220, 130, 0.7 * Math.exp(-behind * 2.2));
    for (const [d, a] of blips) {
      const age = (((sweep - a) % 6.2832) + 6.2832) % 6.2832;
      const from = Math.hypot(dx - Math.cos(a) * d * 150, dy - Math.sin(a) * d * 150);
      if (from < 9) light(rgb, 190, 255, 200, (1 - from / 9) * (0.25 + 0.75 * Math.exp(-age * 0.8)) * 1.6);
    }
  }
  const ring = Math.min(Math.abs(r - 52), Math.abs(r - 104), Math.abs(r - 156));
  light(rgb, 50, 170, 110, 0.8 * (1 - smooth(0.5, 1.8, ring)));
  if (r < 156 && (Math.abs(dx) < 0.8 || Math.abs(dy) < 0.8)) light(rgb, 30, 110, 70, 0.7);
}

function fish(rgb, x, y, cx, cy, s, colour, t) {
  const u = (x - cx) / s;
  const v = (y - cy) / s + Math.sin(t * 6 + u * 2) * 0.06;
  const body = u * u + (v * 2.3) ** 2;
  if (body < 1) over(rgb, colour[0] - v * 60, colour[1] - v * 60, colour[2] - v * 60, 1);
  if (u < -0.8 && u > -1.5 && Math.abs(v) < (-0.75 - u) * 0.62) over(rgb, ...colour, 0.9);
  if ((u - 0.62) ** 2 + (v + 0.08) ** 2 < 0.012) set(rgb, 12, 16, 24);
}

function market(x, y, t, rgb) {
  const plank = Math.floor(y / 45);
  const grain = noise(plank, 2) * 14 + Math.sin(x / 40 + Math.sin(y / 5 + plank) * 1.5) * 4;
  set(rgb, 52 + grain, 34 + grain * 0.7, 24 + grain * 0.5);
  if (y % 45 < 2) set(rgb, 30, 20, 16);
  if (x > 44 && x < 400 && y > 22 && y < 282) set(rgb, 20, 34, 34);
  for (let i = 0; i < 4; i++) {
    const cx = ((t * (46 + i * 9) + i * 190) % 820) - 80;
    fish(
      rgb,
      x,
      y,
      cx,
      318 + (i % 2) * 18 - 6,
      26 + (i % 3) * 5,
      [
        [150, 176, 196],
        [214, 116, 82],
        [120, 160, 150],
        [196, 190, 160],
      ][i],
      t + i,
    );
  }
  const crate = (x - 436) / 160;
  if (crate > 0 && crate < 1 && y > 60 && y < 270) {
    const slat = (y - 60) % 42;
    if (slat < 26 || x < 446 || x > 586) set(rgb, 150 - slat, 108 - slat * 0.8, 62);
    else {
      set(rgb, 26, 34, 40);
      const n = Math.floor(x / 22);
      disc(rgb, x, y, n * 22 + 11, y - slat + 34 + Math.sin(t * 2 + n) * 2, 9, [196, 206, 212]);
    }
  }
}

function dawn(x, y, t, rgb) {
  gradient(rgb, y / 250, [96, 150, 206], [250, 190, 130]);
  const sun = 250 - t * 13;
  light(rgb, 255, 190, 110, 0.6 * Math.exp(-Math.hypot(x - 330, y - sun) / 70));
  disc(rgb, x, y, 330, sun, 34, [255, 252, 230]);
  waves(rgb, x, y, t, 236, [226, 160, 128], [52, 92, 132]);
  if (y > 240)
    light(rgb, 255, 210, 140, 0.55 * Math.exp(-Math.abs(x - 330 + Math.sin(y / 5 + t * 3) * 14) / 26));
  boat(rgb, x, y, 470 - t * 14, 262 + Math.sin(t * 1.3) * 2, 34, [70, 42, 48], [252, 246, 232]);
  boat(rgb, x, y, 230 - t * 9, 246 + Math.sin(t * 1.6 + 1) * 2, 20, [60, 48, 66], [244, 226, 206]);
  const rock = 330 - 70 * Math.exp(-(((x - 560) / 90) ** 2));
  if (y > rock) set(rgb, 54, 56, 70);
  tower(rgb, x, y, 560, 264, 150, 0.9, t < 4);
}

/** The drawn scenes by name. */
export const scenes = { night, lighthouse, tide, radar, market, dawn };

/** One picture of `scene` at `t` seconds as rgb24. */
export function draw(scene, t) {
  const frame = Buffer.alloc(width * height * 3);
  const rgb = new Float64Array(3);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      scene(x, y, t, rgb);
      frame[at++] = rgb[0];
      frame[at++] = rgb[1];
      frame[at++] = rgb[2];
    }
  return frame;
}
