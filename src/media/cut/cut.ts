/** Cuts a span out of a film or a recording, as a file of its own. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { layOut, type SpokenText } from '../captions/layout.ts';
import { toAss } from '../captions/write.ts';
import { isSequential } from '../clock/seek.ts';
import { readTimes, type Times } from '../clock/times.ts';
import { openWindow } from '../clock/window.ts';
import { MediaError } from '../errors.ts';
import { globalArgs, inputArgs, safeInput } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import { frameFilters, playsAsIs, soundsAsIs } from '../hls/hls-plan.ts';
import { type ProbeOptions, probe } from '../probe/probe.ts';
import { mainAudio, mainVideo, ratioOf } from '../probe/shape.ts';
import { sniffFile } from '../sniff/sniff.ts';
import type { MediaProbe, MediaStream } from '../types.ts';
import { checkDraws, checkFont, DRAW_TEXT, FONT_LEVEL, TEXT_FILE } from './drawn-text.ts';

/** How clips and reels are encoded. */

/** H.264 that shows no loss to the eye, and that every editor and browser reads. */
export const H264 = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-maxrate', '24M', '-bufsize', '48M'],
  ...['-pix_fmt', 'yuv420p', '-profile:v', 'high'],
];

/** Samples a second of encoded sound. */
export const SAMPLES = 48_000;

/** AAC in stereo. */
export const SOUND = ['-c:a', 'aac', '-b:a', '192k', '-ac', '2', '-ar', String(SAMPLES)];

/** The filter that gives each sample its own time at that rate; silence where there is none. */
export const encodedRate = `aresample=${SAMPLES}:async=1:first_pts=0`;

/** Size of a vertical clip (9:16), in pixels. */
const VERTICAL = { width: 1080, height: 1920 } as const;

/** How a picture becomes vertical: its sides are cut off, or it gets bars above and below. */
export type Vertical = 'crop' | 'bars';

export interface Dress {
  /** What is said, in seconds of the clip. */
  readonly captions?: readonly SpokenText[] | undefined;
  readonly vertical?: Vertical | undefined;
}

const SHAPES: Readonly<Record<Vertical, string>> = {
  crop: `crop=w='min(iw,ih*9/16)':h='min(ih,iw*16/9)',scale=${VERTICAL.width}:${VERTICAL.height}`,
  bars: `scale=${VERTICAL.width}:${VERTICAL.height}:force_original_aspect_ratio=decrease,pad=${VERTICAL.width}:${VERTICAL.height}:(ow-iw)/2:(oh-ih)/2`,
};

/**
 * Encodes the picture of a clip again; its sound is copied.
 * @param file an MP4 of ours
 * @returns false if it has no picture, and nothing was made
 * @throws MediaError, also if this ffmpeg cannot draw text, or finds no font
 */
