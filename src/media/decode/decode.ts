/**
 * Decodes a part of a file as raw frames or sound. A path and a span in seconds come in; pictures or samples go out
 * one at a time, on the one clock of vau (media/clock).
 */

import { basename } from 'node:path';
import { openWindow, type Span } from '../clock/window.ts';
import { MediaError } from '../errors.ts';
import { frameSync, globalArgs } from '../ffmpeg/input.ts';
import { blocks, stream } from '../ffmpeg/stream.ts';
import type { Ffmpeg } from '../types.ts';
import { monoOf } from './mono.ts';

/** A part of the file to decode, in seconds. */
interface Window extends Span {
  ffmpeg: Ffmpeg;
  signal?: AbortSignal | undefined;
}

export interface DecodeFramesOptions extends Window {
  /** Frames per second, evenly spaced; if left out, every frame is returned. */
  fps?: number | undefined;
  /** Pixels of each frame. The picture is stretched to fill them. */
  width: number;
  height: number;
  /** Default rgb24. */
  pixelFormat?: 'rgb24' | 'gray' | 'rgba' | undefined;
  /** Decode only key frames: a hundred times faster, for a coarse analysis. */
  keyFramesOnly?: boolean | undefined;
}

/** One raw frame. */
export interface RawFrame {
  /** Index in the sequence, from 0. */
  index: number;
  /** Seconds from the start of the file; null if frames are not evenly spaced. */
  seconds: number | null;
  /** Pixels, row by row, without padding. */
  data: Buffer;
}

const BYTES_PER_PIXEL = { rgb24: 3, gray: 1, rgba: 4 } as const;

/**
 * Decodes the main video stream into raw, upright frames.
 * @throws MediaError if the file has no picture or cannot be decoded
 */
export async function* decodeFrames(file: string, options: DecodeFramesOptions): AsyncGenerator<RawFrame> {
  const { width, height, fps, ffmpeg } = options;
  const format = options.pixelFormat ?? 'rgb24';
  const size = width * height * BYTES_PER_PIXEL[format];
  const before = options.keyFramesOnly ? ['-skip_frame', 'nokey'] : [];
  const { input, frames, framesEnd } = await openWindow(file, options, { ...options, before });
  const steps = fps ? evenly(fps) : 'trim=start=0';
  const args = [...globalArgs(), ...input, '-map', '0:V:0', '-an', '-sn', '-dn'];
  args.push('-vf', `${frames}${steps}${framesEnd},scale=${width}:${height},format=${format}`);
  args.push(...frameSync(ffmpeg, 'passthrough'), '-f', 'rawvideo', 'pipe:1');
  let index = 0;
  for await (const data of blocks(stream(ffmpeg.path, args, { file, signal: options.signal }), size)) {
    const seconds = fps ? (options.startSeconds ?? 0) + index / fps : null;
    if (seconds !== null && !isBefore(seconds, options.endSeconds)) return;
    yield { index, seconds, data };
    index += 1;
  }
}

export interface DecodeSoundOptions extends Window {
  /** Samples per second. Default 16000, which speech recognisers expect. */
  sampleRate?: number | undefined;
  /** The probed index of the audio stream; default: the first. */
  streamIndex?: number | undefined;
  /** Its probed number of channels. If there are several, those that would cancel in their mean are heard too. */
  channels?: number | null | undefined;
}

/** The map of ffmpeg for an audio stream. @param index its probed index; default: the first audio stream */
export function audioMap(index: number | undefined): string {
  return index === undefined ? '0:a:0' : `0:${index}`;
}

/**
 * The filter that gives each sample its own time. Without it, sound that starts after the picture begins at 0, and what
 * follows a gap comes too early: both would put words at the wrong second.
 */
export const IN_TIME = 'aresample=async=1:first_pts=0';

/** Channels to decode so that mono can be made of them: two of several. */
export const decodedChannels = (channels: number | null | undefined): 1 | 2 => ((channels ?? 1) > 1 ? 2 : 1);

/**
 * Decodes an audio stream into 16-bit little-endian mono samples. Pieces have any size that is a whole number of
 * samples. Where there is no sound, they are silent.
 * @throws MediaError if the file has no audio or cannot be decoded
 */
export async function* decodeSound(file: string, options: DecodeSoundOptions): AsyncGenerator<Buffer> {
  const channels = decodedChannels(options.channels);
  const { input, sound, soundEnd } = await openWindow(file, options, options);
  const args = [...globalArgs(), ...input, '-map', audioMap(options.streamIndex), '-vn', '-sn', '-dn'];
  args.push('-af', `${sound}${IN_TIME}${soundEnd}`, '-ac', String(channels));
  args.push('-ar', String(options.sampleRate ?? 16_000), '-f', 's16le', 'pipe:1');
  const pieces = wholeFrames(
    stream(options.ffmpeg.path, args, { file, signal: options.signal }),
    2 * channels,
  );
  yield* channels === 1 ? pieces : monoOf(pieces);
}

/**
 * Checks that an audio stream gives a sample at all: one whose index leads elsewhere opens, and is empty.
 * @throws MediaError if it does not
 */
export async function checkSound(file: string, options: DecodeSoundOptions): Promise<void> {
  for await (const piece of decodeSound(file, options)) if (piece.length > 0) return;
  throw new MediaError('unreadable', `${basename(file)}: it has no sound that can be decoded`);
}

/** The same bytes in pieces whose sizes are multiples of a frame's. */
async function* wholeFrames(pieces: AsyncIterable<Buffer>, frame: number): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    const whole = bytes.length - (bytes.length % frame);
    rest = bytes.subarray(whole);
    if (whole > 0) yield bytes.subarray(0, whole);
  }
}

/** The filter that spaces frames evenly. round=up: each step gives the frame shown at its time, not the nearest. */
export function evenly(fps: number): string {
  return `fps=fps=${fps}:round=up:start_time=0`;
}

/** Whether a frame is inside a window: the frame still shown at its end may be returned once more, with that time. */
export function isBefore(seconds: number, end: number | undefined): boolean {
  return end === undefined || seconds < end - 1e-6;
}

/** Containers round: a film may continue this many seconds past its stated end. Later frames are not read. */
const END_SLACK = 1;

/** Where reading a whole film ends, in seconds: a little after its stated end, whatever its timestamps say. */
export function pastEnd(duration: number): number {
  return duration + END_SLACK;
}
