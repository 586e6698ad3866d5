import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  detectShots,
  type Shot,
  ShotFacts,
  type ShotFrame,
  type ShotOptions,
  shotFrames,
  shotRate,
} from '../../../src/media/shots/index.ts';
import { Timeline } from '../../../src/media/shots/timeline.ts';
import { ffmpeg, H264, make, tempFolder } from '../support.ts';
import { film, type Scene } from './film.ts';

const FPS = 25;
const SCENES: Scene[] = [
  { frames: 40, colour: [200, 60, 40], seed: 1 },
  { frames: 40, colour: [40, 90, 200], seed: 2 },
  { frames: 40, colour: [60, 180, 70], seed: 3 },
];

const options = { detector: 'adaptive', fps: FPS } as const;
async function allShots(frames: AsyncIterable<ShotFrame>, wanted: ShotOptions): Promise<Shot[]> {
  const shots: Shot[] = [];
  for await (const shot of detectShots(frames, wanted)) shots.push(shot);
  return shots;
}

const starts = (shots: readonly Shot[]) => shots.map((shot) => Math.round(shot.start_time * FPS));

describe('cuts', () => {
  it('are found at the exact frame', async () => {
    const shots = await allShots(film(SCENES), options);
    expect(shots).toEqual([
      { start_time: 0, end_time: 1.6, transition: null },
      { start_time: 1.6, end_time: 3.2, transition: 'cut' },
      { start_time: 3.2, end_time: 4.8, transition: 'cut' },
    ]);
  });

  it('are found by content above the threshold and not below', async () => {
    const content = { detector: 'content', fps: FPS } as const;
    expect(starts(await allShots(film(SCENES), content))).toEqual([0, 40, 80]);
    expect(await allShots(film(SCENES), { ...content, threshold: 200 })).toEqual([]);
  });

  it('are found in repeated frames, as in a film with 12 frames per second', async () => {
    const shots = await allShots(film(SCENES.map((scene) => ({ ...scene, pan: 1, repeat: 2 }))), options);
    expect(starts(shots)).toEqual([0, 40, 80]);
  });
});

describe('what is not a shot', () => {
  const alone = { ...SCENES[0], frames: 120 } as Scene;

  it.each<[string, Partial<Scene>]>([
    ['a flash of two frames', { flash: [50, 52] }],
    ['a flash to full white', { flash: [50, 51], strength: 1 }],
    ['a pan', { pan: 2.5 }],
    ['a shaking camera', { shake: 2 }],
    ['noise', { noise: 25 }],
    ['a lamp that flickers', { flicker: 0.15 }],
    ['light that fades slowly', { light: -0.6 }],
    ['nothing at all', {}],
  ])('%s', async (_, what) => {
    expect(await allShots(film([{ ...alone, ...what }]), options)).toEqual([]);
  });

  it('a cut next to a flash is still found', async () => {
    const flash: [number, number] = [33, 35];
    expect(starts(await allShots(film(SCENES.map((scene) => ({ ...scene, flash }))), options))).toEqual([
      0, 40, 80,
    ]);
  });
});

describe('gradual transitions', () => {
  it.each([
    ['a fade through black', 'black'],
    ['a fade through white', 'white'],
    ['a dissolve', 'dissolve'],
  ] as const)('%s is one change in its middle', async (_, kind) => {
    const scenes = SCENES.slice(0, 2).map((scene) => ({ ...scene, frames: 60, pan: 0.3 }));
    const shots = await allShots(film(scenes, { kind, frames: 20 }), options);
    expect(shots.map((shot) => shot.transition)).toEqual([null, 'gradual']);
    expect(Math.abs((starts(shots)[1] ?? 0) - 60)).toBeLessThanOrEqual(3);
  });

  it('belong to no shot without fill_gaps', async () => {
    const scenes = SCENES.slice(0, 2).map((scene) => ({ ...scene, frames: 60 }));
    const shots = await allShots(film(scenes, { kind: 'black', frames: 20 }), {
      ...options,
      fill_gaps: false,
    });
    const [first, second] = shots;
    expect((first?.end_time ?? 0) * FPS).toBeGreaterThanOrEqual(48);
    expect((first?.end_time ?? 0) * FPS).toBeLessThanOrEqual(52);
    expect((second?.start_time ?? 0) * FPS).toBeGreaterThanOrEqual(68);
    expect((second?.start_time ?? 0) * FPS).toBeLessThanOrEqual(72);
  });
});

/** Two seconds of a light page with lines of dark text of these lengths, two rows high. */
const page = (...lines: [row: number, length: number][]) => ({ lines, seconds: 2 });
const SLIDE = page([1, 30], [10, 24], [17, 38], [24, 20]);

