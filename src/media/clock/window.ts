/**
 * Opens a part of a file by time, so that its first frame or sample is that of the asked second. Options of ffmpeg
 * go out.
 */

import { inputArgs } from '../ffmpeg/input.ts';
import { orientationFilter } from '../sniff/orientation.ts';
import { type SniffedFile, sniffFile } from '../sniff/sniff.ts';
import { whiteFilter } from '../sniff/transparency.ts';
import { FINE_TICKS } from './rate.ts';
import { allStreams, beginningOf, isSequential, type SeekOptions, seekPoint } from './seek.ts';

/** A part of a file, in seconds. */
export interface Span {
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
}

/** A file that is read from a second on, and the filters with which that second becomes 0. */
export interface OpenedWindow {
  /** Options of the input, and of an output that is empty. */
  input: string[];
  /**
   * Filters for frames, each followed by a comma. The frames before the window, back to a key frame, pass with times
   * below 0: one of them stands at its start. A filter that follows chooses it (`fps` with `start_time=0`).
   */
  frames: string;
  /** The same for sound, of which nothing outside the window passes: what fills its gaps would fill hours. */
  sound: string;
  /** Filters that end frames and sound with the window, each after a comma; empty if it has no end. */
  framesEnd: string;
  soundEnd: string;
}

/**
 * Opens a file for a window by its clock: frames and sound keep their time however long nothing is shown before them,
 * and the window ends by time, not by a length counted from what comes first.
 * @throws MediaError if the file cannot be read
 */
export async function openWindow(
  file: string,
  { startSeconds, endSeconds }: Span,
  options: SeekOptions & { before?: readonly string[] | undefined },
): Promise<OpenedWindow> {
  const sniffed = await sniffFile(file);
  const start = Math.max(0, startSeconds ?? 0);
  const from = start > 0 ? await seekFrom(file, sniffed, start, options) : 0;
  const seek = from > 0 ? ['-noaccurate_seek', '-ss', from.toFixed(6)] : [];
  const lead = (start - from).toFixed(6);
  const length = endSeconds === undefined ? undefined : Math.max(0, endSeconds - start).toFixed(6);
  const still = sniffed.picture && !sniffed.animated;
  const placed = sniffed.standIn ? [sniffed.standIn.placed] : [];
  const whole = still
    ? [...placed, ...(await orientationFilter(file)), ...(await whiteFilter(file)), ''].join(',')
    : '';
  const before = [...seek, ...(still ? ['-noautorotate'] : []), ...(options.before ?? [])];
  return {
    input: [...inputArgs(file, sniffed, before), ...allStreams(sniffed)],
    frames: `${whole}${FINE_TICKS}${start > from ? `setpts=PTS-${lead}/TB,` : ''}`,
    sound: `${start > from ? `asetpts=PTS-${lead}/TB,` : ''}atrim=start=0${length ? `:end=${length}` : ''},`,
    framesEnd: length === undefined ? '' : `,trim=end=${length}`,
    soundEnd: length === undefined ? '' : `,atrim=end=${length}`,
  };
}

/**
 * Containers that store no time of a frame: after a seek it is guessed, and up to two frames wrong. Near the beginning, in
 * seconds, they are read from there.
 */
const GUESSED = ['avi', 'ogg'];
const NEAR_SECONDS = 120;

/** A packet of MP3 needs what earlier ones left over: without them the first ones after a seek are silent, in seconds. */
const LEFT_OVER = 0.5;

/** The second to seek to, so that the frame at `start` can be decoded. */
async function seekFrom(
  file: string,
  sniffed: SniffedFile,
  start: number,
  options: SeekOptions,
): Promise<number> {
  if (isSequential(sniffed)) return seekPoint(file, sniffed, start, options);
  if (sniffed.demuxer === 'mp3') return Math.max(0, start - LEFT_OVER);
  if (GUESSED.includes(sniffed.demuxer) && start <= NEAR_SECONDS) return 0;
  const { both, tick } = await beginningOf(file, sniffed, options);
  // A seek goes to the first packet of one stream, and loses what the other has before it.
  if (start < both) return 0;
  // ffmpeg counts what follows in whole ticks from there, and a tick of AVI or Ogg is a frame.
  return tick > 0 ? Math.floor(start / tick) * tick : start;
}
