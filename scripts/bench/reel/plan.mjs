/** The script of a reel: the shots, their lengths, cameras and events, and the transitions between them. */
import { HIGH, WIDE } from './textures.mjs';

/** The shots, transitions and events of one reel. Times are whole frames. */
export function planReel(random, { cuts, fades, dissolves, fps, looks }) {
  const joins = [
    ...Array(cuts).fill('cut'),
    ...Array(Math.ceil(fades / 2)).fill('black'),
    ...Array(Math.floor(fades / 2)).fill('white'),
    ...Array(dissolves).fill('dissolve'),
  ];
  shuffle(joins, random);
  const transitions = joins.map((kind) => planJoin(kind, random, fps));
  const shots = [];
  for (let i = 0; i <= joins.length; i += 1) {
    const around = [transitions[i - 1], transitions[i]].reduce((sum, one) => sum + (one?.frames ?? 0) / 2, 0);
    const frames = Math.round(random.between(0.9, 2.3) * fps + around);
    const kin = joins[i - 1] === 'cut' && random.happens(0.2) ? shots[i - 1] : undefined;
    shots.push({ frames, ...planShot(random, frames, fps, looks, kin, shots[i - 1]) });
  }
  return { shots, transitions };
}

function shuffle(list, random) {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = random.whole(0, i);
    [list[i], list[j]] = [list[j], list[i]];
  }
}

function planJoin(kind, random, fps) {
  if (kind === 'cut') return { kind, frames: 0 };
  if (kind === 'dissolve') return { kind, frames: Math.round(random.between(0.3, 1.5) * fps) };
  const out = Math.round(random.between(0.24, 0.8) * fps);
  const back = Math.round(random.between(0.24, 0.8) * fps);
  const hold = random.happens(0.4) ? Math.round(random.between(0, 0.6) * fps) : 0;
  return { kind, out, hold, back, frames: out + hold + back };
}

/** One shot: its look, camera, objects and disturbances. `kin` makes it similar to the shot before. */
function planShot(random, frames, fps, looks, kin, before) {
  let look = kin?.look ?? random.pick(looks.all);
  if (kin && random.happens(0.6)) look = looks.sibling(kin.look);
  while (!kin && before && look === before.look) look = random.pick(looks.all);
  return {
    look,
    camera: planCamera(random, fps),
    objects: Array.from({ length: random.pick([0, 0, 1, 2, 3]) }, () => planObject(random, fps)),
    occluder: random.happens(0.06) ? planOccluder(random, frames, fps) : null,
    noise: random.happens(0.5) ? random.between(2, 16) : 0,
    flicker: random.happens(0.12) ? random.between(0.03, 0.12) : 0,
    light: random.happens(0.12) ? random.between(-0.5, 0.5) : 0,
    flashes: random.happens(0.15) ? [planFlash(random, frames, fps)] : [],
  };
}

function planCamera(random, fps) {
  const kind = random.pick(['still', 'pan', 'pan', 'zoom', 'zoom', 'drift', 'drift', 'turn', 'whip']);
  const speed = { still: 0, pan: 260, zoom: 20, drift: 60, turn: 30, whip: 900 }[kind];
  const way = random.between(0, 2 * Math.PI);
  return {
    kind,
    x: random.between(0, WIDE),
    y: random.between(0, HIGH),
    scale: random.between(0.5, 1.3),
    angle: random.between(-0.3, 0.3),
    dx: (Math.cos(way) * speed * random.between(0.3, 1)) / fps,
    dy: (Math.sin(way) * speed * random.between(0.1, 0.5)) / fps,
    growth: kind === 'zoom' ? random.between(0.65, 1.5) ** (1 / fps) : 1,
    spin: kind === 'turn' ? random.between(-0.5, 0.5) / fps : 0,
    shake: random.happens(0.25) ? random.between(1, 7) : 0,
  };
}

function planObject(random, fps) {
  const speed = random.happens(0.3) ? random.between(500, 1300) : random.between(20, 300);
  const way = random.between(0, 2 * Math.PI);
  return {
    round: random.happens(0.5),
    width: random.between(30, 200),
    height: random.between(30, 160),
    x: random.between(0, 640),
    y: random.between(0, 360),
    dx: (Math.cos(way) * speed) / fps,
    dy: (Math.sin(way) * speed) / fps,
    colour: [random.between(30, 230), random.between(60, 200), random.between(60, 200)],
  };
}

/** A dark object that passes close to the camera. */
function planOccluder(random, frames, fps) {
  const seconds = random.between(0.5, 1);
  return {
    start: random.whole(0, Math.max(0, frames - Math.round(seconds * fps))),
    frames: Math.round(seconds * fps),
    width: random.between(250, 500),
    colour: [random.between(20, 60), random.between(118, 138), random.between(118, 138)],
  };
}

function planFlash(random, frames, fps) {
  const length = random.whole(1, 3);
  return {
    start: random.whole(
      Math.round(0.25 * fps),
      Math.max(Math.round(0.3 * fps), frames - length - Math.round(0.25 * fps)),
    ),
    frames: length,
    strength: random.between(0.4, 0.9),
  };
}
