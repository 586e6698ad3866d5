import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFrames, decodeSound, silence } from '../../../src/media/index.ts';
import { AAC, ffmpeg, H264, make, numbered, numberOfGrey, tempFolder, tone } from '../support.ts';

const { dir, drop } = await tempFolder();
const film = join(dir, 'film.mp4');

beforeAll(async () => {
  const sound = ['-f', 'lavfi', '-i', "aevalsrc='if(between(t,1,2),0,0.5*sin(440*2*PI*t))':d=3:s=44100"];
  await make(
    ...numbered(30, 10),
    ...sound,
    ...H264,
    '-crf',
    '1',
    '-g',
    '10',
    '-sc_threshold',
    '0',
    ...AAC,
    film,
  );
});
afterAll(drop);

async function numbers(options: Parameters<typeof decodeFrames>[1]): Promise<[number | null, number][]> {
  const found: [number | null, number][] = [];
  for await (const frame of decodeFrames(film, options))
    found.push([frame.seconds, numberOfGrey(frame.data[0] ?? 0)]);
  return found;
}

const tiny = { ffmpeg, width: 2, height: 2, pixelFormat: 'gray' as const };

describe('decodeFrames', () => {
  it('gives every frame', async () => {
    const found = await numbers(tiny);
    expect(found).toEqual(Array.from({ length: 30 }, (_, n) => [null, n]));
  });

  it('returns the frame shown at each step', async () => {
    expect(await numbers({ ...tiny, fps: 2 })).toEqual([
      [0, 0],
      [0.5, 5],
      [1, 10],
      [1.5, 15],
      [2, 20],
      [2.5, 25],
    ]);
  });

  it('returns no frame at the end of a window, even if the film has fewer frames than requested', async () => {
    const found = await numbers({ ...tiny, fps: 20, startSeconds: 1, endSeconds: 1.55 });
    expect(found).toHaveLength(11);
    expect(found.at(-1)).toEqual([1.5, 15]);
  });

  it('gives a window', async () => {
    expect(await numbers({ ...tiny, fps: 5, startSeconds: 1, endSeconds: 1.6 })).toEqual([
      [1, 10],
      [1.2, 12],
      [1.4, 14],
    ]);
  });

  it('gives key frames only', async () => {
    expect((await numbers({ ...tiny, keyFramesOnly: true })).map(([, n]) => n)).toEqual([0, 10, 20]);
  });

  it('returns frames of the requested size, and ends when the reader stops', async () => {
    for await (const frame of decodeFrames(film, { ffmpeg, width: 64, height: 36 })) {
      expect(frame.data.length).toBe(64 * 36 * 3);
      break;
    }
  });

  it('reports a file without a picture', async () => {
    const song = join(dir, 'song.wav');
    await make(...tone(1), song);
    await expect(decodeFrames(song, tiny).next()).rejects.toThrow(/^song\.wav: it has no such stream/);
  });
});

describe('decodeSound', () => {
  it('gives 16 kHz mono samples', async () => {
    let bytes = 0;
    for await (const piece of decodeSound(film, { ffmpeg })) bytes += piece.length;
    expect(Math.abs(bytes / 2 / 16_000 - 3)).toBeLessThan(0.06);
  });

  it('returns whole samples of a window, mixed from stereo', async () => {
    let bytes = 0;
    const window = { ffmpeg, channels: 2, sampleRate: 8000, startSeconds: 0.5, endSeconds: 1.5 };
    for await (const piece of decodeSound(film, window)) {
      expect(piece.length % 2).toBe(0);
      bytes += piece.length;
    }
    expect(Math.abs(bytes / 2 - 8000)).toBeLessThan(100);
  });
});

describe('silence', () => {
  it('finds the pause', async () => {
    const found = await silence(film, { ffmpeg });
    expect(found).toHaveLength(1);
    expect(found[0]?.start).toBeCloseTo(1, 1);
    expect(found[0]?.end).toBeCloseTo(2, 1);
  });
});
