/**
 * Probes a media file: its path comes in; streams, duration, sizes and times go out, from ffprobe or from the banner
 * of ffmpeg, with the index of the file as a second witness. What a header claims is bounded by what is really
 * there.
 */

import { basename, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { entryPath } from '../entry-path.ts';
import { MediaError } from '../errors.ts';
import { isComplete } from '../ffmpeg/program/rank.ts';
import { afterWork } from '../ffmpeg/work.ts';
import { containerName } from '../sniff/container.ts';
import { pictureRotation } from '../sniff/orientation.ts';
import { type Sniffed, type SniffedFile, sniffFile } from '../sniff/sniff.ts';
import type { Ffmpeg, MediaProbe, MediaStream } from '../types.ts';
import { readBanner } from './banner.ts';
import { isCounted, patienceFor, trueDuration } from './bounds.ts';
import { readFfprobe } from './ffprobe.ts';
import type { Raw } from './raw.ts';
import { isPlayed, mainAudio, mainVideo, mediaType, round, turned } from './shape.ts';

/** Milliseconds of processor time: a damaged file must not delay a probe that ffmpeg has already answered. */
const PATIENCE_MS = 3000;
/** A table of a few bytes can claim a list of gigabytes. The index of a two-day film needs less than this. */
const HEAP_MB = 128;

/** The same for starting. */
const START_MS = 30_000;

let current: Promise<Worker> | undefined;
let queue: Promise<unknown> = Promise.resolve();

/**
 * The duration of a file in seconds according to its own index. The index is read on a reused thread; if a file hangs
 * it for some seconds or uses too much memory, the thread is discarded.
 * @returns null if the file has no such index or it cannot be read
 */
export function durationInIndex(file: string): Promise<number | null> {
  const turn = queue.then(() => ask(file));
  queue = turn;
  return turn;
}

async function ask(file: string): Promise<number | null> {
  current ??= startThread();
  const thread = await current;
  thread.ref();
  const answer = nextMessage(thread, PATIENCE_MS);
  thread.postMessage(file);
  const seconds = await answer;
  // An idle thread does not keep the process alive.
  thread.unref();
  if (seconds !== undefined) return seconds;
  current = undefined;
  await thread.terminate();
  return null;
}

/** Starts a thread that reports ready. If it cannot be started, it gives no answer. */
async function startThread(): Promise<Worker> {
  const limits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 };
  const thread = new Worker(entryPath('reader'), { resourceLimits: limits, execArgv: [], env: {} });
  // Its exit counts, which follows its error.
  thread.on('error', () => {});
  await nextMessage(thread, START_MS);
  return thread;
}

/** The thread's next message; undefined if it exits or takes too long. */
function nextMessage(thread: Worker, patienceMs: number): Promise<number | null | undefined> {
  return new Promise((resolve) => {
    const end = (answer: number | null | undefined) => {
      release();
      thread.off('message', end).off('exit', giveUp);
      resolve(answer);
    };
    const giveUp = () => end(undefined);
    const release = afterWork(patienceMs, giveUp);
    thread.on('message', end).on('exit', giveUp);
  });
}

/** ffmpeg prints hundredths; a value that differs more than this is about something else. */
const TOLERANCE_SECONDS = 0.02;

/**
 * Makes a duration more precise: ffmpeg rounds it to hundredths, the file's own index has microseconds.
 * Reads only what the file states; computing a duration would read whole MP3 and FLAC files.
 * @param duration seconds
 * @returns the same, or the exact one if it could be read and agrees
 */
async function refine(duration: number | null, file: string, sniffed: Sniffed): Promise<number | null> {
  if (sniffed.picture || duration === null) return duration;
  const exact = await durationInIndex(file);
  return exact === null || Math.abs(exact - duration) > TOLERANCE_SECONDS ? duration : exact;
}

export interface ProbeOptions {
  ffmpeg: Ffmpeg;
  signal?: AbortSignal | undefined;
  /** Timeout of each run, in seconds. Default: by file size. */
  timeoutSeconds?: number | undefined;
  /** What is known of the file's format. Default: it is read from its first bytes. */
  sniffed?: SniffedFile | undefined;
}

/** Books have hundreds of chapters. */
const MAX_CHAPTERS = 5_000;

/**
 * Probes a media file: container, streams, chapters, tags. Uses ffprobe if there is one; otherwise it parses what
 * ffmpeg prints about its input, made more precise by a reader on its own thread. Both give the same result.
 * @throws MediaError with one readable line if the file is empty, damaged or not media
 */
export async function probe(file: string, options: ProbeOptions): Promise<MediaProbe> {
  const path = resolve(file);
  const sniffed = options.sniffed ?? (await sniffFile(path));
  const limits = { ...options, timeoutSeconds: options.timeoutSeconds ?? patienceFor(sniffed.size) };
  const claimed = await read(path, sniffed, limits);
  check(claimed, path);
  return shape(claimed, await durationsOf(claimed, path, sniffed, limits), path, sniffed);
}

type Limits = ProbeOptions & { timeoutSeconds: number };

/** What the file claims. */
async function read(path: string, sniffed: SniffedFile, limits: Limits): Promise<Raw> {
  const { ffmpeg } = limits;
  const tooMuch = () =>
    new MediaError('unsupported', `${basename(path)}: it has more chapters, streams or tags than allowed`);
  const reading = ffmpeg.ffprobe
    ? readFfprobe(ffmpeg.ffprobe, path, sniffed, limits, isEndSeen(sniffed)).catch((error: unknown) => {
        // An ffprobe from elsewhere may be older, and know fewer pictures.
        if (sniffed.picture && !isComplete(ffmpeg)) return readBanner(ffmpeg, path, sniffed, limits);
        throw error;
      })
    : readBanner(ffmpeg, path, sniffed, limits);
  const raw = await reading.catch((error: unknown) => {
    throw error instanceof MediaError && error.code === 'size-limit' ? tooMuch() : error;
  });
  if (raw.chapters.length > MAX_CHAPTERS) throw tooMuch();
  return raw;
}

