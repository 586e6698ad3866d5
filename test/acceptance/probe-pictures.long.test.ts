/** Pictures of vau probe, with the real binary. */
import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { H264, make, tempFolder, tone } from '../media/support.ts';
import { emptyHome, type Home, type Run, vau } from '../support/vau.ts';

const { dir, at, drop } = await tempFolder();
let home: Home;

beforeAll(async () => {
  home = await emptyHome();
  // Eight seconds of red, then eight of blue.
  const colour = (name: string) => ['-f', 'lavfi', '-i', `color=${name}:size=320x180:rate=10:duration=8`];
  const join = ['-filter_complex', '[0:v][1:v]concat=n=2:v=1'];
  await make(...colour('red'), ...colour('blue'), ...join, ...H264, at('film.mp4'));
  await make(...tone(1), at('tone.wav'));
});
afterAll(async () => {
  await drop();
  await home.remove();
});

const probe = (...args: string[]): Promise<Run> => vau(['probe', ...args], { env: home.env, cwd: dir });

/** Size and pixels of a PNG in which every line uses the filter "up". */
function readPng(bytes: Buffer) {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const start = bytes.indexOf('IDAT') + 4;
  const lines = inflateSync(bytes.subarray(start, start + bytes.readUInt32BE(start - 8)));
  const row = width * 3;
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < row; x += 1)
      pixels[y * row + x] =
        ((lines[y * (row + 1) + 1 + x] ?? 0) + (y > 0 ? (pixels[(y - 1) * row + x] ?? 0) : 0)) & 255;
  const colour = (x: number, y: number) => [...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
  return { width, height, colour };
}

const isRed = ([red = 0, green = 0, blue = 0]: number[]) => red > 180 && green < 60 && blue < 60;
const isBlue = ([red = 0, green = 0, blue = 0]: number[]) => blue > 180 && green < 60 && red < 60;

describe('--contact-sheet', () => {
  it('is one PNG of sixteen frames in order, each with its time below', async () => {
    const ended = await probe('film.mp4', '--contact-sheet', 'sheet.png', '-o', 'json');
    expect([ended.status, ended.stderr]).toEqual([0, 'Wrote sheet.png\n']);
    expect(JSON.parse(ended.stdout)).toMatchObject([{ file: 'film.mp4', duration_seconds: 16 }]);
    const { width, height, colour } = readPng(await readFile(at('sheet.png')));
    const [cellWidth, cellHeight] = [(width - 8) / 4, (height - 8) / 4];
    const middles = Array.from({ length: 16 }, (_, index) =>
      colour(
        Math.round(8 + ((index % 4) + 0.4) * cellWidth),
        Math.round(8 + (Math.floor(index / 4) + 0.4) * cellHeight),
      ),
    );
    expect(middles.map((one) => (isRed(one) ? 'red' : isBlue(one) ? 'blue' : one))).toEqual([
      ...Array(8).fill('red'),
      ...Array(8).fill('blue'),
    ]);
    const below = Math.round(8 + cellHeight - 15);
    const written = Array.from({ length: 100 }, (_, x) => colour(8 + x, below)).filter(
      ([red = 0]) => red > 200,
    );
    expect(written.length).toBeGreaterThan(5);
    // Another PNG reader accepts the file.
    const [sheet] = JSON.parse((await probe('sheet.png', '-o', 'json')).stdout);
    expect(sheet).toMatchObject({ media_type: 'image', container: 'png', streams: [{ width, height }] });
  });
});

describe('--thumbnail', () => {
  it.each([
    ['a tenth into the film', [], isRed],
    ['the second asked for', ['--at', '12'], isBlue],
  ])('is a JPEG of %s', async (_, more, expected) => {
    const ended = await probe('film.mp4', '--thumbnail', 'one.jpg', ...more);
    expect([ended.status, ended.stderr]).toEqual([0, 'Wrote one.jpg\n']);
    await make('-i', at('one.jpg'), '-pix_fmt', 'rgb24', '-f', 'rawvideo', at('one.raw'));
    const raw = await readFile(at('one.raw'));
    expect(raw.length).toBe(320 * 180 * 3);
    expect(expected([...raw.subarray(0, 3)])).toBe(true);
  });
});

describe('impossible pictures', () => {
  it.each([
    ['of sound', 1, ['tone.wav', '--contact-sheet', 'x.png'], 'tone.wav has no picture'],
    ['of a single picture', 1, ['one.jpg', '--contact-sheet', 'x.png'], 'single picture'],
    ['of several files', 2, ['film.mp4', 'tone.wav', '--thumbnail', 'x.jpg'], 'one file; name only one'],
    ['of another kind', 2, ['film.mp4', '--thumbnail', 'x.png'], '.jpg'],
    ['at a time without a thumbnail', 2, ['film.mp4', '--at', '3'], '--thumbnail'],
  ])('%s: exit %i', async (_, status, line, words) => {
    const ended = await probe(...line);
    expect(ended).toMatchObject({ status, stdout: '' });
    expect(ended.stderr).toContain(words);
  });
});
