/** Unpacks archives from elsewhere: nothing outside of the folder, no links, and no more than fits. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Header } from 'tar-stream';
import { makeFolder } from '../../../media/files.ts';
import { LocalError } from '../../errors/errors.ts';
import { isFull } from './refusals.ts';

export interface Unpacking {
  readonly format: 'tar.bz2' | 'tar.gz';
  /** The archive's name, for messages. */
  readonly name: string;
  /** An existing folder. */
  readonly into: string;
  /** Paths without the first folder; undefined: every file. */
  readonly keep?: readonly string[] | undefined;
  /** The folder below the first one that these paths begin in: nothing else is unpacked. */
  readonly folder?: string | undefined;
  readonly signal: AbortSignal;
}

/** A file or folder of an archive: its description, and its bytes. */
type TarEntry = Readable & { readonly header: Header };

/** Unpacked bytes for each byte of an archive, beyond this allowance: models and programs reach 5. */
const MOST_RATIO = 20;
const ALLOWANCE = 64 * 1024 ** 2;
const MOST_FILES = 20_000;

/** @returns the paths of the files, with slashes @throws LocalError if the archive is damaged, hostile or lacks a file */
export async function unpack(archive: string, options: Unpacking): Promise<string[]> {
  const { name, keep } = options;
  const most = (await stat(archive)).size * MOST_RATIO + ALLOWANCE;
  const kept: string[] = [];
  try {
    await readAll(archive, options, most, kept);
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof LocalError) throw error;
    if (isFull(error))
      throw new LocalError('The disk is full: the archive was not unpacked', { code: 'disk_full' });
    throw damaged(name, error instanceof Error ? error.message : String(error));
  }
  const missing = keep?.filter((file) => !kept.includes(file)) ?? [];
  if (missing.length > 0) throw damaged(name, `it has no ${missing.join(', ')}`);
  return kept;
}

async function readAll(archive: string, options: Unpacking, most: number, kept: string[]): Promise<void> {
  const { extract } = await import('tar-stream');
  const entries = extract();
  let total = 0;
  let files = 0;
  const counted = async function* () {
    for await (const chunk of await contents(archive, options)) {
      total += (chunk as Buffer).length;
      if (total > most) throw damaged(options.name, 'it unpacks to far more than a model or a program does');
      yield chunk;
    }
  };
  const fed = Readable.from(counted(), { objectMode: false });
  fed.on('error', (error) => entries.destroy(error));
  fed.pipe(entries);
  try {
    for await (const entry of entries) {
      files += 1;
      if (files > MOST_FILES) throw damaged(options.name, `it has more than ${MOST_FILES} files`);
      await place(entry as unknown as TarEntry, options, kept);
    }
  } finally {
    fed.destroy();
  }
}

async function contents(archive: string, { format, signal }: Unpacking): Promise<AsyncIterable<unknown>> {
  const file = createReadStream(archive, { signal, highWaterMark: 2 ** 18 });
  if (format === 'tar.gz') {
    const opened = createGunzip();
    file.on('error', (error) => opened.destroy(error));
    return file.pipe(opened);
  }
  const { bunzip } = await import('./bunzip.ts');
  return bunzip(file);
}

/** Writes an entry, if it is to be kept. */
async function place(
  entry: TarEntry,
  { name, into, keep, folder }: Unpacking,
  kept: string[],
): Promise<void> {
  const inside = below(folder, pathOf(entry.header, name));
  if (inside === undefined || entry.header.type === 'directory' || (keep && !keep.includes(inside))) {
    entry.resume();
    return;
  }
  if (entry.header.type !== 'file' && entry.header.type !== 'contiguous-file')
    throw damaged(name, `${entry.header.name} is a ${entry.header.type}, not a file`);
  const target = path.join(into, inside);
  makeFolder(path.dirname(target), 0o700);
  // Never over a file that is there: an archive with the same name twice is refused.
  const handle = await open(target, 'wx', 0o600 | ((entry.header.mode ?? 0) & 0o100));
  try {
    for await (const chunk of entry as AsyncIterable<Buffer>) await handle.writeFile(chunk);
  } finally {
    await handle.close();
  }
  kept.push(inside);
}

/**
 * The path of an entry without its first folder; undefined for that folder itself.
 * @throws LocalError if it leads out of the folder
 */
function pathOf({ name: given }: Header, archive: string): string | undefined {
  const parts = given.split('/').filter((part) => part !== '' && part !== '.');
  const leaves = given.startsWith('/') || parts.some((part) => part === '..' || /[\\:\0]/.test(part));
  if (leaves) throw damaged(archive, `${JSON.stringify(given)} leads out of its folder`);
  return parts.length > 1 ? parts.slice(1).join('/') : undefined;
}

/** The path from a folder on; undefined if it is not in it. */
function below(folder: string | undefined, inside: string | undefined): string | undefined {
  if (folder === undefined || inside === undefined) return inside;
  return inside.startsWith(`${folder}/`) ? inside.slice(folder.length + 1) : undefined;
}

function damaged(name: string, why: string): LocalError {
  return new LocalError(`The archive ${name} was refused: ${why}`, { code: 'archive' });
}
