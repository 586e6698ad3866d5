import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { MediaError } from '../errors.ts';
import type { FfmpegChoice } from '../types.ts';
import { type FetchedBuilds, fetchProgram } from './fetch-program.ts';
import { chooseFfmpeg, staticPath } from './locate.ts';
import { isRecent } from './rank.ts';
import { ffmpegAdvice } from './version.ts';

const runFile = promisify(execFile);

/** ffmpeg-static fetches from a host that many networks do not reach; the registry comes next. */
const STATIC_DOWNLOAD_MS = 60_000;

export interface InstallOptions extends FetchedBuilds {
  /** Where programs are looked for besides the data folder; left out, this process's environment. */
  env?: NodeJS.ProcessEnv | undefined;
  /** Leaves ffmpeg-static's own download out. */
  skipStatic?: boolean | undefined;
}

/** The ffmpeg in use after a set-up. */
export interface Installed extends FfmpegChoice {
  /** What a person should know: what could not be had, and how safe this build is; a sentence each. */
  notes: readonly string[];
}

/**
 * Sees to it that this machine has an ffmpeg, and an ffprobe with it. What is missing is fetched, and an ffmpeg older than
 * 5.0 is replaced where ffmpeg-static's own download can be reached; a build out of the package registry is as old, and is
 * taken only where there is none at all. What is there and does is left alone.
 * @throws MediaError that says what failed and how to get one from the system
 */
export async function installFfmpeg(options: InstallOptions): Promise<Installed> {
  const notes: string[] = [];
  let now = await present(options);
  const named = now !== undefined && now.others.length === 0 && isNamed(now);
  if (!named && !(now && isRecent(now.ffmpeg))) {
    const downloaded = options.skipStatic !== true && (await byStatic(options));
    if (!downloaded && !now) await fetchProgram('ffmpeg', options);
    now = await chooseFfmpeg(options);
  }
  if (now?.ffmpeg.ffprobe === undefined) {
    const failed = await missingFfprobe(options);
    if (failed) notes.push(failed);
    now = await chooseFfmpeg(options);
  }
  const advice = ffmpegAdvice(now.ffmpeg.version);
  return { ...now, notes: advice ? [...notes, advice] : notes };
}

const isNamed = ({ ffmpeg: { source } }: FfmpegChoice): boolean =>
  source === '--ffmpeg' || source === 'VAU_FFMPEG' || source === 'FFMPEG_BIN';

/** What is there already; undefined for nothing. A named one that does not run is an error. */
async function present(options: InstallOptions): Promise<FfmpegChoice | undefined> {
  try {
    return await chooseFfmpeg(options);
  } catch (error) {
    if (error instanceof MediaError && error.code === 'no-ffmpeg') return undefined;
    throw error;
  }
}

/** Fetches an ffprobe; gives what to say when that fails: one can do without. */
async function missingFfprobe(options: InstallOptions): Promise<string | undefined> {
  try {
    await fetchProgram('ffprobe', options);
    return undefined;
  } catch (error) {
    if (!(error instanceof MediaError) || error.code === 'cancelled') throw error;
    return `There is no ffprobe: files are probed by ffmpeg itself, with less detail. ${error.message}`;
  }
}

/** Runs the download of ffmpeg-static. @returns whether its program is there now */
async function byStatic({ onProgress: say = () => {}, signal }: InstallOptions): Promise<boolean> {
  const path = await staticPath();
  if (!path) return false;
  if (await exists(path)) return true;
  say('Downloading ffmpeg as the ffmpeg-static package does');
  try {
    const script = createRequire(import.meta.url).resolve('ffmpeg-static/install.js');
    const limits = { cwd: dirname(script), timeout: STATIC_DOWNLOAD_MS, windowsHide: true };
    await runFile(process.execPath, [script], signal ? { ...limits, signal } : limits);
    return await exists(path);
  } catch {
    if (signal?.aborted) throw new MediaError('cancelled', 'The set-up of ffmpeg was cancelled.');
    say('Its host cannot be reached');
    return false;
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
