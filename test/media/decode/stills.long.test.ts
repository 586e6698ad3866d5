import { readdir, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDense } from '../../../src/media/decode/thumbnails.ts';
import { decodeFrames, frameImages, probe, thumbnailAt } from '../../../src/media/index.ts';
import { subtitles } from '../../support/bombs/others.ts';
import {
  AAC,
  ffmpeg,
  H264,
  make,
  numbered,
  numberOfGrey,
  picture,
  tempFolder,
  tone,
  turnClockwise,
} from '../support.ts';

const { dir, at, drop } = await tempFolder();
let count = 0;

beforeAll(async () => {
  // 30 numbered frames, 10 per second; audio that is a second longer; key frames 12 frames apart.
  const film = [...numbered(30, 10), ...tone(4), '-map', '0:v', '-map', '1:a'];
  await make(...film, ...H264, '-crf', '1', '-g', '12', ...AAC, at('numbered.mp4'));
  await make('-i', at('numbered.mp4'), '-c', 'copy', at('numbered.ts'));
  // The fifth frame stays for three seconds, as in a recording of slides.
  const stand = "setpts='if(lt(N,5),N*0.1,N*0.1+3)/TB'";
  const slides = [
    '-vf',
    `${stand},settb=1/1000`,
    '-vsync',
    'passthrough',
    ...H264,
    '-crf',
    '1',
    at('slides.mkv'),
  ];
  await make(...numbered(10, 10), ...slides);
  await make(...picture(1), ...H264, at('plain.mp4'));
  await make('-i', at('plain.mp4'), '-c', 'copy', at('turned.mp4'));
  await turnClockwise(at('turned.mp4'));
  await make(...picture(1, '25', '320x240'), '-vf', 'setsar=4/3', ...H264, at('wide.mp4'));
  await make(...picture(1), '-frames:v', '1', at('still.png'));
  await make(...tone(1), at('sound.wav'));
});
afterAll(drop);

/** The frame numbers in JPEGs of one size, from their grey levels: one program reads them one after another. */
async function framesIn(jpegs: readonly Buffer[]): Promise<number[]> {
  count += 1;
  await writeFile(at(`look-${count}.mjpeg`), Buffer.concat(jpegs));
  const levels = at(`look-${count}.gray`);
  const grey = ['-vf', 'scale=1:1,format=gray', '-f', 'rawvideo', levels];
  await make('-f', 'mjpeg', '-i', at(`look-${count}.mjpeg`), '-fps_mode', 'passthrough', ...grey);
  return [...(await readFile(levels))].map(numberOfGrey);
}

async function framesAt(name: string, times: number[]): Promise<number[]> {
  const images = await frameImages(at(name), times, { ffmpeg });
  expect(images.map((image) => image.seconds)).toEqual(times);
  return framesIn(images.map(({ jpeg }) => jpeg));
}

async function sizeOf(jpeg: Buffer): Promise<[number | null, number | null]> {
  const file = at('size.jpg');
  await writeFile(file, jpeg);
  const stream = (await probe(file, { ffmpeg })).streams[0];
  return [stream?.width ?? null, stream?.height ?? null];
}

