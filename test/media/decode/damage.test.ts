import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Damage, damageReader, listen } from '../../../src/media/index.ts';
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

async function seen(name: string): Promise<readonly Damage[]> {
  const damage = damageReader();
  for await (const _ of shotFrames(at(name), { ffmpeg, rate: RATE, damage })) {
    // Every frame is read, as by the detector of shots.
  }
  return damage.stretches(SECONDS);
}

async function heard(name: string): Promise<readonly Damage[]> {
  const damage = damageReader();
  await listen(at(name), { ffmpeg, duration: SECONDS, onSamples: () => {}, damage });
  return damage.stretches(SECONDS);
}

/** The damage is one stretch, within two seconds of the given one. */
function isAbout(damage: readonly Damage[], from: number, to: number): void {
  expect(damage).toHaveLength(1);
  expect(Math.abs((damage[0]?.start ?? 0) - from)).toBeLessThan(2);
  expect(Math.abs((damage[0]?.end ?? 0) - to)).toBeLessThan(2);
}

describe('damage that a decoder works around', () => {
  it('is not there in a whole film', async () => {
    expect(await seen('whole.mp4')).toEqual([]);
    expect(await heard('whole.mp4')).toEqual([]);
  });

  it('is found in the picture, at its time', async () => {
    await writeFile(at('picture.mp4'), await damagedFilm(at('whole.mp4'), 'v', 10, 14));
    isAbout(await seen('picture.mp4'), 10, 14);
    expect(await heard('picture.mp4')).toEqual([]);
  });

  it('is found in the sound, at its time', async () => {
    await writeFile(at('sound.mp4'), await damagedFilm(at('whole.mp4'), 'a', 5, 8));
    isAbout(await heard('sound.mp4'), 5, 8);
  });

  it('is told apart where it is far apart', () => {
    const damage = damageReader();
    damage.read(said(3, 'bad', 4, 6, 'bad', 7, 19, 'bad', 22, 24, 'bad'));
    expect(damage.stretches(30)).toEqual([
      { start: 3, end: 7 },
      { start: 19, end: 30 },
    ]);
  });

  it('is not one moment at the beginning or the end, as where a recording was cut within a frame', () => {
    const damage = damageReader();
    damage.read(said('bad', 1, 12, 'bad', 13, 28, 'bad', 29));
    expect(damage.stretches(30)).toEqual([{ start: 12, end: 13 }]);
  });

  it('is read from text in any pieces, from the second at which a window begins', () => {
    const damage = damageReader(100);
    for (const piece of said(3, 'bad', 4)) damage.read(piece);
    expect(damage.stretches(200)).toEqual([{ start: 103, end: 104 }]);
  });
});

/** What ffmpeg prints: times and errors. */
function said(...all: (number | 'bad')[]): string {
  return all
    .map((one) =>
      one === 'bad'
        ? '[h264 @ 0x1] [error] error while decoding MB 1 2, bytestream 3\n'
        : `[Parsed_showinfo_5 @ 0x2] [info] n:   1 pts:      1 pts_time:${one}       pos:   457679 fmt:yuv420p\n`,
    )
    .join('');
}
