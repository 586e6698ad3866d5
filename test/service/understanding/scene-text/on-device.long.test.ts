import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Grey, greyOfMap } from '../../../../src/media/index.ts';
import {
  noSceneText,
  onDeviceSceneText,
} from '../../../../src/service/understanding/modalities/scene-text/on-device.ts';
import {
  readPicture,
  stopRecogniser,
} from '../../../../src/service/understanding/modalities/scene-text/recogniser.ts';
import {
  blind,
  type GreyKeyframe,
  type VisualPass,
} from '../../../../src/service/understanding/modalities/visual-pass/types.ts';
import { lacks } from '../../../support/programs.ts';
import { drawPicture } from '../pictures.ts';

const noFfmpeg = { path: '', version: '', source: 'PATH', codecLibrary: [0, 0] } as const;

let folder: string;
const paths: Record<string, string> = {};
const signal = new AbortController().signal;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vau-scene-text-'));
  const at = (name: string) => join(folder, name);
  if (lacks('ffmpeg', 'fonts')) return;
  paths.title = await drawPicture(at('title.pgm'), [
    { text: 'Quarterly Review 2026', x: 60, y: 60, size: 36 },
    { text: 'Northern Harbour', x: 300, y: 280, size: 24 },
  ]);
  paths.plain = await drawPicture(at('plain.pgm'), []);
  paths.closing = await drawPicture(at('closing.pgm'), [
    { text: 'Northern Harbour', x: 300, y: 280, size: 24 },
  ]);
});

afterAll(async () => {
  await stopRecogniser();
  await rm(folder, { recursive: true, force: true });
});

interface Shown {
  name: string;
  time: number;
}

const keyframe = (name: string, time: number): Shown => ({ name, time });

const pictureOf = async (name: string): Promise<Grey> => greyOfMap(await readFile(paths[name] ?? ''));

const broken = (time: number): GreyKeyframe => ({
  time,
  get grey(): Grey {
    throw new Error('it is damaged');
  },
});

function visualPassOf(shown: Shown[]): VisualPass {
  return {
    ...blind,
    times: shown.map(({ time }) => time),
    async *pictures() {
      for (const { name, time } of shown)
        yield name === 'broken' ? broken(time) : { time, grey: await pictureOf(name) };
    },
  };
}

async function analyse(keyframes: Shown[], until = signal) {
  const plan = await onDeviceSceneText('/nowhere').plan({
    mediaPath: '',
    sidecarPath: undefined,
    visualPass: visualPassOf(keyframes),
    ffmpeg: noFfmpeg,
  });
  if (!plan) throw new Error('no plan');
  return plan.run(until);
}

describe.skipIf(lacks('ffmpeg', 'fonts'))('scene text on this machine', () => {
  it('reads rendered words, reports their positions, and joins equal text of neighbouring key frames', async () => {
    const { lines, notes } = await analyse([
      keyframe('closing', 30),
      keyframe('title', 5),
      keyframe('title', 15),
    ]);
    expect(notes).toEqual([]);
    expect(lines.map(({ text, time, start, end }) => ({ text, time, start, end }))).toEqual([
      { text: 'Quarterly Review 2026', time: 5, start: 5, end: 15 },
      { text: 'Northern Harbour', time: 5, start: 5, end: 30 },
    ]);
    const word = lines[0]?.words[0];
    expect(word?.text).toBe('Quarterly');
    expect(word?.confidence).toBeGreaterThanOrEqual(60);
    expect(word?.box.left).toBeCloseTo(60 / 640, 1);
    expect(word?.box.top).toBeCloseTo(60 / 360, 1);
    expect(word?.box.height).toBeLessThan(0.15);
  });

  it('starts a new line when a text disappears and comes back', async () => {
    const { lines } = await analyse([keyframe('closing', 1), keyframe('plain', 2), keyframe('closing', 3)]);
    expect(lines.map((line) => [line.start, line.end])).toEqual([
      [1, 1],
      [3, 3],
    ]);
  });

  it('notes a key frame that cannot be read and reads the others', async () => {
    const { lines, notes } = await analyse([
      keyframe('closing', 1),
      keyframe('broken', 2),
      keyframe('closing', 3),
    ]);
    expect(lines).toHaveLength(1);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^The key frame at 2\.0 s could not be read: it is damaged$/);
  });

  it('fails with the reason if no key frame can be read', async () => {
    await expect(analyse([keyframe('broken', 2)])).rejects.toThrow('key frame at 2.0 s could not be read');
  });

  it('stops when it is aborted, and the next picture gets a new recogniser', async () => {
    const controller = new AbortController();
    const running = analyse([keyframe('title', 1), keyframe('title', 2)], controller.signal);
    controller.abort(new Error('aborted by the test'));
    await expect(running).rejects.toThrow('aborted by the test');
    expect((await analyse([keyframe('closing', 1)])).lines).toHaveLength(1);
  });

  it('reads pictures one after another with one recogniser', async () => {
    const image = await readFile(paths.closing ?? '');
    const pages = await Promise.all([readPicture(image, signal), readPicture(image, signal)]);
    expect(pages.map((page) => page.text.trim())).toEqual(['Northern Harbour', 'Northern Harbour']);
  });
});

describe('noSceneText', () => {
  it('explains an empty result', async () => {
    const input = { mediaPath: '', sidecarPath: undefined, visualPass: blind, ffmpeg: noFfmpeg };
    expect(await onDeviceSceneText('/nowhere').plan(input)).toBeUndefined();
    const plan = await noSceneText.plan(input);
    expect(plan?.provider).toBe('none');
    expect((await plan?.run(signal))?.notes[0]).toContain('no key frames');
  });
});