/** Whether the end of a file tells of its duration. */
const isEndSeen = (sniffed: SniffedFile) => !sniffed.picture && !isCounted(sniffed, sniffed.size);

/** Seconds, null if unknown; those that the header claims only if they are wrong. */
interface Durations {
  readonly duration: number | null;
  readonly claimed: number | null;
}

async function durationsOf(raw: Raw, path: string, sniffed: SniffedFile, limits: Limits): Promise<Durations> {
  if (sniffed.picture && !sniffed.animated) return { duration: null, claimed: null };
  const stated = raw.duration !== null && raw.duration > 0 ? raw.duration : sniffed.seconds;
  const played = raw.streams.filter(isPlayed);
  const claim = {
    path,
    sniffed,
    size: sniffed.size,
    ending: raw.ending,
    duration: stated,
    sampleBits: played.length === 1 ? sampleBitsOf(played[0]) : null,
  };
  const duration = await trueDuration(claim, { ...limits, streams: played.map(({ index }) => `0:${index}`) });
  const header = sniffed.seconds ?? (isEndSeen(sniffed) ? claimOf(raw, stated, duration) : null);
  const claimed = sniffed.picture ? null : wrong(header, duration);
  if (duration !== stated || limits.ffmpeg.ffprobe) return { duration, claimed };
  return { duration: await refine(duration, path, sniffed), claimed };
}

/** A difference from the content, in seconds, up to which a claim is not worth a word. */
const UNSAID_SECONDS = 0.5;

/** What the header claims of picture and sound: subtitles and data may last longer, and nothing is missing then. */
function claimOf(raw: Raw, stated: number | null, duration: number | null): number | null {
  if (stated === null || duration === null || stated <= duration) return stated;
  const others = raw.streams.some(
    (stream) => !isPlayed(stream) && !stream.attached_pic && stream.type !== 'attachment',
  );
  return others ? (raw.playedEnd ?? null) : stated;
}

/** The claim, where it misleads. */
function wrong(stated: number | null, duration: number | null): number | null {
  return stated === null || Math.abs(stated - (duration ?? 0)) <= UNSAID_SECONDS ? null : stated;
}

/** Bits per second of plain samples; null for what is compressed. */
function sampleBitsOf(stream: MediaStream | undefined): number | null {
  return stream?.codec?.startsWith('pcm_') ? stream.bit_rate : null;
}

async function shape(
  raw: Raw,
  { duration: seconds, claimed }: Durations,
  path: string,
  sniffed: SniffedFile,
): Promise<MediaProbe> {
  const { size } = sniffed;
  const still = sniffed.picture && !sniffed.animated;
  const [container, long] = containerName(raw.format, raw.tags.major_brand, sniffed.webm);
  const duration = seconds === null || seconds <= 0 ? null : round(seconds, 6);
  const streams = still
    ? await pictureStreams(raw.streams, path, sniffed)
    : raw.streams.map((stream) => withoutGuess(stream, container));
  return {
    media_type: mediaType(streams, sniffed.picture, sniffed.animated),
    container,
    container_long: sniffed.part ? `${long}, ${sniffed.part}` : long,
    duration_seconds: duration,
    claimed_seconds: claimed === null ? null : round(claimed, 6),
    size,
    bit_rate: duration === null ? null : Math.round((size * 8) / duration),
    start_time: still || raw.start === null ? null : round(raw.start, 6),
    streams,
    chapters: raw.chapters,
    tags: raw.tags,
  };
}

/** ffmpeg invents 25 frames per second for a still image, and usually ignores its EXIF data. */
async function pictureStreams(
  streams: MediaStream[],
  path: string,
  { standIn }: Sniffed,
): Promise<MediaStream[]> {
  const rotation = await pictureRotation(path);
  return streams.map((stream) => {
    const still = { ...stream, frame_rate: null, bit_rate: null };
    const { width, height } = standIn ?? still;
    const whole = standIn ? { ...still, width, height, coded_width: width, coded_height: height } : still;
    return rotation === 0 ? whole : turned(whole, rotation);
  });
}

/** ADTS audio states no bit rate; ffmpeg's guess from its first frame may be off by a factor of twenty. */
function withoutGuess(stream: MediaStream, container: string): MediaStream {
  const adts = stream.codec === 'aac' && ['mpegts', 'aac'].includes(container);
  return adts ? { ...stream, bit_rate: null } : stream;
}

/** A file may open and still have nothing to decode: a stream without a codec or a picture without a size. */
function check({ streams }: Raw, path: string): void {
  const name = basename(path);
  if (!mainVideo({ streams }) && !mainAudio({ streams })) {
    throw new MediaError('unreadable', `${name}: it has no video and no audio`);
  }
  const main = streams.filter((s) => !s.attached_pic && (s.type === 'video' || s.type === 'audio'));
  const usable = main.filter((s) => s.codec !== null && (s.type === 'audio' ? s.sample_rate : s.width));
  if (usable.length === 0) {
    throw new MediaError('unreadable', `${name}: its streams are damaged or not supported by this ffmpeg`);
  }
}
