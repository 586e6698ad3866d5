/**
 * Packages a file as a stream: copies where the copy shows what the file shows, encodes otherwise (hls-plan.ts), and
 * compares what was made with the plan before it is used (made.ts).
 */

import { mkdir, open, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readTimes, type Times, type TrackTimes } from '../clock/times.ts';
import { openWindow } from '../clock/window.ts';
import { MediaError } from '../errors.ts';
import { globalArgs } from '../ffmpeg/input.ts';
import { diskFull } from '../ffmpeg/reason.ts';
import { progressReader, run } from '../ffmpeg/run.ts';
import { patienceFor } from '../probe/bounds.ts';
import { type ProbeOptions, probe } from '../probe/probe.ts';
import { mainAudio, mainVideo } from '../probe/shape.ts';
import { watchSize } from '../sniff/stream-size.ts';
import type { MediaProbe } from '../types.ts';
import {
  hlsArgs,
  mayCopy,
  mostBytes,
  PLAYLIST_NAME,
  type Plan,
  planOf,
  segmentName,
  streamArgs,
} from './hls-plan.ts';
import { type Made, type MadeTrack, readMade, retimed } from './made.ts';
import { initNames, parsePlaylist } from './playlist.ts';

/** With fewer free bytes, a disk counts as full. */
const FULL_BYTES = 64 * 1024 * 1024;

/**
 * Checks that a stream was written whole. ffmpeg's writer of streams ends with success, and without a word, when the disk
 * is full: parts are then cut off or empty.
 * @param text its playlist
 * @param name of the media file, for messages
 * @throws MediaError `disk-full`, or `disturbed` where there is room by now
 */
async function checkWhole(folder: string, text: string, name: string): Promise<void> {
  const { segments, ended } = parsePlaylist(text);
  const parts = [...initNames(text), ...segments.map(({ uri }) => uri)];
  const cut = ended ? await firstCut(folder, parts) : 'its playlist';
  if (cut === undefined) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < FULL_BYTES) throw diskFull(name);
  throw new MediaError(
    'disturbed',
    `${name}: ${cut} was not written whole, as happens on a full disk; nothing is known to be wrong with the file`,
  );
}

async function firstCut(folder: string, parts: readonly string[]): Promise<string | undefined> {
  for (const part of parts) if (!(await isWhole(join(folder, part)))) return part;
  return undefined;
}

/** Longest beginning of a box (ISO 14496-12, 4.2): its size, its name, and the size again if that has 64 bits. */
const HEAD_BYTES = 16;

/** Whether a file consists of whole boxes, and at least one. */
async function isWhole(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!handle) return false;
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(HEAD_BYTES);
    let at = 0;
    while (at < size) {
      const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, at);
      const short = bytesRead < 8 ? 0 : head.readUInt32BE(0);
      const length = short === 1 && bytesRead === HEAD_BYTES ? Number(head.readBigUInt64BE(8)) : short;
      if (length < 8) return false;
      at += length;
    }
    return size > 0 && at === size;
  } finally {
    await handle.close();
  }
}

/** The stream to make. */
interface Wish {
  readonly plan: Plan;
  /** What the file's packets say; undefined if they were not read. */
  readonly times: Times | undefined;
  /** Its length. */
  readonly seconds: number;
}

/** What is copied keeps its times but for rounding; what is encoded has a frame, or a packet of sound, more or less. */
const COPIED_SECONDS = 0.02;
const ENCODED_SECONDS = 0.15;
/** How far a copied stream may end from the end of the file. */
const END_SECONDS = 0.6;

/**
 * Compares a stream with what it should be: its length, and the first and last time of picture and sound.
 * @returns a clause on what differs; undefined if nothing does
 */
function difference(made: Made, { plan, times, seconds }: Wish): string | undefined {
  const of = (kind: MadeTrack['kind']) => made.tracks.find((track) => track.kind === kind);
  const copies = plan.copyVideo || plan.copyAudio;
  const length = made.edges.at(-1) ?? 0;
  if (Math.abs(length - seconds) > (copies ? END_SECONDS : ENCODED_SECONDS))
    return `it lasts ${length.toFixed(2)} of ${seconds.toFixed(2)} s`;
  return (
    (plan.video &&
      trackDifference('picture', of('video'), plan.copyVideo ? times?.video : undefined, seconds)) ??
    (plan.audio && trackDifference('sound', of('audio'), plan.copyAudio ? times?.audio : undefined, seconds))
  );
}

