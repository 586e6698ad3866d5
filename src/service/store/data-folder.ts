import { access, constants, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileSystemType, networkFileSystem } from './network-file-system.ts';

/** The data folder cannot be had or written to; the message says why. */
export class FolderRefused extends Error {
  override readonly name = 'FolderRefused';
}

/** What the system's refusals mean for a folder. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'a part of it is a file, no folder',
  EEXIST: 'it is a file, no folder',
  ENOSPC: 'the disk is full',
};

/**
 * From here on, what this process and the programs it starts (ffmpeg, workers) make is its owner's alone, whatever the
 * terminal is set to.
 */
export function ownFilesOnly(): void {
  process.umask(0o077);
}

/**
 * Makes the data folder, for its owner alone, where there is none, and makes sure that it can be written to and is on
 * a disk of this machine.
 * @param typeOf gives the type of the file system that a path is on
 * @throws FolderRefused
 */
export async function prepareDataFolder(dataDir: string, typeOf = fileSystemType): Promise<void> {
  let network: string | undefined;
  try {
    await makeFolder(path.resolve(dataDir));
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    network = networkFileSystem(await typeOf(dataDir));
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new FolderRefused(`the data folder ${dataDir} cannot be used: ${REASONS[code] ?? message}`);
  }
  if (network)
    throw new FolderRefused(
      `the data folder ${dataDir} cannot be used: it is on a network file system (${network}), where the database ` +
        'would be damaged: its log needs memory that the processes of one machine share. Take a folder on a local disk',
    );
}

/** One level after the other: Node's own `recursive` never ends where a file system refuses folders with ENOENT. */
async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (found?.isDirectory()) return;
  if (!found) await makeFolder(path.dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another process may have made it meanwhile; a file of that name is no folder.
    if (error.code !== 'EEXIST' || found) throw error;
  });
}
