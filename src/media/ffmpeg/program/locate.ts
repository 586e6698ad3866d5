/**
 * Finds ffmpeg and ffprobe on this machine: an explicit choice, else the newest of those that work, and why that
 * one.
 */

import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MediaError } from '../../errors.ts';
import { makeFolder, writeWhole } from '../../files.ts';
import type { Ffmpeg, FfmpegChoice, FfmpegSource } from '../../types.ts';
import { ranked, whyFirst } from './rank.ts';
import { type AskVersion, type Candidate, EXE, examine, type Version, versionOf } from './version.ts';

/** What is known of programs: by path, the file that was asked and its answer. */
type Known = Record<string, { readonly file: string; readonly version: Version }>;

/** Programs to remember. */
const MOST = 20;

/**
 * Asks programs for their version as `versionOf` does, and remembers the answers in a file: starting ffmpeg and ffprobe
 * only for that takes longer than reading a media file. A program is asked again when its file has changed, and if it did
 * not run: that may have passed. A memory that cannot be read or written does not matter.
 * @param memory path of the file; its folder is made
 */
function rememberedVersions(memory: string): { ask: AskVersion; keep: () => Promise<void> } {
  const known = parse(memory);
  const asked: Known = {};
  const ask = async (path: string) => {
    const file = identityOf(path);
    if (file === undefined) return versionOf(path);
    const found = known[path];
    if (found?.file === file && Array.isArray(found.version?.codecLibrary)) return found.version;
    const version = await versionOf(path);
    if (version) asked[path] = { file, version };
    return version;
  };
  return {
    ask,
    async keep() {
      if (Object.keys(asked).length === 0) return;
      const all = Object.entries({ ...known, ...asked }).slice(-MOST);
      await write(memory, JSON.stringify(Object.fromEntries(all))).catch(() => undefined);
    },
  };
}

/** At once, like the status below: a command line waits for it, and a thread takes longer than the file. */
function parse(memory: string): Known {
  try {
    return Object(JSON.parse(readFileSync(memory, 'utf8'))) as Known;
  } catch {
    return {};
  }
}

/** What differs when a program is replaced; undefined if there is none. */
function identityOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
  } catch {
    return undefined;
  }
}

async function write(memory: string, text: string): Promise<void> {
  makeFolder(dirname(memory), 0o700);
  await writeWhole(memory, (part) => writeFile(part, text, { mode: 0o600 }));
}

export interface LocateOptions {
  /** The program the user named, for example with --ffmpeg: use that one or fail. */
  explicit?: string | undefined;
  /** The data folder; `vau setup ffmpeg` installs into its `ffmpeg/`. */
  dataDir?: string | undefined;
  env?: NodeJS.ProcessEnv | undefined;
  /** A file in which to remember the versions of programs; default: each is started to ask it. */
  memory?: string | undefined;
}

/** @returns where `vau setup ffmpeg` installs a program inside a data folder */
export function installedPath(dataDir: string, program: 'ffmpeg' | 'ffprobe' = 'ffmpeg'): string {
  return join(dataDir, 'ffmpeg', `${program}${EXE}`);
}

/** Like `chooseFfmpeg`, without the reason. */
export async function locateFfmpeg(options: LocateOptions = {}): Promise<Ffmpeg> {
  return (await chooseFfmpeg(options)).ffmpeg;
}

/**
 * Finds the ffmpeg to use. A program that the user named (--ffmpeg, VAU_FFMPEG, FFMPEG_BIN) is used or is an error; it
 * is never silently replaced. Otherwise the best of PATH, the ffmpeg-static package and the data folder.
 * @throws MediaError `unusable-ffmpeg` if the named one does not work, `no-ffmpeg` if there is none
 */
export async function chooseFfmpeg(options: LocateOptions = {}): Promise<FfmpegChoice> {
  if (options.memory === undefined) return choose(options, versionOf);
  const { ask, keep } = rememberedVersions(options.memory);
  try {
    return await choose(options, ask);
  } finally {
    await keep();
  }
}

