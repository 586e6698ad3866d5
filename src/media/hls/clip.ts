import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type HlsOptions, packageHls } from './hls.ts';
import { initNames, type PlaylistSegment, parsePlaylist } from './playlist.ts';

/** A span to encode again, in seconds of the whole stream. */
export interface Cut {
  readonly start: number;
  readonly end: number;
}

/** The parts of a clip in order: spans that are encoded, and segments of the whole stream that are used as they are. */
export type ClipPart = Cut | readonly PlaylistSegment[];

/** A segment that begins or ends this close to the window's edge needs no cut, in seconds. */
const EDGE = 0.02;

/** A clip up to this long is encoded in one piece, in seconds: a player then has no joints to pass. */
const ONE_PIECE = 10;

/**
 * Plans a clip that begins and ends exactly at its window: only the segments at its edges are encoded again, so that a
 * long clip takes no longer than a short one.
 * @param text playlist of the whole stream
 * @param start seconds of the whole stream; below 0 counts as 0
 * @param end seconds of the whole stream; beyond the end counts as the end
 * @throws RangeError if the window is empty or outside the stream
 */
export function planClip(text: string, start: number, end: number): ClipPart[] {
  const { segments, durationSeconds } = parsePlaylist(text);
  const from = Math.max(0, start);
  const to = Math.min(end, durationSeconds);
  if (!(to > from))
    throw new RangeError(`The window from ${start} to ${end} s is not inside ${durationSeconds} s.`);
  const inside = segments.filter(
    (entry) => entry.start >= from - EDGE && entry.start + entry.duration <= to + EDGE,
  );
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last || to - from <= ONE_PIECE) return [{ start: from, end: to }];
  const lastEnd = last.start + last.duration;
  return [
    ...(first.start - from > EDGE ? [{ start: from, end: first.start }] : []),
    inside,
    ...(to - lastEnd > EDGE ? [{ start: lastEnd, end: to }] : []),
  ];
}

export interface ClipOptions extends HlsOptions {
  /** Where the whole stream begins in the file, in seconds. */
  readonly offsetSeconds: number;
}

/**
 * Encodes the cuts of a clip. The files of cut n are in the folder `n`; the playlist calls them `n-NAME`.
 * @param file the file that the whole stream was made from
 * @param whole playlist of the whole stream
 * @param folder an empty folder
 * @returns the playlist of the clip
 * @throws MediaError
 */
export async function makeClip(
  file: string,
  folder: string,
  { whole, parts }: { whole: string; parts: readonly ClipPart[] },
  { offsetSeconds, ...options }: ClipOptions,
): Promise<string> {
  const pieces: string[][] = [];
  for (const [index, part] of parts.entries()) {
    if (!('start' in part)) {
      pieces.push(pieceOf(initNames(whole), part));
      continue;
    }
    const window = { startSeconds: offsetSeconds + part.start, endSeconds: offsetSeconds + part.end };
    const made = await packageHls(file, join(folder, String(index)), { ...options, ...window });
    const text = await readFile(made.playlist, 'utf8');
    pieces.push(pieceOf(initNames(text), parsePlaylist(text).segments, `${index}-`));
  }
  const seconds = pieces.flat().map((line) => Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? 0));
  return `${[
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...seconds))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...pieces.flatMap((lines, index) => (index > 0 ? ['#EXT-X-DISCONTINUITY', ...lines] : lines)),
    '#EXT-X-ENDLIST',
  ].join('\n')}\n`;
}

function pieceOf(inits: readonly string[], segments: readonly PlaylistSegment[], prefix = ''): string[] {
  return [
    ...inits.map((name) => `#EXT-X-MAP:URI="${prefix}${name}"`),
    ...segments.flatMap(({ duration, uri }) => [`#EXTINF:${duration.toFixed(6)},`, `${prefix}${uri}`]),
  ];
}