/** @param copied times of what was copied; undefined if it was encoded */
function trackDifference(
  name: string,
  made: MadeTrack | undefined,
  copied: TrackTimes | undefined,
  seconds: number,
): string | undefined {
  if (!made) return `it has no ${name}`;
  const slack = copied ? COPIED_SECONDS : ENCODED_SECONDS;
  const first = Math.max(0, copied?.first ?? 0);
  if (Math.abs(made.first - first) > slack)
    return `its ${name} begins at ${made.first.toFixed(2)} instead of ${first.toFixed(2)} s`;
  if (copied && Math.abs(made.last - copied.last) > slack)
    return `its ${name} ends at ${made.last.toFixed(2)} instead of ${copied.last.toFixed(2)} s`;
  if (!copied && made.end < seconds - slack)
    return `its ${name} ends at ${made.end.toFixed(2)} of ${seconds.toFixed(2)} s`;
  return undefined;
}

export interface HlsOptions extends ProbeOptions {
  /** Segment length in seconds, where key frames allow it; default 2. */
  segmentSeconds?: number | undefined;
  /** Window to package, in seconds of the file. A window is re-encoded, so its edges are exact. */
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
  /** Called with the share that is done, 0 to 1. */
  onProgress?: ((done: number) => void) | undefined;
  /** The result of `probe`, if the caller has it. */
  probed?: MediaProbe | undefined;
  /** Maximum size of the stream in bytes. Default: the most that its content can honestly need. */
  maxBytes?: number | undefined;
}

export interface HlsPackage {
  /** Absolute path of the playlist; its segments are beside it. */
  playlist: string;
  durationSeconds: number;
  segments: number;
  /** Whether a stream was re-encoded. */
  reencoded: boolean;
}

/** Timeout in seconds, whatever duration the media claims. */
const LONGEST_RUN_SECONDS = 24 * 3600;

/**
 * Packages a video or audio file as an HLS stream of fragmented MP4: second N of the stream is second N of the file, or
 * of the window. Streams that browsers play are copied if the copy shows what the file shows; the others are re-encoded.
 * What was made is compared with what was planned: a copy that differs is re-encoded. Titles, locations and other tags are
 * removed. The folder is written atomically, and replaces an existing one.
 * @param outDir folder for playlist and segments
 * @throws MediaError, also if what was made differs from the file
 */
export async function packageHls(file: string, outDir: string, options: HlsOptions): Promise<HlsPackage> {
  const probed = options.probed ?? (await probe(file, options));
  if (probed.media_type === 'image') {
    throw new MediaError('unsupported', `${basename(file)}: a still image cannot be turned into a stream`);
  }
  const { times, seconds } = await intended(file, probed, options);
  if (!(seconds > 0)) throw nothingIn(file);
  const plan = planOf(probed, times, seconds);
  const made = await makeInto(file, outDir, { plan, times, seconds }, probed, options);
  if (!made.differs) return made.result;
  const encoded = { ...plan, copyVideo: false, copyAudio: false };
  const again = isCopy(plan)
    ? await makeInto(file, outDir, { plan: encoded, times, seconds }, probed, options)
    : made;
  if (!again.differs) return again.result;
  throw new MediaError(
    'unsupported',
    `${basename(file)}: its stream would not show what the file shows: ${again.differs}`,
  );
}

function isCopy({ copyVideo, copyAudio }: Plan): boolean {
  return copyVideo || copyAudio;
}

function nothingIn(file: string): MediaError {
  return new MediaError('unreadable', `${basename(file)}: it contains nothing that can be streamed`);
}

