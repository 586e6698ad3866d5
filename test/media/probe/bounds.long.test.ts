import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probe } from '../../../src/media/index.ts';
import {
  claimedMatroska,
  manyChapters,
  manyMatroskaTracks,
  stretchedMatroska,
} from '../../support/bombs/matroska.ts';
import { claimedHours, stretchedHours, tinySamples } from '../../support/bombs/mp4.ts';
import { wav } from '../../support/bombs/sound.ts';
import { AAC, ffmpeg, H264, make, picture, tempFolder, tone, ways } from '../support.ts';

const { at, drop } = await tempFolder();
let film: Buffer;

beforeAll(async () => {
  const quick = ['-movflags', '+faststart', '-shortest'];
  await make(...picture(2, '10', '160x90'), ...tone(2), ...H264, ...AAC, ...quick, at('film.mp4'));
  film = await readFile(at('film.mp4'));
});
afterAll(drop);

async function probed(name: string, bytes: Buffer, program = ffmpeg) {
  await writeFile(at(name), bytes);
  return probe(at(name), { ffmpeg: program });
}

describe.each(ways)('the true duration of media, %s', (_way, program) => {
  it('[SAFE-2] comes from its packets if the header claims more than its size can hold', async () => {
    const claimed = await probed('claimed.mp4', claimedHours(film, 48), program);
    expect(claimed.duration_seconds).toBeCloseTo(2, 0);
    const matroska = await probed('claimed.mkv', claimedMatroska(47), program);
    expect(matroska.duration_seconds).toBeCloseTo(1, 0);
  });

  it('[SAFE-2] comes from its packets if there are none at the claimed end', async () => {
    // As large as half an hour of film, but two seconds long.
    const bytes = Buffer.concat([
      claimedHours(film, 0.5),
      Buffer.from('\0\x80\0\0free'),
      Buffer.alloc(0x7ffff8),
    ]);
    const found = await probed('padded.mp4', bytes, program);
    expect(found.duration_seconds).toBeCloseTo(2, 0);
  });

  it('[SAFE-2] is refused if there is almost nothing in all that time', async () => {
    const spread = /video and audio packets are spread over 4\d\.\d hours/;
    await expect(probed('stretched.mp4', stretchedHours(film, 47), program)).rejects.toThrow(spread);
    await expect(probed('stretched.mkv', stretchedMatroska(47), program)).rejects.toThrow(spread);
    await expect(probed('slow.wav', wav(170_000, 170_000, 1), program)).rejects.toThrow(spread);
  });

  it('stays as the header says, to the last digit, if the packets confirm it', async () => {
    const found = await probed('honest.mp4', film, program);
    expect(found.duration_seconds).toBeCloseTo(2, 1);
    // Half an hour at 4.1 kB per second, and one at 2 kB: the first is checked near its end, the second is read.
    for (const [name, rate] of [
      ['sound.wav', 4_100],
      ['thin.wav', 2_000],
    ] as const) {
      const sound = await probed(name, wav(1_800 * rate, 1_800 * rate, rate), program);
      expect(sound.duration_seconds).toBe(1_800);
    }
  });

  it('may be long at a packet a second', async () => {
    const found = await probed('seconds.mp4', tinySamples(film, 5_000), program);
    expect(found.duration_seconds).toBeCloseTo(5_000, -1);
  });
});

describe.each(ways)('what a file may have of a kind, %s', (_way, program) => {
  it.each([
    ['chapters', 'chapters.mkv', () => manyChapters(6_000), /more chapters, streams or tags than allowed/],
    ['streams', 'tracks.mkv', () => manyMatroskaTracks(150), /more memory or streams than allowed/],
  ] as const)('[SAFE-2] no endless %s', async (_kind, name, content, reason) => {
    await expect(probed(name, content(), program)).rejects.toThrow(reason);
  });

  it('[SAFE-2] hundreds of chapters, dozens of streams', async () => {
    expect((await probed('book.mkv', manyChapters(600), program)).chapters).toHaveLength(600);
    expect((await probed('tongues.mkv', manyMatroskaTracks(60), program)).streams).toHaveLength(60);
  });
});
