/** Writes pictures of a file: one frame, or a contact sheet. */
import { writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { writeWhole } from '../../media/files.ts';
import { type Ffmpeg, frameImages, type MediaProbe, rawImages, thumbnailAt } from '../../media/index.ts';
import { LocalError } from '../errors/errors.ts';
import { clock, mainStream } from './describe.ts';

// A picture to draw smaller pictures and times on.

interface Canvas {
  readonly width: number;
  readonly height: number;
  /** rgb24, row by row, without padding. */
  readonly pixels: Buffer;
}

/** A grey background. @param shade 0 to 255 */
const canvas = (width: number, height: number, shade: number): Canvas => ({
  width,
  height,
  pixels: Buffer.alloc(width * height * 3, shade),
});

/** Copies an rgb24 picture to a position; it must fit. */
function place(on: Canvas, picture: Buffer, width: number, left: number, top: number): void {
  const row = width * 3;
  for (let y = 0; y * row < picture.length; y += 1)
    picture.copy(on.pixels, ((top + y) * on.width + left) * 3, y * row, (y + 1) * row);
}

/** Digits of five by seven dots: not every build of ffmpeg can draw text. */
const glyphs: Readonly<Record<string, string>> = {
  '0': '01110 10001 10011 10101 11001 10001 01110',
  '1': '00100 01100 00100 00100 00100 00100 01110',
  '2': '01110 10001 00001 00110 01000 10000 11111',
  '3': '11111 00010 00100 00010 00001 10001 01110',
  '4': '00010 00110 01010 10010 11111 00010 00010',
  '5': '11111 10000 11110 00001 00001 10001 01110',
  '6': '00110 01000 10000 11110 10001 10001 01110',
  '7': '11111 00001 00010 00100 01000 01000 01000',
  '8': '01110 10001 10001 01110 10001 10001 01110',
  '9': '01110 10001 10001 01111 00001 00010 01100',
  ':': '00000 00100 00100 00000 00100 00100 00000',
  '.': '00000 00000 00000 00000 00000 01100 01100',
};

/** Pixels of one dot. */
const DOT = 2;
/** Height of a written line in pixels. */
const TEXT_HEIGHT = 7 * DOT;

/** Draws a time in white; skips characters other than digits, colons and points. */
function write(on: Canvas, text: string, left: number, top: number): void {
  for (const [index, character] of [...text].entries())
    for (const [y, line] of (glyphs[character] ?? '').split(' ').entries())
      for (const [x, dot] of [...line].entries())
        if (dot === '1') square(on, left + (index * 6 + x) * DOT, top + y * DOT);
}

function square(on: Canvas, left: number, top: number): void {
  for (let y = top; y < top + DOT; y += 1) {
    if (y >= on.height) return;
    const at = (y * on.width + left) * 3;
    if (left + DOT <= on.width) on.pixels.fill(235, at, at + DOT * 3);
  }
}

// PNG files from raw pixels.

/**
 * Raw rgb24 pixels as a PNG file (PNG specification, 2nd edition: 8 bits, truecolour, no interlacing).
 * @param pixels row by row, three bytes each, without padding
 */
export function pngOf(pixels: Buffer, width: number, height: number): Buffer {
  const row = width * 3;
  const lines = Buffer.alloc((row + 1) * height);
  // Each line starts with its filter: 2 subtracts the line above, which compresses much better than none.
  for (let y = 0; y < height; y += 1) {
    const at = y * (row + 1);
    lines[at] = 2;
    for (let x = 0; x < row; x += 1) {
      const above = y > 0 ? (pixels[(y - 1) * row + x] ?? 0) : 0;
      lines[at + 1 + x] = ((pixels[y * row + x] ?? 0) - above) & 255;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** The probed file, and the ffmpeg to use. */
export interface Subject {
  readonly probe: MediaProbe & { file: string };
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
}

/** Maximum width of a thumbnail in pixels. */
const THUMBNAIL_WIDTH = 1280;

/**
 * Writes one frame as JPEG, upright, at most 1280 pixels wide. @param at time of the frame in seconds;
 * default: a tenth of the duration, at most 10 s @throws LocalError when the file has no picture
 */
export async function writeThumbnail(subject: Subject, out: string, at: number | undefined): Promise<void> {
  const { probe, ffmpeg, signal } = subject;
  needPicture(probe);
  const { duration_seconds: duration } = probe;
  const second = at ?? Math.min((duration ?? 0) / 10, 10);
  await thumbnailAt(probe.file, second, { ffmpeg, duration, maxWidth: THUMBNAIL_WIDTH, signal }, out);
}

const COLUMNS = 4;
const FRAMES = 16;
const GAP = 8;
/** Longer side of one frame in pixels. */
const LONG_SIDE = 300;

/**
 * Writes sixteen evenly spaced frames, each with its time below, as one PNG. @throws LocalError for audio and
 * for single pictures
 */
export async function writeContactSheet({ probe, ffmpeg, signal }: Subject, out: string): Promise<void> {
  const { width, height } = frameSize(probe);
  const { duration_seconds: duration } = probe;
  if (duration === null)
    throw new LocalError(`${probe.file} is a single picture: a contact sheet needs a video`);
  const times = Array.from({ length: FRAMES }, (_, index) => ((index + 0.5) * duration) / FRAMES);
  const images = await frameImages(probe.file, times, { ffmpeg, duration, maxWidth: width, signal });
  const frames = await rawImages(
    images.map(({ jpeg }) => jpeg),
    { width, height, ffmpeg, signal },
  );
  const sheet = blank(width, height);
  for (const [index, frame] of frames.entries()) {
    const left = GAP + (index % COLUMNS) * (width + GAP);
    const top = GAP + Math.floor(index / COLUMNS) * (height + TEXT_HEIGHT + 2 * GAP);
    place(sheet, frame, width, left, top);
    write(sheet, clock(times[index] ?? 0, true).slice(0, -2), left, top + height + GAP / 2);
  }
  await writeWhole(out, (part) => writeFile(part, pngOf(sheet.pixels, sheet.width, sheet.height)));
}

function blank(width: number, height: number) {
  const rows = FRAMES / COLUMNS;
  return canvas(GAP + COLUMNS * (width + GAP), GAP + rows * (height + TEXT_HEIGHT + 2 * GAP), 24);
}

/** The size of one frame on the sheet, with the displayed aspect ratio. */
function frameSize(probe: MediaProbe): { width: number; height: number } {
  const { width, height } = needPicture(probe);
  const scale = LONG_SIDE / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function needPicture(probe: MediaProbe & { file?: string }): { width: number; height: number } {
  const { width, height } = mainStream(probe, 'video') ?? {};
  if (width && height) return { width, height };
  throw new LocalError(`${probe.file} has no picture`);
}
