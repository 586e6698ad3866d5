import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { COPY_AUDIO, COPY_VIDEO, ENCODE_AUDIO, encodeVideo, playsAsIs, soundsAsIs } from './codecs.ts';
import { windowArgs } from './decode.ts';
import { MediaError } from './errors.ts';
import { globalArgs, safeInput } from './input.ts';
import { parsePlaylist } from './playlist.ts';
import { type ProbeOptions, probe } from './probe.ts';
import { progressReader } from './progress.ts';
import { run } from './run.ts';
import { mainAudio, mainVideo } from './shape.ts';
import { watchSize } from './stream-size.ts';
import type { MediaProbe, MediaStream } from './types.ts';

export interface HlsOptions extends ProbeOptions {
  /** Length of segments wherever a key frame allows it. Seconds, default 2. */
  segmentSeconds?: number | undefined;
  /** Window to package, seconds of the file. A window is encoded anew, so its edges are exact. */
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
  /** Gets the share that is done, 0 to 1. */
  onProgress?: ((done: number) => void) | undefined;
  /** What `probe` said of the file, where the caller has it. */
  probed?: MediaProbe | undefined;
  /** Most bytes of the stream. By default what its content can honestly come to. */
  maxBytes?: number | undefined;
}

export interface HlsPackage {
  /** Absolute path of the playlist; what it names lies beside it. */
  playlist: string;
  durationSeconds: number;
  segments: number;
  /** Whether a stream had to be encoded anew. */
  reencoded: boolean;
}

export const PLAYLIST_NAME = 'index.m3u8';

/**
 * A stream is at most twice as large as what is copied, and takes at most so many bytes for each second that is encoded
 * (1.02 MB at the limit of the encoder's rate). A sample table that names the same bytes again and again makes terabytes.
 */
const COPY_TIMES = 2;
const ENCODED_BYTES = 1_500_000;
const SLACK_BYTES = 64 * 1024 * 1024;

/** Longest run in seconds, whatever the media claims to last. */
const LONGEST_RUN_SECONDS = 24 * 3600;

/** A film whose key frames are further apart than this would seek badly and start late: it is encoded anew. */
const LONGEST_SEGMENT_SECONDS = 20;

interface Plan {
  video: MediaStream | undefined;
  audio: MediaStream | undefined;
  copyVideo: boolean;
  copyAudio: boolean;
}

/**
 * Packages a video or audio file as an HLS stream of fragmented MP4. Streams that browsers play are copied; only
 * what they do not play is encoded. Titles, places and other tags of the file are left out. The folder appears
 * complete or not at all; one that is there is replaced.
 * @param outDir folder for playlist and segments
 * @throws MediaError
 */
export async function packageHls(file: string, outDir: string, options: HlsOptions): Promise<HlsPackage> {
  const probed = options.probed ?? (await probe(file, options));
  if (probed.media_type === 'image') {
    throw new MediaError('unsupported', `${basename(file)}: a single picture cannot be made into a stream`);
  }
  const plan = planOf(probed, options);
  const made = await makeInto(file, outDir, plan, probed, options);
  if (!plan.copyVideo || made.longest <= LONGEST_SEGMENT_SECONDS) return made.result;
  return (await makeInto(file, outDir, { ...plan, copyVideo: false }, probed, options)).result;
}

function planOf(probed: MediaProbe, options: HlsOptions): Plan {
  const video = mainVideo(probed);
  const audio = mainAudio(probed);
  const whole = options.startSeconds === undefined && options.endSeconds === undefined;
  const copyVideo = whole && video !== undefined && playsAsIs(video);
  return { video, audio, copyVideo, copyAudio: whole && audio !== undefined && soundsAsIs(audio) };
}

