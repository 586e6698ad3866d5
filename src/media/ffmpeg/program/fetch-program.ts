/** Fetches programs from the package registries of npm and Python into the data folder. */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { MediaError } from '../../errors.ts';
import { makeFolder } from '../../files.ts';
import { type PackagedBuild, type Program, packagedBuild } from './install-builds.ts';
import { installedPath } from './locate.ts';
import { atMost, MAX_BYTES, unpackOne } from './unpack.ts';
import { versionOf } from './version.ts';

const runFile = promisify(execFile);

/** 23 to 30 MB in at most ten minutes, over a slow line. */
const DOWNLOAD_MS = 600_000;

/** Gets the body of a URL. @throws Error if it cannot be had */
export type Get = (url: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

interface FetchOptions {
  /** URL of npm's registry; default: npm's setting. */
  registry?: string | undefined;
  /** Python's index of packages; default: the setting of pip, else the public one. */
  index?: string | undefined;
  /** How to get a URL; default: Node's fetch, which knows no proxies. */
  get?: Get | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Fetches a package's archive into a folder. One of npm's comes by npm if available, which knows the user's registry,
 * proxy, certificates and sign-in, else by a plain download. The archive is not verified here.
 * @returns path of the archive
 * @throws MediaError
 */
async function fetchPackage(build: PackagedBuild, folder: string, options: FetchOptions): Promise<string> {
  const reasons: string[] = [];
  for (const way of build.wheel ? [byIndex] : [packByNpm, byFetch]) {
    try {
      return await way(build, folder, options);
    } catch (error) {
      if (options.signal?.aborted) throw new MediaError('cancelled', 'The download was cancelled.');
      reasons.push(reasonOf(error));
    }
  }
  throw new MediaError(
    'install',
    `${build.name}@${build.version} could not be fetched: ${reasons.join('; ')}. Check the network and ${build.wheel ? 'PIP_INDEX_URL' : "npm's registry setting"}.`,
  );
}

function reasonOf(error: unknown): string {
  const { message, stderr, cause } = error as Error & { stderr?: string };
  const said = /npm (?:ERR!|error) (?!code)(.+)/.exec(stderr ?? '')?.[1];
  const below = cause instanceof Error ? ` (${cause.message})` : '';
  return (said ?? `${message.split('\n')[0]}${below}`).slice(0, 200);
}

/**
 * Fetches the archive of a package with npm, which knows the user's registry, proxy, certificates and sign-in.
 * @param folder an empty one
 * @param options without `registry` and `retries` (of a request), npm's own settings
 * @returns path of the archive, which is not verified
 * @throws Error if there is no npm, or it cannot fetch it in ten minutes
 */
export async function packByNpm(
  { name, version }: { readonly name: string; readonly version: string },
  folder: string,
  options: {
    readonly registry?: string | undefined;
    readonly retries?: number;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<string> {
  const args = ['pack', `${name}@${version}`, '--ignore-scripts', '--pack-destination', folder];
  if (options.retries !== undefined) args.push('--fetch-retries', String(options.retries));
  if (options.registry) args.push('--registry', options.registry);
  const [program, ...before] = await npmCommand();
  const limits = {
    timeout: DOWNLOAD_MS,
    windowsHide: true,
    ...(options.signal ? { signal: options.signal } : {}),
  };
  await runFile(program, [...before, ...args], limits);
  const archive = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
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
  return save(`${registry.replace(/\/*$/, '')}/${build.name}/-/${file}`, join(folder, file), options);
}

/** Finds the file on its project's page of the index, as pip does: mirrors keep files at addresses of their own. */
async function byIndex({ name, wheel }: PackagedBuild, folder: string, options: FetchOptions) {
  const index = options.index ?? (process.env.PIP_INDEX_URL || 'https://pypi.org/simple');
  const page = `${index.replace(/\/*$/, '')}/${name}/`;
  const file = wheel?.file ?? '';
  const listed = join(folder, 'index.html');
  await save(page, listed, options);
  const links = [...(await readFile(listed, 'utf8')).matchAll(/href\s*=\s*["']([^"'#]+)/gi)];
  const link = links
    .map(([, to = '']) => to.replaceAll('&amp;', '&'))
    .find((to) => fileOf(to, page) === file);
  if (link === undefined) throw new Error(`${page} does not list ${file}`);
  return save(new URL(link, page).href, join(folder, file), options);
}

const fileOf = (link: string, page: string): string =>
  URL.canParse(link, page) ? decodeURIComponent(basename(new URL(link, page).pathname)) : '';

/** Writes what a URL gives to a new file. @returns its path */
async function save(url: string, file: string, { get = plainGet, signal }: FetchOptions): Promise<string> {
  const limit = AbortSignal.timeout(DOWNLOAD_MS);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  const out = createWriteStream(file, { mode: 0o600 });
  await pipeline(await get(url, either), atMost(MAX_BYTES), out, { signal: either });
  return file;
}

const plainGet: Get = async (url, signal) => {
  const answer = await fetch(url, { signal });
  if (answer.ok && answer.body) return answer.body;
  // Unread, a body whose server closes the connection can end the process: Node's fetch is undici, which asserts.
  await answer.body?.cancel();
  throw new Error(`${url} responded with ${answer.status}`);
};

export interface FetchedBuilds extends FetchOptions {
  dataDir: string;
  /** Called with one line per step. */
  onProgress?: ((line: string) => void) | undefined;
  /** The builds to use; default: those for this machine. */
  builds?: (Partial<Record<Program, PackagedBuild>> & { wheel?: PackagedBuild }) | undefined;
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
 * @param given the build to take; default: npm's for this machine
 * @throws MediaError saying what failed and how to get one from the system
 */
export async function fetchProgram(
  program: Program,
  options: FetchedBuilds,
  given?: PackagedBuild,
): Promise<void> {
  const build = given ?? options.builds?.[program] ?? packagedBuild(program, process.platform, process.arch);
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
  say(
    `Fetching ${build.name} ${build.version} from ${build.wheel ? "Python's index" : 'the package registry'}`,
  );
  const archive = await fetchPackage(build, folder, options);
  await verify(archive, build);
  if (signal?.aborted) throw new MediaError('cancelled', 'The ffmpeg set-up was cancelled.');
  say('The hash is correct; unpacking');
  const unpacked = join(folder, file);
  await unpackOne(archive, build.wheel?.entry ?? `package/${file}`, unpacked);
  return unpacked;
}

/** A corrupt archive is never unpacked. */
async function verify(archive: string, build: PackagedBuild): Promise<void> {
  const [algorithm = ''] = build.integrity.split('-');
  const hash = createHash(algorithm)
    .update(await readFile(archive))
    .digest('base64');
  if (`${algorithm}-${hash}` !== build.integrity) {
    throw new MediaError(
      'install',
      `${build.name}@${build.version} is not the expected archive (its hash differs).`,
    );
  }
}
