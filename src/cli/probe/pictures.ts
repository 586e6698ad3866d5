/** Writes pictures of a file: one frame, or a contact sheet. */
import { writeFile } from 'node:fs/promises';
import { type Ffmpeg, frameImages, type MediaProbe, rawImages, thumbnailAt } from '../../media/index.ts';
import { writeWhole } from '../../media/write-whole.ts';
import { LocalError } from '../errors/errors.ts';
import { canvas, place, TEXT_HEIGHT, write } from './canvas.ts';
import { clock, mainStream } from './describe.ts';
import { pngOf } from './png.ts';

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