export async function dressClip(
  file: string,
  out: string,
  { captions = [], vertical }: Dress,
  options: ProbeOptions,
): Promise<boolean> {
  const probed = await probe(file, options);
  const video = mainVideo(probed);
  if (!video) return false;
  const until = probed.duration_seconds ?? undefined;
  const { ffmpeg, signal } = options;
  const draws = captions.length > 0;
  if (draws) await checkDraws(ffmpeg);
  const size = vertical ? VERTICAL : { width: video.width ?? 1920, height: video.height ?? 1080 };
  const filters = [...(vertical ? [SHAPES[vertical], 'setsar=1'] : []), ...(draws ? [DRAW_TEXT] : [])];
  const folder = await mkdtemp(join(tmpdir(), 'vau-clip-'));
  try {
    const look = { ...size, size: 0.055, place: 'bottom' } as const;
    const laidOut = layOut(captions, { named: true, ...(until !== undefined && { until }) });
    if (draws) await writeFile(join(folder, TEXT_FILE), toAss(laidOut, look));
    const args = [...globalArgs(FONT_LEVEL), ...(await safeInput(file)), '-map', '0:v:0', '-map', '0:a?'];
    args.push(...H264, '-vf', filters.join(','), '-c:a', 'copy', '-movflags', '+faststart');
    args.push('-f', 'mp4', `file:${resolve(out)}`);
    const { stderr } = await run(ffmpeg.path, args, {
      file,
      signal,
      cwd: folder,
      again: true,
      timeoutSeconds: 3600,
    });
    if (draws) checkFont(stderr, file);
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Maximum longer side of a cut, in pixels. */
const MAX_SIDE = 3840;

export interface CutOptions extends ProbeOptions {
  /** In seconds of the file: 0 or more, and above that. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** The result of `probe`, if the caller has it. */
  readonly probed?: MediaProbe | undefined;
}

export interface CutMade {
  /** Whether packets were copied as they are; otherwise picture and sound were encoded. */
  readonly copied: boolean;
}

/** The ending of a cut's file name. */
export const cutEnding = (mediaType: 'video' | 'audio'): '.mp4' | '.m4a' =>
  mediaType === 'video' ? '.mp4' : '.m4a';

/**
 * Writes an MP4 whose first frame is the one shown at the start of the span, and whose last is the one shown before its end,
 * with the sound of the same time. Packets are copied where that is exact: the span starts with a key frame, and no frame
 * is missing or too many. Everything else is encoded as H.264 and AAC. What was made is compared with what was asked.
 * @param out path of the new file
 * @throws MediaError, also for a file without picture and sound, and a span outside of it
 */
export async function cutFile(file: string, out: string, options: CutOptions): Promise<CutMade> {
  const probed = options.probed ?? (await probe(file, options));
  const [video, audio] = [mainVideo(probed), mainAudio(probed)];
  if (probed.media_type === 'image' || (!video && !audio))
    throw new MediaError('unsupported', `${basename(file)}: it has no time that can be cut`);
  const wish = { video, audio, seconds: options.endSeconds - options.startSeconds };
  if (!(wish.seconds > 0)) throw new MediaError('unsupported', `${basename(file)}: the span is empty`);
  if (await copyFits(file, out, wish, options)) return { copied: true };
  await encode(file, out, wish, options);
  const wrong = difference(await timesOf(out, wish, options), wish, false);
  if (wrong !== undefined) throw new MediaError('unsupported', `${basename(file)}: its clip ${wrong}`);
  return { copied: false };
}

interface Wish {
  readonly video: MediaStream | undefined;
  readonly audio: MediaStream | undefined;
  readonly seconds: number;
}

/** What every cut is: no tags of the original, its index at the beginning. */
const MP4 = [
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  '-sn',
  '-dn',
  '-movflags',
  '+faststart',
  '-f',
  'mp4',
];

/** Processor time for a second of a cut, in seconds, and at least that many: large pictures take ten times their length. */
const PATIENCE = { perSecond: 40, least: 120 };

const patience = ({ seconds }: Wish): number => Math.max(PATIENCE.least, PATIENCE.perSecond * seconds);

/** Copies the packets of the span. @returns whether what was made is exactly the span */
async function copyFits(file: string, out: string, wish: Wish, options: CutOptions): Promise<boolean> {
  const { video, audio, seconds } = wish;
  if (!video || !playsAsIs(video) || (audio && !soundsAsIs(audio))) return false;
  const sniffed = await sniffFile(file);
  if (isSequential(sniffed)) return false;
  const seek = options.startSeconds > 0 ? ['-ss', options.startSeconds.toFixed(6)] : [];
  const args = [...globalArgs(), ...inputArgs(resolve(file), sniffed, seek), '-t', seconds.toFixed(6)];
  args.push('-map', `0:${video.index}`, '-c:v', 'copy');
  if (audio)
    args.push('-map', `0:${audio.index}`, '-c:a', 'copy', '-copypriorss:a', '0', '-bsf:a', 'aac_adtstoasc');
  const { ffmpeg, signal } = options;
  try {
    await run(ffmpeg.path, [...args, ...MP4, `file:${resolve(out)}`], {
      file,
      signal,
      timeoutSeconds: patience(wish),
    });
    return difference(await timesOf(out, wish, options), wish, true) === undefined;
  } catch (error) {
    // Encoding does not need what a copy lacks.
    if (error instanceof MediaError && error.code === 'unreadable') return false;
    throw error;
  }
}

async function encode(file: string, out: string, wish: Wish, options: CutOptions): Promise<void> {
  const { video, audio, seconds } = wish;
  const { ffmpeg, signal } = options;
  const { input, ...before } = await openWindow(resolve(file), options, options);
  const args = [...globalArgs(), ...input];
  if (video)
    args.push('-map', `0:${video.index}`, ...H264, '-vf', frameFilters(video, before.frames, MAX_SIDE));
  if (audio) args.push('-map', `0:${audio.index}`, ...SOUND, '-af', `${before.sound}${encodedRate},apad`);
  args.push('-t', seconds.toFixed(6), ...MP4, `file:${resolve(out)}`);
  await run(ffmpeg.path, args, { file, signal, again: true, timeoutSeconds: patience(wish) });
}

/** The times of what was made: its picture comes first. */
function timesOf(out: string, wish: Wish, { ffmpeg, signal }: CutOptions): Promise<Times> {
  const video = wish.video ? 0 : undefined;
  const audio = wish.audio ? (wish.video ? 1 : 0) : undefined;
  return readTimes(out, { ffmpeg, signal, video, audio, timeoutSeconds: patience(wish) });
}

/** Sound may begin or end this much from the picture, in seconds: a packet of AAC at 44.1 kHz lasts 0.023 s. */
const SOUND_APART = 0.025;

/** @returns a clause on what a cut does not have; undefined if it is exactly the span */
function difference(times: Times, { video, audio, seconds }: Wish, copied: boolean): string | undefined {
  const frame = stepOf(video);
  const picture = times.video;
  if (video) {
    if (!picture) return 'has no picture';
    if (picture.hidden > 0 || picture.early > 0 || !picture.opensWithKey) return 'starts between key frames';
    if (picture.first > frame / 2) return `starts ${picture.first.toFixed(2)} s late`;
    if (Math.abs(picture.end - seconds) > frame)
      return `lasts ${picture.end.toFixed(2)} of ${seconds.toFixed(2)} s`;
    if (copied && picture.longestStep > 1.5 * frame) return 'lacks frames';
  }
  if (!audio) return undefined;
  const sound = times.audio;
  if (!sound) return 'has no sound';
  // What a copy has of sound begins and ends with a packet; the file says which part of it is played.
  if (copied && (sound.hole > SOUND_APART || sound.overlap > SOUND_APART)) return 'has gaps in its sound';
  if (Math.max(0, sound.first) > SOUND_APART) return `starts with ${sound.first.toFixed(2)} s without sound`;
  const least = Math.min(seconds, picture?.end ?? seconds) - (copied ? 2 : 1) * SOUND_APART;
  return sound.end < least ? `has sound for ${sound.end.toFixed(2)} of ${seconds.toFixed(2)} s` : undefined;
}

/** How long a frame is shown, in seconds. */
function stepOf(video: MediaStream | undefined): number {
  const [frames, seconds] = ratioOf(video?.frame_rate?.rational) ?? [25, 1];
  return seconds / frames;
}
