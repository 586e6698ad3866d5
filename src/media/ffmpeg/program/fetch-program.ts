/** Fetches programs from the package registry into the data folder. */

import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { access, type FileHandle, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { MediaError } from '../../errors.ts';
import { makeFolder } from '../../files.ts';
import { type PackagedBuild, type Program, packagedBuild } from './install-builds.ts';
import { installedPath } from './locate.ts';
import { versionOf } from './version.ts';

const runFile = promisify(execFile);

/** 23 to 30 MB in at most ten minutes, over a slow line. */
const DOWNLOAD_MS = 600_000;

interface FetchOptions {
  /** URL of the registry; default: npm's setting. */
  registry?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Fetches a package's archive into a folder, with npm if available: unlike Node's fetch it knows the user's registry,
 * proxy, certificates and sign-in. Without npm it is a plain download. The archive is not verified here.
 * @returns path of the archive
 * @throws MediaError
 */
async function fetchPackage(build: PackagedBuild, folder: string, options: FetchOptions): Promise<string> {
  const reasons: string[] = [];
  for (const way of [byNpm, byFetch]) {
    try {
      return await way(build, folder, options);
    } catch (error) {
      if (options.signal?.aborted) throw new MediaError('cancelled', 'The download was cancelled.');
      reasons.push(reasonOf(error));
    }
  }
  throw new MediaError(
    'install',
    `${build.name}@${build.version} could not be fetched: ${reasons.join('; ')}. Check the network and npm's registry setting.`,
  );
}

function reasonOf(error: unknown): string {
  const { message, stderr, cause } = error as Error & { stderr?: string };
  const said = /npm (?:ERR!|error) (?!code)(.+)/.exec(stderr ?? '')?.[1];
  const below = cause instanceof Error ? ` (${cause.message})` : '';
  return (said ?? `${message.split('\n')[0]}${below}`).slice(0, 200);
}

async function byNpm(build: PackagedBuild, folder: string, options: FetchOptions): Promise<string> {
  const args = ['pack', `${build.name}@${build.version}`, '--ignore-scripts', '--pack-destination', folder];
  if (options.registry) args.push('--registry', options.registry);
  const [program, ...before] = await npmCommand();
  const limits = {
    timeout: DOWNLOAD_MS,
    windowsHide: true,
    ...(options.signal ? { signal: options.signal } : {}),
  };
  await runFile(program, [...before, ...args], limits);
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (!archive) throw new Error('npm returned no archive');
  return join(folder, archive);
}

/** npm's script, run by this Node if it can be found: on Windows npm itself is a batch file. */
async function npmCommand(): Promise<[string, ...string[]]> {
  const beside = dirname(process.execPath);
  const places = [
    process.env.npm_execpath ?? '',
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  for (const place of places) {
    if (!place.endsWith('npm-cli.js')) continue;
    const found = await access(place).then(
      () => true,
      () => false,
    );
    if (found) return [process.execPath, place];
  }
  return ['npm'];
}

async function byFetch(build: PackagedBuild, folder: string, options: FetchOptions): Promise<string> {
  const registry = options.registry ?? process.env.npm_config_registry ?? 'https://registry.npmjs.org/';
  const file = `${build.name.split('/')[1]}-${build.version}.tgz`;
  const url = `${registry.replace(/\/*$/, '')}/${build.name}/-/${file}`;
  const limit = AbortSignal.timeout(DOWNLOAD_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  const answer = await fetch(url, { signal });
  if (!answer.ok) {
    // Unread, a body whose server closes the connection can end the process: Node's fetch is undici, which asserts.
    await answer.body?.cancel();
    throw new Error(`${url} responded with ${answer.status}`);
  }
  const archive = join(folder, file);
  await writeFile(archive, Buffer.from(await answer.arrayBuffer()), { mode: 0o600 });
  return archive;
}

/** Larger than any ffmpeg build. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Extracts one file from a .tgz archive and nothing else. Uses little memory.
 * @param entry name inside the archive, such as `package/ffmpeg`
 * @param outPath the new file, readable and executable by its owner; must not exist yet
 * @throws MediaError if the archive is damaged or has no such file
 */
async function unpackOne(archive: string, entry: string, outPath: string): Promise<void> {
  const out = await open(outPath, 'wx', 0o700);
  let found = false;
  try {
    found = await copyEntry(archive, entry, out);
  } catch (error) {
    throw new MediaError('install', 'The ffmpeg archive is damaged.', { cause: error });
  } finally {
    await out.close();
  }
  if (!found) throw new MediaError('install', `The ffmpeg archive does not contain ${entry}.`);
}

/** Copies the first file of that name; reads the archive to its end, so that a damaged one is noticed. */
async function copyEntry(archive: string, entry: string, out: FileHandle): Promise<boolean> {
  const { extract } = await import('tar-stream');
  const entries = extract();
  const fed = pipeline(createReadStream(archive), createGunzip(), entries);
  // It is awaited below; until then a failure must not count as unhandled.
  fed.catch(() => {});
  let found = false;
  for await (const content of entries) {
    const { name, type, size = 0 } = content.header;
    if (size > MAX_BYTES) throw new Error(`${name} is too large`);
    if (!found && type === 'file' && name === entry) {
      for await (const part of content as AsyncIterable<Buffer>) await out.writeFile(part);
      found = true;
    } else content.resume();
  }
  await fed;
  return found;
}

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
