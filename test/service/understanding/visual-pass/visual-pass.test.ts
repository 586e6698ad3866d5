import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Ffmpeg, type Grey, greyImages, locateFfmpeg } from '../../../../src/media/index.ts';
import { openVisualPass } from '../../../../src/service/understanding/modalities/visual-pass/open.ts';
import type { VisualPass } from '../../../../src/service/understanding/modalities/visual-pass/types.ts';
import { needs } from '../../../support/programs.ts';

const it = needs('ffmpeg');
const film = path.join(import.meta.dirname, '../../../../assets/harbour.mp4');
const DURATION = 66.92;
const { signal } = new AbortController();

let folder: string;
let ffmpeg: Ffmpeg;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-visualPass-'));
  ffmpeg = await locateFfmpeg();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A visual pass with its own folder for waiting frames. */
async function look(
  file = film,
  text = true,
): Promise<{ visualPass: VisualPass; waiting: () => Promise<number> }> {
  const own = await mkdtemp(path.join(folder, 'own-'));
  const tmpFolder = async () => own;
  const visualPass = openVisualPass(
    { path: file, mediaType: 'video', duration: DURATION, ffmpeg, tmpFolder },
    text,
  );
  const waiting = async () => (await readdir(own)).length;
  return { visualPass, waiting };
}

/** Mean difference, in 255 levels, allowed between two versions of a frame: one went through JPEG. */
const SAME = 3;

function meanDifference(one: Grey | undefined, other: Grey | undefined): number {
  expect([other?.width, other?.height]).toEqual([one?.width, one?.height]);
  const pixels = one?.data ?? new Uint8Array();
  return pixels.reduce((sum, level, at) => sum + Math.abs(level - (other?.data[at] ?? 0)), 0) / pixels.length;
}

describe('a film decoded once for frames and scenes', () => {
  it('returns the frames at its times, in order, and few of them wait on disk', async () => {
    const { visualPass, waiting } = await look();
    const scenes = visualPass.scenes(signal);
    const times: number[] = [];
    const greys: Grey[] = [];
    let most = 0;
    for await (const { time, grey } of visualPass.pictures(signal)) {
      times.push(time);
      greys.push({ ...grey, data: Uint8Array.from(grey.data) });
      most = Math.max(most, await waiting());
    }
    expect(times).toEqual(visualPass.times);
    expect(most).toBeLessThanOrEqual(30);
    expect(await waiting()).toBe(0);
    expect((await scenes).length).toBeGreaterThanOrEqual(9);
    const some = [0, 9, times.length - 1];
    let next = 0;
    for await (const { image } of visualPass.stills(
      some.map((index) => times[index] ?? 0),
      1280,
      signal,
    )) {
      const [still] = await greyImages([image], { ffmpeg });
      expect(meanDifference(still, greys[some[next] ?? 0])).toBeLessThan(SAME);
      next += 1;
    }
    expect(next).toBe(3);
  });

  it('continues to its end if nobody reads the frames any more', async () => {
    const { visualPass } = await look();
    const scenes = visualPass.scenes(signal);
    for await (const _ of visualPass.pictures(signal)) break;
    expect((await scenes).at(-1)?.end).toBeCloseTo(DURATION, 1);
  });

  it('reports to both that it cannot be decoded', async () => {
    const broken = path.join(folder, 'broken.mp4');
    await writeFile(broken, 'no film at all');
    const { visualPass } = await look(broken);
    const pictures = async () => {
      for await (const _ of visualPass.pictures(signal)) throw new Error('a picture came');
    };
    const ends = await Promise.allSettled([pictures(), visualPass.scenes(signal)]);
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { name: 'MediaError' } });
  });

  it('describes spans by key frames if no text is needed', async () => {
    const { visualPass } = await look(film, false);
    expect(visualPass.thorough).toBe(false);
    const scenes = await visualPass.scenes(signal);
    expect(scenes).toHaveLength(4);
    for (const { shot, facts } of scenes) {
      expect(shot).toBeNull();
      expect(facts.colours.length).toBeGreaterThan(0);
    }
  });
});