async function makeInto(
  file: string,
  outDir: string,
  plan: Plan,
  probed: MediaProbe,
  options: HlsOptions,
): Promise<{ result: HlsPackage; longest: number }> {
  const target = resolve(outDir);
  const part = `${target}.${randomUUID()}.part`;
  await mkdir(dirname(target), { recursive: true });
  await mkdir(part);
  try {
    await writeStream(file, part, plan, probed, options);
    const playlist = parsePlaylist(await readFile(join(part, PLAYLIST_NAME), 'utf8'));
    if (playlist.segments.length === 0) {
      throw new MediaError('unreadable', `${basename(file)}: nothing in it could be made into a stream`);
    }
    await rm(target, { recursive: true, force: true });
    await rename(part, target);
    const reencoded = (plan.video && !plan.copyVideo) || (plan.audio && !plan.copyAudio) || false;
    const result = {
      playlist: join(target, PLAYLIST_NAME),
      durationSeconds: playlist.durationSeconds,
      segments: playlist.segments.length,
      reencoded,
    };
    return { result, longest: Math.max(...playlist.segments.map((entry) => entry.duration)) };
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

async function writeStream(
  file: string,
  folder: string,
  plan: Plan,
  probed: MediaProbe,
  options: HlsOptions,
) {
  const segmentSeconds = options.segmentSeconds ?? 2;
  const args = [...globalArgs(), '-nostats', '-progress', 'pipe:1'];
  args.push(...(await safeInput(resolve(file), windowArgs(options))));
  args.push(...streamArgs(plan, segmentSeconds), ...hlsArgs(segmentSeconds));
  const from = options.startSeconds ?? 0;
  const total = (options.endSeconds ?? probed.duration_seconds ?? 0) - from;
  const tooLarge = new AbortController();
  const most = options.maxBytes ?? mostBytes(plan, probed, total);
  const watch = watchSize(folder, segmentName, most, () => tooLarge.abort());
  try {
    await run(options.ffmpeg.path, args, {
      file,
      cwd: folder,
      signal: AbortSignal.any([tooLarge.signal, ...(options.signal ? [options.signal] : [])]),
      // Encoding runs at about real time on a small machine; ten times that is a file that is stuck.
      timeoutSeconds: Math.min(LONGEST_RUN_SECONDS, Math.max(600, 10 * total)),
      onOutput: progressReader((seconds) => {
        watch.look();
        if (total > 0) options.onProgress?.(Math.min(1, seconds / total));
      }),
    });
  } catch (error) {
    if (!tooLarge.signal.aborted) throw error;
    throw new MediaError('size-limit', `${basename(file)}: its stream would be larger than ${most} bytes`);
  } finally {
    await watch.stop();
  }
}

function mostBytes({ video, copyVideo, copyAudio }: Plan, { size }: MediaProbe, seconds: number): number {
  const encodes = !copyAudio || (video !== undefined && !copyVideo);
  const copies = copyVideo || copyAudio;
  return SLACK_BYTES + (copies ? COPY_TIMES * size : 0) + (encodes ? ENCODED_BYTES * seconds : 0);
}

function streamArgs(plan: Plan, segmentSeconds: number): string[] {
  const args = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'];
  if (plan.video) {
    args.push(
      '-map',
      `0:${plan.video.index}`,
      ...(plan.copyVideo ? COPY_VIDEO : encodeVideo(segmentSeconds)),
    );
  }
  if (plan.audio) {
    args.push('-map', `0:${plan.audio.index}`, ...(plan.copyAudio ? COPY_AUDIO : ENCODE_AUDIO));
  }
  return args;
}

function segmentName(index: number): string {
  return `segment${String(index).padStart(5, '0')}.m4s`;
}

/** Names are relative: ffmpeg runs inside the folder. */
function hlsArgs(segmentSeconds: number): string[] {
  return [
    ...['-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_list_size', '0', '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4'],
    ...['-hls_segment_filename', 'segment%05d.m4s', '-hls_flags', 'independent_segments', PLAYLIST_NAME],
  ];
}
