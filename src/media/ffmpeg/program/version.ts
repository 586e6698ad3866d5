import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Ffmpeg, FfmpegSource } from '../../types.ts';
import { run } from '../run.ts';

/** File extension of programs on this system. */
export const EXE = process.platform === 'win32' ? '.exe' : '';

/** Processor time for printing the version, in seconds. */
const VERSION_SECONDS = 20;

/** A program that may be an ffmpeg. */
export interface Candidate {
  readonly path: string;
  readonly source: FfmpegSource;
}

/** The version of a program and of its codec library. */
export type Version = NonNullable<ReturnType<typeof parseVersion>>;

/** Asks the program at a path for its version; null if it does not run or is too old. */
export type AskVersion = (path: string) => Promise<Version | null>;

/** @returns the ffmpeg at a path, with the ffprobe beside it if there is one; null if it does not run or is too old */
export async function examine({ path, source }: Candidate, ask: AskVersion): Promise<Ffmpeg | null> {
  const beside = join(dirname(path), `ffprobe${EXE}`);
  const [found, ffprobe] = await Promise.all([ask(path), ask(beside)]);
  return found && { path, source, ...found, ...(ffprobe ? { ffprobe: beside } : {}) };
}

/** @returns the version of an ffmpeg or ffprobe and of its codec library; null if it does not run or is too old */
export async function versionOf(path: string): Promise<Version | null> {
  if (!(await isExecutable(path))) return null;
  try {
    const { stdout } = await run(path, ['-version'], { file: path, timeoutSeconds: VERSION_SECONDS });
    const found = parseVersion(stdout.toString('utf8'));
    return found && isRecent(found.codecLibrary) ? found : null;
  } catch {
    return null;
  }
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Parses the output of `ffmpeg -version`.
 * @returns the version string and the codec library's [major, minor], or null if it is not ffmpeg's output
 */
export function parseVersion(output: string): { version: string; codecLibrary: [number, number] } | null {
  const version = /^ff(?:mpeg|probe) version (\S+)/m.exec(output)?.[1];
  const library = /^libavcodec\s+(\d+)\.\s*(\d+)/m.exec(output);
  if (!version || !library) return null;
  return { version, codecLibrary: [Number(library[1]), Number(library[2])] };
}

/** libavcodec 58.35 came with ffmpeg 4.1 (2018): the first version with every option we use. */
const OLDEST_CODEC_LIBRARY = [58, 35] as const;

/** @returns whether a version has every option we use */
function isRecent([major, minor]: readonly [number, number]): boolean {
  const [oldest, oldestMinor] = OLDEST_CODEC_LIBRARY;
  return major > oldest || (major === oldest && minor >= oldestMinor);
}

/** Major, minor, patch. */
export type Release = readonly [number, number, number];

/** The release in a version string such as `7.1.4`, `n7.1.4` or `5.1.9-0+deb12u1`; undefined for a snapshot. */
export function releaseOf(version: string): Release | undefined {
  const found = /^(?:\d+:)?n?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : undefined;
}

/** First releases of each branch without CVE-2026-8461 (a hostile file can write past a buffer). */
const FIXED: readonly Release[] = [
  [7, 1, 4],
  [8, 1, 2],
];

function isFixed(release: Release): boolean {
  const [major, minor, patch] = release;
  const branch = FIXED.find((fixed) => fixed[0] === major && fixed[1] === minor);
  if (branch) return patch >= branch[2];
  const newest = FIXED[FIXED.length - 1];
  return newest !== undefined && (major > newest[0] || (major === newest[0] && minor > newest[1]));
}

/**
 * Security advice for an ffmpeg version.
 * @param version as printed by ffmpeg
 * @returns one sentence to show as a warning, or null if there is none
 */
export function ffmpegAdvice(version: string): string | null {
  const release = releaseOf(version);
  if (!release) {
    return `ffmpeg ${version} is a snapshot build of unknown date; a release of 8.1.2, 7.1.4 or newer is safer with files from strangers.`;
  }
  if (isFixed(release)) return null;
  if (isDistributionBuild(version)) {
    return `ffmpeg ${version} comes from a distribution, which fixes known vulnerabilities: keep the system updated.`;
  }
  return `ffmpeg ${version} has known vulnerabilities (among them CVE-2026-8461, fixed in 8.1.2 and 7.1.4); update it before opening files from strangers.`;
}

/** Whether a distribution made it, which patches old versions too. */
export function isDistributionBuild(version: string): boolean {
  return /deb\d|ubuntu|\.fc\d|\.el\d|alpine|-r\d+$/i.test(version);
}