async function choose(options: LocateOptions, ask: AskVersion): Promise<FfmpegChoice> {
  const env = options.env ?? process.env;
  const named = namedCandidate(options, env);
  if (named) {
    const ffmpeg = (await examine(named, ask)) ?? fail(named);
    return {
      ffmpeg: await withFfprobe(ffmpeg, options, env, ask),
      why: `${named.source} names it`,
      others: [],
    };
  }
  const candidates = unnamedCandidates(options, env);
  const examined = await Promise.all(candidates.map((candidate) => examine(candidate, ask)));
  const [best, ...others] = ranked(examined.filter((found) => found !== null));
  if (!best)
    throw new MediaError(
      'no-ffmpeg',
      'No ffmpeg was found. Run "vau setup ffmpeg", install one from your system, or set VAU_FFMPEG.',
    );
  return { ffmpeg: await withFfprobe(best, options, env, ask), why: whyFirst(best, others[0]), others };
}

function fail({ path, source }: Candidate): never {
  throw new MediaError(
    'unusable-ffmpeg',
    `${path} (from ${source}) is not a working ffmpeg, version 4.1 or newer. Correct the path or remove it.`,
  );
}

function namedCandidate(options: LocateOptions, env: NodeJS.ProcessEnv): Candidate | undefined {
  const named: [string | undefined, FfmpegSource][] = [
    [options.explicit, '--ffmpeg'],
    [env.VAU_FFMPEG, 'VAU_FFMPEG'],
    [env.FFMPEG_BIN, 'FFMPEG_BIN'],
  ];
  const found = named.find(([path]) => path !== undefined && path !== '');
  return found ? { path: resolve(found[0] ?? ''), source: found[1] } : undefined;
}

/** All places to search, each program once. */
function unnamedCandidates(options: LocateOptions, env: NodeJS.ProcessEnv): Candidate[] {
  const packaged = process.versions.pnp === undefined ? packagedProgram() : staticPath();
  const candidates: Candidate[] = [
    ...onPath('ffmpeg', env).map((path) => ({ path, source: 'PATH' as const })),
    ...(packaged ? [{ path: packaged, source: 'ffmpeg-static' as const }] : []),
    ...(options.dataDir ? [{ path: installedPath(options.dataDir), source: 'data folder' as const }] : []),
  ];
  const files = candidates.map(({ path }) => realFile(path));
  return candidates.filter((_, index) => files[index] !== undefined && files.indexOf(files[index]) === index);
}

/** The file behind links; undefined if there is none. */
function realFile(path: string): string | undefined {
  try {
    return existsSync(path) ? realpathSync.native(path) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Path of ffmpeg-static's program if it is there. It looks for the file and does not ask the package, whose script takes
 * longer to load than all the rest here; under Plug'n'Play, packages have no folders, and it has to be asked.
 * @param from a folder: its `node_modules` and those of its parents are searched
 */
export function packagedProgram(from = dirname(fileURLToPath(import.meta.url))): string | null {
  const file = join(from, 'node_modules', 'ffmpeg-static', `ffmpeg${EXE}`);
  if (existsSync(file)) return file;
  return dirname(from) === from ? null : packagedProgram(dirname(from));
}

/** Path of ffmpeg-static's program, as the package says. The package is optional, and so is the file. */
export function staticPath(): string | null {
  try {
    // Not import(): in a script that starts Node's loader of modules, which takes longer than all the rest here.
    return createRequire(import.meta.url)('ffmpeg-static') as string | null;
  } catch {
    return null;
  }
}

function onPath(name: string, env: NodeJS.ProcessEnv): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => resolve(folder, name + EXE));
}

/** Adds an ffprobe from PATH or the data folder if there is none beside it. */
async function withFfprobe(
  ffmpeg: Ffmpeg,
  { dataDir }: LocateOptions,
  env: NodeJS.ProcessEnv,
  ask: AskVersion,
): Promise<Ffmpeg> {
  if (ffmpeg.ffprobe !== undefined) return ffmpeg;
  const places = [...onPath('ffprobe', env), ...(dataDir ? [installedPath(dataDir, 'ffprobe')] : [])];
  for (const path of places)
    if (dirname(path) !== dirname(ffmpeg.path) && (await ask(path))) return { ...ffmpeg, ffprobe: path };
  return ffmpeg;
}
