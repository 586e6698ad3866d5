/** Examines programs on this machine: whether they are a working ffmpeg or ffprobe, and which version. */
import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Ffmpeg, FfmpegSource } from '../../types.ts';
import { run } from '../run.ts';
import { isRecent, parseVersion } from './version.ts';

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
