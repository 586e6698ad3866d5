import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
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

/** Moves a whole file to its place: afterwards it is there, durable and complete, or the old one is. */
export async function moveInto(from: string, to: string): Promise<void> {
  await syncPath(from);
  await makeFolder(path.dirname(to));
  await rename(from, to).catch((error: unknown) => acrossDevices(error, from, to));
  await syncPath(path.dirname(to));
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
