import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a file that appears complete or not at all.
 * @param write gets the path of a new file in the same folder; what it leaves there takes the place of `target`
 */
export async function writeWhole(target: string, write: (part: string) => Promise<unknown>): Promise<void> {
  const part = `${target}.${crypto.randomUUID()}.part`;
  try {
    await write(part);
    await rename(part, target);
  } finally {
    await rm(part, { force: true });
  }
}

/** Flushes a file, or a folder's list of names, to the disk. Windows needs this for no folder; one that may not be read is left out. */
export function syncNow(target: string): void {
  const isFolder = statSync(target).isDirectory();
  if (isFolder && process.platform === 'win32') return;
  let opened: number;
  try {
    opened = openSync(target, isFolder ? 'r' : 'r+');
  } catch (error) {
    if (isFolder && (error as NodeJS.ErrnoException).code === 'EACCES') return;
    throw error;
  }
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/**
 * Makes a folder and its parents, durably. One level at a time: Node's own
 * `recursive` never ends on a file system that refuses folders with ENOENT, such as /proc.
 * @throws the system's error, with its code, if a part of the path is not a folder or cannot be made
 */
export function makeFolder(folder: string, mode?: number): void {
  const whole = path.resolve(folder);
  const found = statSync(whole, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (!found && path.dirname(whole) !== whole) makeFolder(path.dirname(whole), mode);
  try {
    mkdirSync(whole, mode === undefined ? undefined : { mode });
    syncNow(path.dirname(whole));
  } catch (error) {
    // Another process may have made it in the meantime; a file with that name is an error.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && !found) return;
    if (code !== 'ENOENT') throw error;
    const message = `the folder ${whole} cannot be created: its file system takes no folders there`;
    throw Object.assign(new Error(message, { cause: error }), { code });
  }
}
