import { createHash } from 'node:crypto';
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Folder in the data folder with copies of objects that were fetched. */
const FOLDER = 'fetched';

/** A bounded store of fetched objects on the local disk, shared by the processes of a data folder. */
export interface LocalCopies {
  /** Path of the copy of an object in this version; it is deleted when others need its place. */
  path(key: string, version: string): string;
  /** Gives the copy a second name, under which it stays. False if there is none. */
  keep(copy: string, name: string): Promise<boolean>;
  /** Adds a file as a copy, and deletes the copies that were used longest ago if there are too many bytes. */
  add(file: string, copy: string): Promise<void>;
}

/** @param most bytes to keep; the newest copy stays even if it is larger */
export function localCopies(dataDir: string, most: number): LocalCopies {
  const folder = path.join(dataDir, FOLDER);
  return {
    path: (key, version) =>
      path.join(folder, createHash('sha256').update(`${key}\n${version}`).digest('hex')),
    keep: (copy, name) => linked(copy, name),
    add: async (file, copy) => {
      await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      // Another process may have fetched it too.
      await linked(file, copy);
      await trim(folder, copy, most);
    },
  };
}

/** False if there is no such file; a name that is taken by the same content stays. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    if (code === 'EEXIST') return true;
    throw error;
  }
}

async function trim(folder: string, newest: string, most: number): Promise<void> {
  const copies: { file: string; bytes: number; usedAt: number }[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    // Every use gives the file another name or takes one away, which sets this time.
    if (found) copies.push({ file, bytes: found.size, usedAt: found.ctimeMs });
  }
  let bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0);
  for (const copy of copies.sort((one, other) => one.usedAt - other.usedAt)) {
    if (bytes <= most) return;
    if (copy.file === newest) continue;
    await rm(copy.file, { force: true });
    bytes -= copy.bytes;
  }
}
