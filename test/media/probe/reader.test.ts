import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { durationInIndex } from '../../../src/media/probe/probe.ts';
import { endlessChunks, endlessTimes } from '../../support/bombs/mp4.ts';
import { wav } from '../../support/bombs/sound.ts';
import { H264, make, picture, tempFolder } from '../support.ts';

const { at, drop } = await tempFolder();

beforeAll(async () => {
  await make(...picture(1, '10', '160x90'), ...H264, at('film.mp4'));
  const film = await readFile(at('film.mp4'));
  await writeFile(at('endless-times.mp4'), endlessTimes(film));
  await writeFile(at('endless-chunks.mp4'), endlessChunks(film));
  await writeFile(at('sound.wav'), wav(12_345, 12_345, 8_000));
});
afterAll(drop);

describe('the index reader', () => {
  // Comes first: memory that an earlier thread took would count as there before.
  it('[SAFE-2] takes little memory however much a file claims', async () => {
    const before = process.memoryUsage.rss();
    let most = before;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 10);
    await durationInIndex(at('endless-times.mp4'));
    clearInterval(timer);
    expect(most - before).toBeLessThan(400 * 1024 * 1024);
  });

  it('reads exact to the sample, and several files at once', async () => {
    const both = await Promise.all([durationInIndex(at('sound.wav')), durationInIndex(at('film.mp4'))]);
    expect(both).toEqual([12_345 / 8_000, 1]);
  });

  it.each(['endless-times.mp4', 'endless-chunks.mp4'])(
    '[SAFE-2] is stopped when %s hangs it, and reads the next file',
    async (name) => {
      const bomb = durationInIndex(at(name));
      const next = durationInIndex(at('sound.wav'));
      expect(await bomb).toBeNull();
      expect(await next).toBe(12_345 / 8_000);
    },
  );

  it('returns nothing for files that are missing or have no index', async () => {
    expect(await durationInIndex(at('nowhere.mp4'))).toBeNull();
    await writeFile(at('text.mp4'), 'no film');
    expect(await durationInIndex(at('text.mp4'))).toBeNull();
  });
});
