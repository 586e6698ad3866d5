import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { MediaError } from '../../errors.ts';
import type { FfmpegChoice } from '../../types.ts';
import { type FetchedBuilds, fetchProgram } from './fetch-program.ts';
import { type PackagedBuild, type Program, wheelBuild } from './install-builds.ts';
import { chooseFfmpeg, staticPath } from './locate.ts';
import { isNamed, isRecent } from './rank.ts';
import { ffmpegAdvice } from './version.ts';

const runFile = promisify(execFile);

/** Many networks cannot reach ffmpeg-static's host; npm's registry is tried next. */
const STATIC_DOWNLOAD_MS = 60_000;

export interface InstallOptions extends FetchedBuilds {
  /** Where to search for programs besides the data folder; default: this process's environment. */
  env?: NodeJS.ProcessEnv | undefined;
  /** Skip ffmpeg-static's own download. */
  skipStatic?: boolean | undefined;
}

/** The ffmpeg in use after a set-up. */
export interface Installed extends FfmpegChoice {
  /** Notes for the user, one sentence each: what is missing, and how safe this build is. */
  notes: readonly string[];
}

/**
 * Makes sure that this machine has an ffmpeg and an ffprobe. Missing ones are fetched, and an ffmpeg older than 5.0 is
 * replaced: by the newest build that a package carries (Python's index), else by ffmpeg-static's own download. npm's
 * builds of 2018 are used only if there is none at all. A working one is left alone.
 * @throws MediaError saying what failed and how to get one from the system
 */
export async function installFfmpeg(options: InstallOptions): Promise<Installed> {
  const notes: string[] = [];
  let now = await present(options);
  const named = now !== undefined && now.others.length === 0 && isNamed(now.ffmpeg.source);
  if (!named && !(now && isRecent(now.ffmpeg))) {
    const failed = await failureOf('ffmpeg', options, wheelOf(options));
    const downloaded = failed === undefined || (options.skipStatic !== true && (await byStatic(options)));
    if (!downloaded && !now) {
      notes.push(failed);
      await fetchProgram('ffmpeg', options).catch((error: unknown) => {
        if (!(error instanceof MediaError) || error.code === 'cancelled') throw error;
        throw new MediaError('install', `${failed} ${error.message}`, { cause: error });
      });
    }
    now = await chooseFfmpeg(options);
  }
  if (now?.ffmpeg.ffprobe === undefined) {
    const failed = await failureOf('ffprobe', options);
    if (failed !== undefined)
      notes.push(`There is no ffprobe: files are probed with ffmpeg itself, with less detail. ${failed}`);
    now = await chooseFfmpeg(options);
  }
  const advice = ffmpegAdvice(now.ffmpeg.version);
  return { ...now, notes: advice ? [...notes, advice] : notes };
}

const wheelOf = ({ builds }: InstallOptions): PackagedBuild | null =>
  builds ? (builds.wheel ?? null) : wheelBuild(process.platform, process.arch);

/** The existing ffmpeg; undefined if there is none. A named one that does not run is an error. */
async function present(options: InstallOptions): Promise<FfmpegChoice | undefined> {
  try {
    return await chooseFfmpeg(options);
  } catch (error) {
    if (error instanceof MediaError && error.code === 'no-ffmpeg') return undefined;
    throw error;
  }
}

/**
 * Fetches a program that something else can stand in for.
 * @param build null: there is none for this machine
 * @returns why that failed, in a sentence; undefined if it did not
 */
async function failureOf(
  program: Program,
  options: InstallOptions,
  build?: PackagedBuild | null,
): Promise<string | undefined> {
  if (build === null) return `Python's index has no ${program} for this machine.`;
  try {
    await fetchProgram(program, options, build);
    return undefined;
  } catch (error) {
    if (!(error instanceof MediaError) || error.code === 'cancelled') throw error;
    return error.message;
  }
}

/** Runs ffmpeg-static's download. @returns whether its program exists now */
async function byStatic({ onProgress: say = () => {}, signal }: InstallOptions): Promise<boolean> {
  const path = staticPath();
  if (!path) return false;
  if (await exists(path)) return true;
  say('Downloading ffmpeg with the ffmpeg-static package');
  try {
    const script = createRequire(import.meta.url).resolve('ffmpeg-static/install.js');
    const limits = { cwd: dirname(script), timeout: STATIC_DOWNLOAD_MS, windowsHide: true };
    await runFile(process.execPath, [script], signal ? { ...limits, signal } : limits);
    return await exists(path);
  } catch {
    if (signal?.aborted) throw new MediaError('cancelled', 'The ffmpeg set-up was cancelled.');
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
