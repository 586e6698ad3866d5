import type { ShotFrame } from '../../../src/media/shots/index.ts';

/** A scene of a synthetic film: blotches of one colour, and its effects. */
export interface Scene {
  frames: number;
  colour: [number, number, number];
  seed: number;
  /** Pixels per frame. */
  pan?: number;
  shake?: number;
  /** Levels. */
  noise?: number;
  /** Relative brightness. */
  flicker?: number;
  /** Change of brightness over the scene, relative. */
  light?: number;
  /** First and last frame, and how bright; default 0.7. */
  flash?: [number, number];
  strength?: number;
  /** Repetitions of each picture. */
  repeat?: number;
}

interface Join {
  kind: 'black' | 'white' | 'dissolve';
  /** Number of transition frames, half of them on each side. */
  frames: number;
}

const WIDTH = 64;
const HEIGHT = 36;
const WIDE = 256;

/** Yields scenes as 64 by 36 frames at 25 per second. Static ones may be drawn once and repeated. */
export async function* film(scenes: readonly Scene[], join?: Join, still = false): AsyncGenerator<ShotFrame> {
  const drawn = new Map<Scene, Uint8Array>();
  let at = 0;
  for (const [number, scene] of scenes.entries()) {
    for (let n = 0; n < scene.frames; n += 1) {
      const kept = still ? drawn.get(scene) : undefined;
      const data = kept ?? draw(scene, n);
      if (still) drawn.set(scene, data);
      if (join) apply(join, scenes, number, n, data);
      yield { seconds: at / 25, data };
      at += 1;
    }
  }
}

function draw(scene: Scene, shown: number): Uint8Array {
  const n = scene.repeat ? shown - (shown % scene.repeat) : shown;
  const random = chance(scene.seed * 1000 + n);
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  const texture = blotches(scene.seed);
  const across = (scene.pan ?? 0) * n + (scene.shake ?? 0) * (random() - 0.5) * 2;
  const lamp =
    (1 + (scene.light ?? 0) * (n / scene.frames)) * (1 + (scene.flicker ?? 0) * (random() * 2 - 1));
  const flash = scene.flash && n >= scene.flash[0] && n < scene.flash[1] ? (scene.strength ?? 0.7) : 0;
  for (let y = 0, i = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const place = (x + Math.round(across) + 4 * WIDE) % WIDE;
      const level = (texture[y * WIDE + place] ?? 0) * lamp;
      const grain = (scene.noise ?? 0) * (random() - 0.5);
      for (const channel of scene.colour) {
        const value = channel * level + grain;
        data[i] = Math.min(255, Math.max(0, value + (255 - value) * flash));
        i += 1;
      }
    }
  }
  return data;
}

/** Makes a frame near a scene change part of the transition. */
function apply(join: Join, scenes: readonly Scene[], number: number, n: number, data: Uint8Array): void {
  const scene = scenes[number];
  const half = join.frames / 2;
  const left = scene && number < scenes.length - 1 ? scene.frames - n - 0.5 : Number.POSITIVE_INFINITY;
  const since = number > 0 ? n + 0.5 : Number.POSITIVE_INFINITY;
  const distance = Math.min(left, since);
  const other = scenes[left < since ? number + 1 : number - 1];
  if (distance >= half || !scene || !other) return;
  const target = join.kind === 'dissolve' ? draw(other, left < since ? 0 : other.frames - 1) : null;
  const own = join.kind === 'dissolve' ? 0.5 + distance / join.frames : (distance - 0.5) / half;
  for (let i = 0; i < data.length; i += 1) {
    const to = target ? (target[i] ?? 0) : join.kind === 'white' ? 255 : 0;
    data[i] = to + ((data[i] ?? 0) - to) * own;
  }
}

const textures = new Map<number, Float32Array>();

/** Levels 0.2 to 1 over blotches of eight pixels. */
function blotches(seed: number): Float32Array {
  const known = textures.get(seed);
  if (known) return known;
  const random = chance(seed);
  const cells = Float32Array.from({ length: (WIDE / 8) * 5 }, random);
  const texture = Float32Array.from({ length: WIDE * HEIGHT }, (_, i) => {
    const [x, y] = [i % WIDE, Math.floor(i / WIDE)];
    const [column, row] = [Math.floor(x / 8), Math.floor(y / 8)];
    const [a = 0, b = 0] = [
      cells[row * (WIDE / 8) + column],
      cells[row * (WIDE / 8) + ((column + 1) % (WIDE / 8))],
    ];
    return 0.2 + 0.8 * (a + (b - a) * ((x % 8) / 8));
  });
  textures.set(seed, texture);
  return texture;
}

/** Repeatable numbers in [0, 1) (mulberry32). */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
