/** What a program on this machine is: an ffmpeg or ffprobe that runs, and of which version. */
import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Ffmpeg, FfmpegSource } from '../types.ts';
import { run } from './run.ts';
import { OLDEST_CODEC_LIBRARY, parseVersion } from './version.ts';

/** The ending of programs here. */
export const EXE = process.platform === 'win32' ? '.exe' : '';

/** Seconds that a program may take to say its version. */
const VERSION_SECONDS = 20;

/** A program that may be an ffmpeg. */
export interface Candidate {
  readonly path: string;
  readonly source: FfmpegSource;
}

/** @returns the ffmpeg at a path, with the ffprobe beside it where there is one; null when it does not run or is too old */
export async function examine({ path, source }: Candidate): Promise<Ffmpeg | null> {
  const beside = join(dirname(path), `ffprobe${EXE}`);
  const [found, ffprobe] = await Promise.all([versionOf(path), versionOf(beside)]);
  return found && { path, source, ...found, ...(ffprobe ? { ffprobe: beside } : {}) };
}

/** @returns the version of an ffmpeg or ffprobe and of its codec library; null when it does not run or is too old */
export async function versionOf(path: string): Promise<ReturnType<typeof parseVersion>> {
  if (!(await isExecutable(path))) return null;
  try {
    const { stdout } = await run(path, ['-version'], { file: path, timeoutSeconds: VERSION_SECONDS });
    const found = parseVersion(stdout.toString('utf8'));
    return found && found.codecLibrary[0] >= OLDEST_CODEC_LIBRARY ? found : null;
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
