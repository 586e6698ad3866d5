/** Joins clips into one film, with title cards between them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { toAss } from '../captions/write.ts';
import { constantRate, encodingRate } from '../clock/rate.ts';
import { globalArgs, safeInput } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import { type ProbeOptions, probe } from '../probe/probe.ts';
import { mainAudio, mainVideo, ratioOf } from '../probe/shape.ts';
import { encodedRate, H264, SAMPLES, SOUND } from './cut.ts';
import { checkDraws, checkFont, DRAW_TEXT, FONT_LEVEL, TEXT_FILE } from './drawn-text.ts';

/** A part of a reel. */
export interface ReelPart {
  /** An MP4 of ours. */
  readonly file: string;
  /** How long it is shown, in seconds: the lengths that files state are those of their longest track. */
  readonly seconds: number;
  /** Lines of a title card that is shown before it; none without them. */
  readonly title?: readonly string[] | undefined;
}

export interface ReelOptions extends ProbeOptions {
  /** Called with the number of parts that are done. */
  readonly onPart?: ((done: number) => void) | undefined;
}

/** How long a title card is shown, in seconds. */
const CARD_SECONDS = 2.5;

/** The picture where no part has one. */
const USUAL = { width: 1280, height: 720, rate: '25/1' } as const;

/** Maximum longer side, in pixels. */
const MAX_SIDE = 1920;

/**
 * Writes the parts one after the other as an MP4 of H.264 and AAC, in the size and rate of the first that has a picture; the
 * others get bars. The sound of a part begins and ends with its picture, to the sample: nothing adds up over many parts.
 * @throws MediaError, also if this ffmpeg cannot draw the titles, or finds no font
 */
export async function makeReel(parts: readonly ReelPart[], out: string, options: ReelOptions): Promise<void> {
  const { ffmpeg, signal } = options;
  if (parts.some(({ title }) => title)) await checkDraws(ffmpeg);
  const look = await lookOf(parts, options);
  const folder = await mkdtemp(join(dirname(resolve(out)), '.vau-reel-'));
  try {
    const names: string[] = [];
    const next = () => {
      names.push(`part${String(names.length + 1).padStart(5, '0')}.mov`);
      return join(folder, names.at(-1) ?? '');
    };
    for (const [index, part] of parts.entries()) {
      const { title } = part;
      if (title) await makeCard(title, next(), folder, look, options);
      await makePart(part, next(), look, options);
      options.onPart?.(index + 1);
    }
    await writeFile(join(folder, 'parts.txt'), names.map((name) => `file '${name}'\n`).join(''));
    const args = [...globalArgs(), '-protocol_whitelist', 'file', '-f', 'concat', '-i', 'parts.txt'];
    args.push('-map', '0:v:0', '-c:v', 'copy', '-map', '0:a:0', ...SOUND);
    args.push('-movflags', '+faststart', '-f', 'mp4', `file:${resolve(out)}`);
    await run(ffmpeg.path, args, { file: out, signal, cwd: folder, again: true, timeoutSeconds: 3600 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Look {
  readonly width: number;
  readonly height: number;
  /** Frames a second, as a ratio. */
  readonly rate: string;
}

async function lookOf(parts: readonly ReelPart[], options: ProbeOptions): Promise<Look> {
  for (const { file } of parts) {
    const video = mainVideo(await probe(file, options));
    if (!video?.width || !video.height) continue;
    const scale = Math.min(1, MAX_SIDE / Math.max(video.width, video.height));
    const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2));
    return { width: even(video.width), height: even(video.height), rate: encodingRate(video.frame_rate) };
  }
  return USUAL;
}

const blank = ({ width, height, rate }: Look) => [
  '-f',
  'lavfi',
  '-i',
  `color=c=black:s=${width}x${height}:r=${rate}`,
];
const silent = ['-f', 'lavfi', '-i', `anullsrc=r=${SAMPLES}:cl=stereo`];

/** Options of a part that lasts so many frames: picture and sound, both encoded without a delay at their beginning. */
function partArgs(frames: number, { rate }: Look, video: string, audio: string): string[] {
  const [top, bottom] = ratioOf(rate) ?? [25, 1];
  const samples = Math.round((frames * bottom * SAMPLES) / top);
  return [
    ...H264,
    ...['-vf', `${video},format=yuv420p`, '-frames:v', String(frames)],
    ...['-c:a', 'pcm_s16le', '-ac', '2', '-af', `${audio},apad,atrim=end_sample=${samples}`],
    ...['-video_track_timescale', '90000', '-map_metadata', '-1', '-map_chapters', '-1', '-f', 'mov'],
  ];
}

const framesIn = (seconds: number, { rate }: Look): number => {
  const [top, bottom] = ratioOf(rate) ?? [25, 1];
  return Math.max(1, Math.round((seconds * top) / bottom));
};

async function makePart(
  { file, seconds }: ReelPart,
  out: string,
  look: Look,
  options: ProbeOptions,
): Promise<void> {
  const { ffmpeg, signal } = options;
  const probed = await probe(file, options);
  const [video, audio] = [mainVideo(probed), mainAudio(probed)];
  const { width, height, rate } = look;
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease:force_divisible_by=2,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2,setsar=1`;
  const args = [...globalArgs(), ...(await safeInput(file))];
  args.push(...(video ? [] : blank(look)), ...(audio ? [] : silent));
  args.push('-map', video ? `0:${video.index}` : '1:v', '-map', audio ? `0:${audio.index}` : '1:a');
  args.push(...partArgs(framesIn(seconds, look), look, `${constantRate(rate)},${fit}`, encodedRate));
  await run(ffmpeg.path, [...args, `file:${out}`], { file, signal, again: true, timeoutSeconds: 3600 });
}

/** Draws a title in the middle of a black picture. */
async function makeCard(
  title: readonly string[],
  out: string,
  folder: string,
  look: Look,
  { ffmpeg, signal }: ProbeOptions,
): Promise<void> {
  const rows = title.map((text) => [{ text, spaced: false, start: 0, end: 0 }]);
  const caption = { start: 0, end: CARD_SECONDS + 1, rows, timed: false };
  const { width, height } = look;
  await writeFile(join(folder, TEXT_FILE), toAss([caption], { width, height, size: 0.07, place: 'middle' }));
  const args = [...globalArgs(FONT_LEVEL), ...blank(look), ...silent, '-map', '0:v', '-map', '1:a'];
  args.push(...partArgs(framesIn(CARD_SECONDS, look), look, DRAW_TEXT, 'anull'), `file:${out}`);
  const { stderr } = await run(ffmpeg.path, args, { file: out, signal, cwd: folder, again: true });
  checkFont(stderr, out);
}