/** Pages one after the other; `over` draws on every frame. */
async function* pages(
  shown: readonly ReturnType<typeof page>[],
  over?: (data: Buffer, frame: number) => void,
) {
  let frame = 0;
  for (const { lines, seconds } of shown)
    for (const last = frame + seconds * FPS; frame < last; frame += 1) {
      const data = Buffer.alloc(64 * 36 * 3, 240);
      for (const [top, length] of lines)
        for (const row of [top, top + 1])
          for (let x = 4; x < 4 + length; x += 1)
            data.fill(180 - 20 * ((x * length) % 5), 3 * (64 * row + x), 3 * (64 * row + x + 1));
      over?.(data, frame);
      yield { seconds: null, data };
    }
}

/** A square of 5 by 5 pixels of this grey. */
const square = (data: Buffer, x: number, y: number, grey: number) => {
  for (let row = y; row < y + 5; row += 1) data.fill(grey, 3 * (64 * row + x), 3 * (64 * row + x + 5));
};

describe('pages', () => {
  const next = page([1, 22], [10, 40], [17, 25], [24, 33], [30, 26]);
  const other = page([1, 44], [12, 30], [17, 18], [28, 41]);

  it.each<[string, ((data: Buffer, frame: number) => void) | undefined]>([
    ['still ones', undefined],
    ['under a clock', (data, frame) => square(data, 56, 30, 10 * Math.floor(frame / FPS))],
    ['beside a talking head', (data, frame) => square(data, 50 + (frame % 7), 28, 90 + (frame % 3) * 40)],
  ])('that change their text are shots: %s', async (_, over) => {
    expect(starts(await allShots(pages([SLIDE, other, next], over), options))).toEqual([0, 50, 100]);
  });

  it.each<[string, AsyncIterable<ShotFrame>]>([
    ['gets one more line', pages([page([1, 30], [10, 24], [17, 38]), SLIDE])],
    [
      'is scrolled',
      pages(
        [0, 4, 8].map((by) =>
          page(
            ...[30, 24, 38, 20, 33, 26]
              .map((length, i): [number, number] => [2 + 5 * i - by, length])
              .filter(([row]) => row >= 0),
          ),
        ),
      ),
    ],
    [
      'shows a dialogue',
      pages(
        [SLIDE, SLIDE],
        (data, frame) => frame >= 50 && [0, 5, 10, 15].map((x) => square(data, 20 + x, 14, 90)),
      ),
    ],
    [
      'carries a clock',
      pages([SLIDE, SLIDE, SLIDE], (data, frame) => square(data, 56, 30, 10 * Math.floor(frame / FPS))),
    ],
    [
      'carries a countdown',
      pages(
        Array.from({ length: 6 }, (_, i) => ({ lines: i % 2 ? other.lines : SLIDE.lines, seconds: 0.5 })),
      ),
    ],
  ])('that %s is one', async (_, frames) => {
    expect(await allShots(frames, options)).toEqual([]);
  });

  it('are none where a box jumps over a film', async () => {
    const still = { ...SCENES[0], frames: 120, shake: 0.3 } as Scene;
    const boxed = (async function* () {
      for await (const frame of film([still])) {
        const data = Buffer.from(frame.data);
        const at = (frame.seconds ?? 0) < 2.4 ? 4 : 40;
        for (let x = 0; x < 20; x += 5) for (let y = 10; y < 20; y += 5) square(data, at + x, y, 255);
        yield { ...frame, data };
      }
    })();
    expect(await allShots(boxed, options)).toEqual([]);
  });
});

/** The same frames with black bars at both sides. */
async function* pillars(frames: AsyncIterable<ShotFrame>): AsyncIterable<ShotFrame> {
  for await (const frame of frames) {
    const data = Buffer.from(frame.data);
    for (let at = 0; at < data.length; at += 3)
      if ((at / 3) % 64 < 20 || (at / 3) % 64 >= 44) data.fill(0, at, at + 3);
    yield { ...frame, data };
  }
}