describe('frameImages', () => {
  it('gives the frame shown at each second', async () => {
    expect(await framesAt('numbered.mp4', [0, 0.05, 0.1, 1.29, 1.3, 2.55])).toEqual([0, 0, 1, 12, 13, 25]);
  });

  it('also in a transport stream, whose clock does not start at 0', async () => {
    expect(await framesAt('numbered.ts', [0.05, 1.25])).toEqual([0, 12]);
  });

  it('gives the last frame at the very end and beyond, the first one before the start', async () => {
    expect(await framesAt('numbered.mp4', [2.99, 3, 3.9, 500, -1])).toEqual([29, 29, 29, 29, 0]);
  });

  it('finds a frame that stays for long', async () => {
    expect(await framesAt('slides.mkv', [0.3, 2, 3.45])).toEqual([3, 4, 4]);
  });

  it('[SAFE-2] looks only once for the end of pictures that other streams outlast', async () => {
    await writeFile(at('lines.srt'), subtitles(10_000));
    await make(
      '-i',
      at('numbered.mp4'),
      '-i',
      at('lines.srt'),
      '-map',
      '0:v',
      '-map',
      '1',
      '-c:v',
      'copy',
      at('lines.mkv'),
    );
    await writeFile(at('counted'), `#!/bin/sh\necho >>'${at('runs')}'\nexec '${ffmpeg.path}' "$@"\n`, {
      mode: 0o700,
    });
    const times = Array.from({ length: 9 }, (_, index) => 10 * (index + 1));
    const images = await frameImages(at('lines.mkv'), times, { ffmpeg: { ...ffmpeg, path: at('counted') } });
    expect(await framesIn(images.map(({ jpeg }) => jpeg))).toEqual(times.map(() => 29));
    expect((await readFile(at('runs'), 'latin1')).length).toBeLessThan(16);
  });

  it('gives the same frames in one pass over the film when there are many', async () => {
    const times = Array.from({ length: 50 }, (_, index) => (49 - index) * 0.06 + 0.01);
    expect(isDense(times)).toBe(true);
    const numbers = await framesAt('numbered.mp4', times);
    expect(numbers).toEqual(times.map((time) => Math.min(29, Math.floor(time * 10 + 0.011))));
  });

  it('seeks if many are far apart', () => {
    expect(isDense(Array.from({ length: 50 }, (_, index) => index * 60))).toBe(false);
    expect(isDense([1, 2, 3])).toBe(false);
  });

  it('[SEG-6] is never wider than asked and never enlarges', async () => {
    const [small] = await frameImages(at('plain.mp4'), [0], { ffmpeg, maxWidth: 160 });
    expect(await sizeOf(small?.jpeg ?? Buffer.alloc(0))).toEqual([160, 90]);
    const [large] = await frameImages(at('plain.mp4'), [0], { ffmpeg, maxWidth: 4000 });
    expect(await sizeOf(large?.jpeg ?? Buffer.alloc(0))).toEqual([320, 180]);
  });

  it('returns upright pictures with the display aspect ratio', async () => {
    const [turned] = await frameImages(at('turned.mp4'), [0.5], { ffmpeg });
    expect(await sizeOf(turned?.jpeg ?? Buffer.alloc(0))).toEqual([180, 320]);
    const [wide] = await frameImages(at('wide.mp4'), [0.5], { ffmpeg });
    expect(await sizeOf(wide?.jpeg ?? Buffer.alloc(0))).toEqual([427, 240]);
  });

  it('reports that audio has no picture', async () => {
    await expect(frameImages(at('sound.wav'), [0], { ffmpeg })).rejects.toThrow(
      /^sound\.wav: it has no such stream/,
    );
  });
});

describe('thumbnailAt', () => {
  it('writes a JPEG and leaves nothing else', async () => {
    await thumbnailAt(at('still.png'), 5, { ffmpeg, maxWidth: 100 }, at('thumbnail.jpg'));
    const jpeg = await readFile(at('thumbnail.jpg'));
    expect(jpeg.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(await sizeOf(jpeg)).toEqual([100, 56]);
    expect((await readdir(dir)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('turns a camera picture according to its EXIF data', async () => {
    await make('-i', at('still.png'), at('plain.jpg'));
    await writeFile(at('camera.jpg'), withOrientation(await readFile(at('plain.jpg')), 6));
    await thumbnailAt(at('camera.jpg'), 0, { ffmpeg }, at('upright.jpg'));
    expect(await sizeOf(await readFile(at('upright.jpg')))).toEqual([180, 320]);
    expect((await probe(at('camera.jpg'), { ffmpeg })).streams[0]).toMatchObject({
      rotation: 90,
      width: 180,
      height: 320,
    });
  });
});

/** Where the quarters A (top left), B, C (bottom left), D of a stored picture are when upright: EXIF 2.32, 0x0112. */
const upright = [
  [1, 'ABCD'],
  [2, 'BADC'],
  [3, 'DCBA'],
  [4, 'CDAB'],
  [5, 'ACBD'],
  [6, 'CADB'],
  [7, 'DBCA'],
  [8, 'BDAC'],
] as const;

describe('the orientation of a camera picture', () => {
  beforeAll(async () => {
    const levels = "geq=lum='80*gte(X,W/2)+160*gte(Y,H/2)':cb=128:cr=128";
    await make(
      '-f',
      'lavfi',
      '-i',
      `color=black:s=64x32,format=yuvj420p,${levels}`,
      '-frames:v',
      '1',
      at('four.jpg'),
    );
  });

  it.each(upright)('%i is turned and mirrored upright', async (orientation, quarters) => {
    const file = at(`orientation-${orientation}.jpg`);
    await writeFile(file, withOrientation(await readFile(at('four.jpg')), orientation));
    await thumbnailAt(file, 0, { ffmpeg }, at('turned.jpg'));
    const turned = await readFile(at('turned.jpg'));
    expect(await sizeOf(turned)).toEqual(orientation > 4 ? [32, 64] : [64, 32]);
    for await (const { data } of decodeFrames(at('turned.jpg'), {
      ffmpeg,
      width: 2,
      height: 2,
      pixelFormat: 'gray',
    }))
      expect([...data].map((level) => 'ABCD'[Math.round(level / 80)]).join('')).toBe(quarters);
  });
});

/** Inserts an EXIF block with one tag after the start of a JPEG. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from(
    `ffe1002245786966000049492a0008000000010012010300010000000${orientation}00000000000000`,
    'hex',
  );
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}