/** The length of the stream in seconds, and what the packets say if a copy may do. */
async function intended(file: string, probed: MediaProbe, options: HlsOptions) {
  const { startSeconds, endSeconds, ffmpeg, signal } = options;
  const whole = startSeconds === undefined && endSeconds === undefined;
  const { duration_seconds: duration, size } = probed;
  const streams = { video: mainVideo(probed)?.index, audio: mainAudio(probed)?.index };
  const timeoutSeconds = options.timeoutSeconds ?? patienceFor(size);
  const read = whole && (mayCopy(probed) || duration === null);
  const times = read ? await readTimes(file, { ffmpeg, signal, timeoutSeconds, ...streams }) : undefined;
  const end = duration ?? Math.max(times?.video?.end ?? 0, times?.audio?.end ?? 0);
  return {
    times,
    seconds: Math.min(endSeconds ?? end, end || (endSeconds ?? 0)) - Math.max(0, startSeconds ?? 0),
  };
}

async function makeInto(
  file: string,
  outDir: string,
  wish: Wish,
  probed: MediaProbe,
  options: HlsOptions,
): Promise<{ result: HlsPackage; differs: string | undefined }> {
  const target = resolve(outDir);
  const part = `${target}.${crypto.randomUUID()}.part`;
  await mkdir(dirname(target), { recursive: true });
  await mkdir(part);
  try {
    await writeStream(file, part, wish, probed, options);
    const text = await readFile(join(part, PLAYLIST_NAME), 'utf8');
    await checkWhole(part, text, basename(file));
    const made = await readMade(part, text);
    const differs = difference(made, wish);
    const playlist = retimed(text, made.edges);
    const { segments, durationSeconds } = parsePlaylist(playlist);
    if (segments.length === 0) throw nothingIn(file);
    if (!differs) {
      await writeFile(join(part, PLAYLIST_NAME), playlist);
      await rm(target, { recursive: true, force: true });
      await rename(part, target);
    }
    const { plan } = wish;
    const reencoded = (plan.video && !plan.copyVideo) || (plan.audio && !plan.copyAudio) || false;
    const result = {
      playlist: join(target, PLAYLIST_NAME),
      durationSeconds,
      segments: segments.length,
      reencoded,
    };
    return { result, differs };
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

async function writeStream(
  file: string,
  folder: string,
  wish: Wish,
  probed: MediaProbe,
  options: HlsOptions,
) {
  const { plan, seconds: total } = wish;
  const segmentSeconds = options.segmentSeconds ?? 2;
  const args = [...globalArgs(), '-nostats', '-progress', 'pipe:1'];
  const start = Math.max(0, options.startSeconds ?? 0);
  const window = { startSeconds: start, endSeconds: start + total };
  const { input, ...before } = await openWindow(resolve(file), window, options);
  args.push(
    ...input,
    ...streamArgs(plan, segmentSeconds, before),
    ...endOf(wish),
    ...hlsArgs(segmentSeconds, options.ffmpeg),
  );
  const tooLarge = new AbortController();
  const most = options.maxBytes ?? mostBytes(plan, probed, total);
  const watch = watchSize(folder, segmentName, most, () => tooLarge.abort());
  try {
    await run(options.ffmpeg.path, args, {
      file,
      cwd: folder,
      // It writes the same files again.
      again: true,
      signal: AbortSignal.any([tooLarge.signal, ...(options.signal ? [options.signal] : [])]),
      // Encoding runs at about real time on a small machine; ten times that means the file is stuck.
      timeoutSeconds: Math.min(LONGEST_RUN_SECONDS, Math.max(600, 10 * total)),
      onOutput: progressReader((seconds) => {
        watch.look();
        options.onProgress?.(Math.min(1, seconds / total));
      }),
    });
  } catch (error) {
    if (!tooLarge.signal.aborted) throw error;
  } finally {
    await watch.stop();
  }
  if (tooLarge.signal.aborted)
    throw new MediaError('size-limit', `${basename(file)}: its stream would be larger than ${most} bytes`);
}

/** Encoded streams go on for ever: they end with what is copied, or where the stream is to end. */
function endOf({ plan, times, seconds }: Wish): string[] {
  const copied = [plan.copyVideo && times?.video?.end, plan.copyAudio && times?.audio?.end];
  const ends = copied.flatMap((end) => (typeof end === 'number' ? [end] : []));
  const encodes = ends.length < [plan.video, plan.audio].filter(Boolean).length;
  return encodes ? ['-t', Math.max(seconds, ...ends).toFixed(6)] : [];
}
