import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { windowArgs } from '../decode/decode.ts';
import { MediaError } from '../errors.ts';
import { globalArgs, safeInput } from '../ffmpeg/input.ts';
import { progressReader } from '../ffmpeg/progress.ts';
import { run } from '../ffmpeg/run.ts';
import { type ProbeOptions, probe } from '../probe/probe.ts';
import { watchSize } from '../sniff/stream-size.ts';
import type { MediaProbe } from '../types.ts';
import { hlsArgs, mostBytes, PLAYLIST_NAME, type Plan, planOf, segmentName, streamArgs } from './hls-plan.ts';
import { parsePlaylist } from './playlist.ts';
import { checkWhole } from './whole.ts';

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

/** A film with key frames further apart than this would seek badly and start late, so it is re-encoded. */
const LONGEST_SEGMENT_SECONDS = 20;

/**
 * Packages a video or audio file as an HLS stream of fragmented MP4. Streams that browsers play are copied; only the
 * others are re-encoded. Titles, locations and other tags are removed. The folder is written atomically, and replaces
 * an existing one.
 * @param outDir folder for playlist and segments
 * @throws MediaError
 */
export async function packageHls(file: string, outDir: string, options: HlsOptions): Promise<HlsPackage> {
  const probed = options.probed ?? (await probe(file, options));
  if (probed.media_type === 'image') {
    throw new MediaError('unsupported', `${basename(file)}: a still image cannot be turned into a stream`);
  }
  const plan = planOf(probed, options);
  const made = await makeInto(file, outDir, plan, probed, options);
  if (!plan.copyVideo || made.longest <= LONGEST_SEGMENT_SECONDS) return made.result;
  return (await makeInto(file, outDir, { ...plan, copyVideo: false }, probed, options)).result;
}

async function makeInto(
  file: string,
  outDir: string,
  plan: Plan,
  probed: MediaProbe,
  options: HlsOptions,
): Promise<{ result: HlsPackage; longest: number }> {
  const target = resolve(outDir);
  const part = `${target}.${crypto.randomUUID()}.part`;
  await mkdir(dirname(target), { recursive: true });
  await mkdir(part);
  try {
    await writeStream(file, part, plan, probed, options);
    const text = await readFile(join(part, PLAYLIST_NAME), 'utf8');
    await checkWhole(part, text, basename(file));
    const playlist = parsePlaylist(text);
    if (playlist.segments.length === 0) {
      throw new MediaError('unreadable', `${basename(file)}: it contains nothing that can be streamed`);
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
      // It writes the same files again.
      again: true,
      signal: AbortSignal.any([tooLarge.signal, ...(options.signal ? [options.signal] : [])]),
      // Encoding runs at about real time on a small machine; ten times that means the file is stuck.
      timeoutSeconds: Math.min(LONGEST_RUN_SECONDS, Math.max(600, 10 * total)),
      onOutput: progressReader((seconds) => {
        watch.look();
        if (total > 0) options.onProgress?.(Math.min(1, seconds / total));
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
