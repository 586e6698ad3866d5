/** Grounds to put text on: photographs of a development package, and pictures like photographs that are drawn from a seed. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const demo = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
  'demo',
);

/** A photograph of people that fills the picture. @param number 1 to 6 */
export function photograph(number) {
  const data = readFileSync(path.join(demo, `sample${number}.jpg`)).toString('base64');
  return `<img class="ground" src="data:image/jpeg;base64,${data}">`;
}

/** The kinds of drawn grounds. */
export const TEXTURES = ['leaves', 'bricks', 'gravel', 'windows', 'waves', 'wood', 'lattice', 'crowd'];

/** A drawn ground that fills the picture. */
export const texture = (kind, seed) =>
  `<canvas class="ground" width="1280" height="720"></canvas>
  <script>(${paint})(document.currentScript.previousElementSibling, '${kind}', ${seed})</script>`;

/** Runs in the page. */
function paint(canvas, kind, seed) {
  const { width, height } = canvas;
  const draw = canvas.getContext('2d');
  let state = seed * 7919 + 17;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const between = (low, high) => low + (high - low) * next();
  const colour = (hue, saturation, light) => `hsl(${hue} ${saturation}% ${light}%)`;
  const fill = (style, ...box) => {
    draw.fillStyle = style;
    draw.fillRect(...box);
  };
  const hue = between(0, 360);
  const shade = draw.createLinearGradient(0, 0, width, height);
  shade.addColorStop(0, colour(hue, 30, between(25, 70)));
  shade.addColorStop(1, colour(hue + 40, 30, between(15, 50)));
  fill(shade, 0, 0, width, height);
  const blobs = (count, least, most, style) => {
    for (let one = 0; one < count; one += 1) {
      draw.fillStyle = style();
      draw.beginPath();
      const [x, y, size] = [between(0, width), between(0, height), between(least, most)];
      draw.ellipse(x, y, size, size * between(0.3, 1), between(0, 3), 0, 7);
      draw.fill();
    }
  };
  const kinds = {
    leaves: () => blobs(5000, 4, 18, () => colour(between(80, 140), between(20, 60), between(12, 55))),
    gravel: () => blobs(9000, 2, 9, () => colour(30, between(0, 12), between(25, 75))),
    bricks() {
      const [long, high] = [between(50, 110), between(20, 40)];
      for (let y = 0; y < height; y += high)
        for (let x = ((y / high) % 2) * (long / -2); x < width; x += long)
          fill(colour(between(8, 22), between(30, 50), between(28, 48)), x + 2, y + 2, long - 4, high - 4);
    },
    windows() {
      for (let x = 20; x < width; x += between(120, 260)) {
        const [wide, top] = [between(90, 200), between(60, 420)];
        fill(colour(220, 15, between(10, 30)), x, top, wide, height);
        for (let y = top + 12; y < height; y += 26)
          for (let at = x + 8; at < x + wide - 14; at += 20)
            if (next() < 0.6) fill(colour(45, between(10, 80), between(30, 80)), at, y, 11, 15);
      }
    },
    waves() {
      for (let y = 0; y < height; y += 5) {
        draw.strokeStyle = colour(200, between(20, 50), between(25, 75));
        draw.lineWidth = between(1, 4);
        draw.beginPath();
        const phase = between(0, 6);
        for (let x = 0; x <= width; x += 8) draw.lineTo(x, y + 5 * Math.sin(x / between(18, 22) + phase));
        draw.stroke();
      }
    },
    wood() {
      for (let y = 0; y < height; y += 3) {
        draw.strokeStyle = colour(28, between(30, 45), between(25, 50));
        draw.lineWidth = between(1, 3);
        draw.beginPath();
        for (let x = 0; x <= width; x += 40)
          draw.lineTo(x, y + 12 * Math.sin(x / 170 + y / 90) + between(0, 2));
        draw.stroke();
      }
    },
    lattice() {
      draw.lineWidth = 3;
      for (let x = -height; x < width; x += 24) {
        draw.strokeStyle = colour(210, 8, between(50, 85));
        for (const lean of [0, height]) {
          draw.beginPath();
          draw.moveTo(x + lean, 0);
          draw.lineTo(x + height - lean, height);
          draw.stroke();
        }
      }
    },
    crowd() {
      for (let y = 60; y < height + 40; y += 34)
        for (let x = 0; x < width; x += between(26, 48)) {
          fill(colour(between(0, 360), between(10, 70), between(20, 70)), x, y, 26, 40);
          draw.fillStyle = colour(25, between(25, 45), between(35, 75));
          draw.beginPath();
          draw.arc(x + 13, y - 6, 9, 0, 7);
          draw.fill();
        }
    },
  };
  kinds[kind]();
  const pixels = draw.getImageData(0, 0, width, height);
  for (let at = 0; at < pixels.data.length; at += 4) {
    const grain = between(-14, 14);
    for (const part of [0, 1, 2]) pixels.data[at + part] += grain;
  }
  draw.putImageData(pixels, 0, 0);
}
