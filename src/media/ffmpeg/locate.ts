import { access, constants } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { MediaError } from '../errors.ts';
import type { Ffmpeg, FfmpegSource } from '../types.ts';
import { run } from './run.ts';
import { OLDEST_CODEC_LIBRARY, parseVersion } from './version.ts';

const EXE = process.platform === 'win32' ? '.exe' : '';

export interface LocateOptions {
  /** A program the user named, as by --ffmpeg: it is that one or an error. */
  explicit?: string | undefined;
  /** The data folder: `ffmpeg/ffmpeg` in it is what `vau setup ffmpeg` put there. */
  dataDir?: string | undefined;
  env?: NodeJS.ProcessEnv | undefined;
}

interface Candidate {
  path: string;
  source: FfmpegSource;
}

/** @returns where `vau setup ffmpeg` puts the program inside a data folder. */
export function installedPath(dataDir: string): string {
  return join(dataDir, 'ffmpeg', `ffmpeg${EXE}`);
}

/**
 * Finds an ffmpeg that runs. A program that the user named (option, VAU_FFMPEG, FFMPEG_BIN) is used or is an
 * error; it is never silently replaced by another one.
 * @throws MediaError `unusable-ffmpeg` for a named one that does not work, `no-ffmpeg` when there is none
 */
export async function locateFfmpeg(options: LocateOptions = {}): Promise<Ffmpeg> {
  const env = options.env ?? process.env;
  const named = namedCandidate(options, env);
  if (named) return (await tryFfmpeg(named, env)) ?? fail(named);
  for (const candidate of await unnamedCandidates(options, env)) {
    const found = await tryFfmpeg(candidate, env);
    if (found) return found;
  }
  throw new MediaError(
    'no-ffmpeg',
    'No ffmpeg was found. Run "vau setup ffmpeg", install one from your system, or name one with VAU_FFMPEG.',
  );
}

function fail({ path, source }: Candidate): never {
  const named = source === 'option' ? 'the option given' : source;
  throw new MediaError(
    'unusable-ffmpeg',
    `${path}, named by ${named}, is not an ffmpeg (4.0 or newer) that runs. Correct it or leave it out.`,
  );
}

function namedCandidate(options: LocateOptions, env: NodeJS.ProcessEnv): Candidate | undefined {
  const named: [string | undefined, FfmpegSource][] = [
    [options.explicit, 'option'],
    [env.VAU_FFMPEG, 'VAU_FFMPEG'],
    [env.FFMPEG_BIN, 'FFMPEG_BIN'],
  ];
  const found = named.find(([path]) => path !== undefined && path !== '');
  return found ? { path: resolve(found[0] ?? ''), source: found[1] } : undefined;
}

async function unnamedCandidates(options: LocateOptions, env: NodeJS.ProcessEnv): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  const packaged = await staticPath();
  if (packaged) candidates.push({ path: packaged, source: 'ffmpeg-static' });
  for (const path of onPath('ffmpeg', env)) candidates.push({ path, source: 'PATH' });
  if (options.dataDir) candidates.push({ path: installedPath(options.dataDir), source: 'data folder' });
  return candidates;
}

/** Where ffmpeg-static says its program is. The package is optional, and so is the file. */
export async function staticPath(): Promise<string | null> {
  try {
    return (await import('ffmpeg-static')).default;
  } catch {
    return null;
  }
}

function onPath(name: string, env: NodeJS.ProcessEnv): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => resolve(folder, name + EXE));
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function versionOf(path: string) {
  if (!(await isExecutable(path))) return null;
  try {
    const { stdout } = await run(path, ['-version'], { file: path, timeoutSeconds: 20 });
    return parseVersion(stdout.toString('utf8'));
  } catch {
    return null;
  }
}

async function tryFfmpeg({ path, source }: Candidate, env: NodeJS.ProcessEnv): Promise<Ffmpeg | null> {
  const found = await versionOf(path);
  if (!found || found.codecLibrary[0] < OLDEST_CODEC_LIBRARY) return null;
  const ffprobe = await findFfprobe(path, env);
  return { path, source, ...found, ...(ffprobe ? { ffprobe } : {}) };
}

async function findFfprobe(ffmpeg: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const path of [join(dirname(ffmpeg), `ffprobe${EXE}`), ...onPath('ffprobe', env)]) {
    const found = await versionOf(path);
    if (found && found.codecLibrary[0] >= OLDEST_CODEC_LIBRARY) return path;
  }
  return undefined;
}
