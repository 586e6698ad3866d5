import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Size in bytes and SHA-256 (hex) of a file, read in pieces. */
export async function digestOf(file: string, signal?: AbortSignal): Promise<{ bytes: number; hash: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const pieces = createReadStream(file, { highWaterMark: 1 << 20, ...(signal && { signal }) });
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, hash: hash.digest('hex') };
}

/** Flushes a path to disk so that it survives a power cut: a file's content, or a folder's list of names. */
export async function syncPath(target: string): Promise<void> {
  const flags = flagsToSync((await stat(target)).isDirectory());
  if (flags === undefined) return;
  const handle = await open(target, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * How a path is opened to flush it; undefined if it needs no flush. Windows flushes only what is open for writing, and
 * no folders: its file systems log the names themselves.
 */
export function flagsToSync(isFolder: boolean, platform = process.platform): 'r' | 'r+' | undefined {
  if (platform !== 'win32') return 'r';
  return isFolder ? undefined : 'r+';
}

/**
 * Creates a folder and its parents, durably.
 * @param root is not created: where it was moved away, nothing may take its place. @throws the system's ENOENT then
 */
export async function makeFolder(folder: string, root: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return syncNames(folder, root);
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || folder === root || parent === root) throw error;
    await makeFolder(parent, root);
    return makeFolder(folder, root);
  }
  await syncNames(folder, root);
}

/** Flushes the names of a folder and of all above it up to `root`: whoever made one may have died before it was on the disk. */
async function syncNames(folder: string, root: string): Promise<void> {
  let at = folder;
  do {
    at = path.dirname(at);
    await syncPath(at);
  } while (at.startsWith(root + path.sep));
}

/**
 * Moves a file into place atomically: afterwards the new file is there, durable and complete, or the old one is. Only
 * its owner may read it.
 * @param root the folder below which folders are created
 */
export async function moveInto(from: string, to: string, root: string): Promise<void> {
  await chmod(from, 0o600);
  await syncPath(from);
  await makeFolder(path.dirname(to), root);
  await rename(from, to).catch((error: unknown) => acrossDevices(error, from, to));
  await syncPath(path.dirname(to));
}

/**
 * Moves a folder with its contents to a free place on the same file system, atomically: if it throws, the folder is
 * still in its old place.
 * @param root the folder below which folders are created
 */
export async function moveFolder(from: string, to: string, root: string): Promise<void> {
  await makeFolder(path.dirname(to), root);
  await rename(from, to);
  await syncPath(path.dirname(to));
  await syncPath(path.dirname(from));
}

/**
 * Deletes a file, or with `recursive` a folder with its contents: after a power cut it does not come back. No error if it is not
 * there.
 */
export async function remove(target: string, recursive = false): Promise<void> {
  await rm(target, { recursive, force: true });
  await syncPath(path.dirname(target)).catch((error: NodeJS.ErrnoException) => {
    // Nothing can come back in a folder that is not there.
    if (error.code !== 'ENOENT') throw error;
  });
}

/** Puts a text into a file, whole and durably: the old content stays if it throws. Only its owner may read it. */
export async function replaceText(file: string, text: string): Promise<void> {
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(part, text, { mode: 0o600, flag: 'wx', flush: true });
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
  await syncPath(path.dirname(file));
}

/** The temporary folder may be on another file system: copy to the same folder first. */
async function acrossDevices(error: unknown, from: string, to: string): Promise<void> {
  if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
  const beside = `${to}.part`;
  await copyFile(from, beside);
  await syncPath(beside);
  await rename(beside, to);
  await rm(from, { force: true });
}