describe('facts', () => {
  it('report brightness, motion, colours and the stillest frame of any part', async () => {
    const facts = new ShotFacts();
    const scenes = [SCENES[0], { ...SCENES[1], pan: 2 }] as Scene[];
    await allShots(film(scenes), { ...options, facts });
    const [red, blue] = [facts.between(0, 1.6), facts.between(1.6, 3.2)];
    expect(red?.colours[0]?.colour).toMatch(/^#[6-f].[0-6].[0-6]./);
    expect(blue?.colours[0]?.colour).toMatch(/^#[0-6].[0-9].[5-f]./);
    expect(blue?.motion).toBeGreaterThan(4 * (red?.motion ?? 1));
    expect(red?.brightness).toBeGreaterThan(0.1);
    expect(red?.key_time).toBeLessThan(1.6);
    expect(facts.between(100, 101)).toBeNull();
  });

  it('are those of the picture between black bars', async () => {
    const [whole, barred] = [new ShotFacts(), new ShotFacts()];
    const scenes = [SCENES[0]] as Scene[];
    await allShots(film(scenes), { ...options, facts: whole });
    await allShots(pillars(film(scenes)), { ...options, facts: barred });
    const [own, between] = [whole.between(0, 1.6), barred.between(0, 1.6)];
    expect(between?.brightness).toBeCloseTo(own?.brightness ?? 0, 1);
    expect(between?.colours.map(({ colour }) => colour)).not.toContain('#101010');
    expect(between?.colours[0]?.colour).toBe(own?.colours[0]?.colour);
  });
});

describe('memory', () => {
  it('does not grow with the film: no frame of a film of half an hour is held', async () => {
    const many = 250;
    const long = SCENES.map((scene) => ({ ...scene, frames: 200 }));
    const scenes = Array.from({ length: many }, (_, i) => long[i % 3] as Scene);
    const seen: WeakRef<ShotFrame>[] = [];
    const watched = (async function* () {
      for await (const frame of film(scenes, undefined, true)) {
        if ((frame.seconds ?? 0) % 1 === 0) seen.push(new WeakRef(frame));
        yield frame;
      }
    })();
    const shots = detectShots(watched, options);
    let count = 0;
    for await (const _ of shots) {
      count += 1;
      if (count === many - 10) break;
    }
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(seen.length).toBeGreaterThan(7.8 * (many - 10));
    expect(seen.filter((frame) => frame.deref() !== undefined).length).toBeLessThan(5);
    expect(shots).toBeDefined();
  });

  it('is a fixed number of looks', () => {
    const timeline = new Timeline(50);
    const looks = new Set(
      Array.from({ length: 500 }, (_, n) => timeline.push(new Uint8Array(6912).fill(n), n / 25)),
    );
    expect(looks.size).toBe(50);
    expect([timeline.first, timeline.at(449), timeline.at(499)?.index]).toEqual([450, undefined, 499]);
  });
});

/** Node has it, but not as a global. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

describe('a file', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  beforeAll(async () => {
    folder = await tempFolder();
  });
  afterAll(() => folder.drop());

  const sources = ['testsrc2=s=320x180', 'mandelbrot=s=320x180', 'rgbtestsrc=s=320x180'];
  /** Three shots with this many frames each. */
  const three = (rate: string, frames: number) =>
    sources.flatMap((source) => ['-f', 'lavfi', '-i', `${source}:r=${rate},trim=end_frame=${frames}`]);
  const joined = (rate: string) => `[0][1][2]concat=n=3,format=yuv420p,setpts=N/(${rate})/TB`;

  it.each([
    ['25', 30],
    ['30000/1001', 37],
    ['60', 70],
    ['12', 15],
    ['120', 130],
  ] as const)('has its cuts at the right time at %s frames per second', async (rate, frames) => {
    const file = `${folder.dir}/rate-${rate.replace('/', '-')}.mkv`;
    await make(...three(rate, frames), '-filter_complex', joined(rate), '-r', rate, ...H264, file);
    const [top = 25, bottom = 1] = rate.split('/').map(Number);
    const looked = shotRate({ rational: `${top}/${bottom}`, value: top / bottom });
    const shots = await allShots(shotFrames(file, { ffmpeg, rate: looked }), {
      ...options,
      fps: looked.value,
    });
    const step = 1 / Math.min(looked.value, top / bottom);
    expect(shots).toHaveLength(3);
    expect(Math.abs((shots[1]?.start_time ?? 0) - (frames * bottom) / top)).toBeLessThanOrEqual(step);
    expect(Math.abs((shots[2]?.start_time ?? 0) - (2 * frames * bottom) / top)).toBeLessThanOrEqual(step);
  });

  it('is analysed in a window, in seconds of the file', async () => {
    const file = `${folder.dir}/window.mp4`;
    await make(...three('25', 30), '-filter_complex', joined('25'), ...H264, file);
    const rate = shotRate({ rational: '25/1', value: 25 });
    const window = { startSeconds: 0.6, endSeconds: 2 };
    const frames = shotFrames(file, { ffmpeg, rate, ...window });
    const shots = await allShots(frames, { ...options, start: 0.6, end: 2 });
    expect(shots).toEqual([
      { start_time: 0.6, end_time: 1.2, transition: null },
      { start_time: 1.2, end_time: 2, transition: 'cut' },
    ]);
  });

  it('that starts late keeps its own clock', async () => {
    const file = `${folder.dir}/late.mkv`;
    const sound = ['-f', 'lavfi', '-t', '5', '-i', 'sine'];
    const filter = `${joined('25')}+1/TB[v]`;
    await make(
      ...three('25', 30),
      ...sound,
      '-filter_complex',
      filter,
      '-map',
      '[v]',
      '-map',
      '3:a',
      ...H264,
      file,
    );
    const rate = shotRate({ rational: '25/1', value: 25 });
    const shots = await allShots(shotFrames(file, { ffmpeg, rate }), options);
    expect(shots[1]?.start_time).toBeCloseTo(2.2, 2);
  });
});
