import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damageMeter, listen } from '../../../src/media/index.ts';
import { shotFrames } from '../../../src/media/shots/index.ts';
import { damagedFilm } from '../../support/damage.ts';
import { AAC, ffmpeg, H264, make, picture, tempFolder, tone } from '../support.ts';

const { at, drop } = await tempFolder();
const SECONDS = 30;
const RATE = { rational: '25/1', value: 25 };

beforeAll(async () => {
  await make(...picture(SECONDS), ...tone(SECONDS), ...H264, '-g', '25', ...AAC, at('whole.mp4'));
});
afterAll(drop);

async function seen(name: string) {
  const meter = damageMeter();
  for await (const _ of shotFrames(at(name), { ffmpeg, rate: RATE, onDamage: meter.add })) {
    // Every frame is read, as by the detector of shots.
  }
  return meter.stretches(SECONDS);
}

async function heard(name: string) {
  const meter = damageMeter();
  await listen(at(name), { ffmpeg, duration: SECONDS, onSamples: () => {}, onDamage: meter.add });
  return meter.stretches(SECONDS);
}

describe('damage that a decoder works around', () => {
  it('is not there in a whole film', async () => {
    expect(await seen('whole.mp4')).toEqual([]);
    expect(await heard('whole.mp4')).toEqual([]);
  });

  it('is found in the picture, at its time', async () => {
    await writeFile(at('picture.mp4'), await damagedFilm(at('whole.mp4'), 'v', 10, 14));
    const [stretch, ...others] = await seen('picture.mp4');
    expect(others).toEqual([]);
    expect(Math.abs((stretch?.start ?? 0) - 10)).toBeLessThan(5);
    expect(Math.abs((stretch?.end ?? 0) - 14)).toBeLessThan(5);
    expect(await heard('picture.mp4')).toEqual([]);
  });

  it('is found in the sound, at its time', async () => {
    await writeFile(at('sound.mp4'), await damagedFilm(at('whole.mp4'), 'a', 5, 8));
    const [stretch, ...others] = await heard('sound.mp4');
    expect(others).toEqual([]);
    expect(Math.abs((stretch?.start ?? 0) - 5)).toBeLessThan(5);
    expect(Math.abs((stretch?.end ?? 0) - 8)).toBeLessThan(5);
  });

  it('is told apart where it is far apart', () => {
    const meter = damageMeter();
    for (const second of [1, 2, 6, 20, 26, 27]) meter.add(second);
    expect(meter.stretches(30)).toEqual([
      { start: 1, end: 6 },
      { start: 20, end: 20 },
      { start: 26, end: 27 },
    ]);
  });

  it('is not one moment at the beginning or the end, as where a recording was cut within a frame', () => {
    const meter = damageMeter();
    for (const second of [0.4, 12, 28]) meter.add(second);
    expect(meter.stretches(30)).toEqual([{ start: 12, end: 12 }]);
  });
});
