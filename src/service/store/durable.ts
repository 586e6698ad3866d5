import { chmod, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Makes what was written under a path survive a power cut: a file's content, or a folder's list of names. */
export async function syncPath(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder and the ones above it, and their names durable. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made))
    await syncPath(path.dirname(made));
}

/**
 * Moves a whole file to its place: afterwards it is there, durable and complete, or the old one is. Only the owner
 * may read it there, whatever made it.
 */
export async function moveInto(from: string, to: string): Promise<void> {
  await chmod(from, 0o600);
  await syncPath(from);
  await makeFolder(path.dirname(to));
  await rename(from, to).catch((error: unknown) => acrossDevices(error, from, to));
  await syncPath(path.dirname(to));
}

/**
 * Moves a folder with all that is in it to a place that is free, on the same file system: afterwards it is at the new
 * place or, when this throws, at the old one.
 */
export async function moveFolder(from: string, to: string): Promise<void> {
  await makeFolder(path.dirname(to));
  await rename(from, to);
  await syncPath(path.dirname(to));
  await syncPath(path.dirname(from));
}

/** The temporary folder may be on another file system: copy beside the place first. */
async function acrossDevices(error: unknown, from: string, to: string): Promise<void> {
  if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
  const beside = `${to}.part`;
  await copyFile(from, beside);
  await syncPath(beside);
  await rename(beside, to);
  await rm(from, { force: true });
}
