import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../../src/media/index.ts';
import { standingMatroska } from '../../support/bombs/matroska.ts';
import { manyEdits } from '../../support/bombs/mp4.ts';
import { AAC, ffmpeg, H264, make, picture, tempFolder, tone } from '../support.ts';

const { at, drop } = await tempFolder();

beforeAll(async () => {
  await make(...picture(2, '10', '160x90'), ...tone(2), ...H264, ...AAC, '-shortest', at('film.mp4'));
});
afterAll(drop);

async function heard(name: string, duration: number): Promise<number> {
  let samples = 0;
  const onSamples = ({ length }: Int16Array) => {
    samples += length;
  };
  await listen(at(name), { ffmpeg, duration, onSamples });
  return samples / 16_000;
}

describe('listen', () => {
  it('hears a file to its end', async () => {
    expect(await heard('film.mp4', 2)).toBeCloseTo(2, 0);
  });

  it('[SAFE-2] hears nothing that comes long after the end', async () => {
    await writeFile(at('edits.mp4'), manyEdits(await readFile(at('film.mp4')), 200));
    expect(await heard('edits.mp4', 2)).toBeLessThan(4);
  });

  it('[SAFE-2] hears one second where all sound claims the same second', async () => {
    await writeFile(at('standing.mkv'), standingMatroska(5_000));
    expect(await heard('standing.mkv', 4)).toBeLessThan(1);
  });

  it('[SAFE-2] fills no gap beyond the end', async () => {
    const late = ['-itsoffset', '400', ...tone(2)];
    await make(...picture(2, '10', '160x90'), ...late, ...H264, ...AAC, at('far.mkv'));
    expect(await heard('far.mkv', 2)).toBeLessThan(4);
  });

  it('hears sound that starts after the picture at its own time', async () => {
    const late = ['-itsoffset', '3', ...tone(2)];
    await make(...picture(5, '10', '160x90'), ...late, ...H264, ...AAC, at('late.mp4'));
    expect(await heard('late.mp4', 5)).toBeCloseTo(5, 0);
  });
});
