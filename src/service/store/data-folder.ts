import { access, constants, stat, statfs } from 'node:fs/promises';
import { makeFolder } from '../../media/files.ts';
import { ServiceError } from '../errors.ts';

/** Linux's magic numbers of network and FUSE file systems (statfs(2)). */
const NETWORK: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4266872130: 'SMB',
  4283649346: 'SMB (CIFS)',
  1702057286: 'FUSE',
  16914839: '9P',
  1397113167: 'AFS',
  1799439955: 'AFS',
  1937076805: 'Coda',
  12805120: 'Ceph',
  198183888: 'Lustre',
  1196443219: 'GPFS',
  2020557398: 'a VirtualBox share',
};

/** The magic number of a path's file system; undefined on other systems than Linux. */
async function fileSystemType(target: string): Promise<number | undefined> {
  return process.platform === 'linux' ? (await statfs(target)).type : undefined;
}

/**
 * The name of a network file system; undefined for a local or unknown one.
 * @param type from `fileSystemType`
 */
function networkFileSystem(type: number | undefined): string | undefined {
  // 32-bit systems return the larger ones as negative numbers.
  return type === undefined ? undefined : NETWORK[type >>> 0];
}

/** The data folder is unavailable or not writable; the message says why. */
export class FolderRefused extends Error {
  override readonly name = 'FolderRefused';
}

/** Seconds after which a request that found no data folder may be tried again. */
const RETRY_AFTER = '10';

/** The data folder was moved away, deleted or replaced while it was in use. Nothing may be saved: it would be lost. */
class FolderGone extends ServiceError {
  override readonly name = 'FolderGone';

  constructor() {
    super(
      503,
      "the service's data folder was moved or deleted: nothing was saved. Put it back, or start the service again",
      { 'retry-after': RETRY_AFTER },
    );
  }
}

/** Identifies a folder, whatever its path: its device and its number there. */
export type FolderIdentity = string;

/** The data folder of a running service, which has to stay the one that it was. */
export interface HeldFolder {
  readonly identity: FolderIdentity;
  /** Whether another folder, or none, has its path now. */
  isGone(): Promise<boolean>;
  /** @throws FolderGone if it is gone */
  check(): Promise<void>;
}

/**
 * Holds on to a data folder.
 * @param identity of the folder that it must be; default: the one that is there
 * @throws FolderGone if another one is there, or none
 */
export async function holdFolder(dataDir: string, identity?: FolderIdentity): Promise<HeldFolder> {
  const known = identity ?? (await identityOf(dataDir));
  if (known === undefined) throw new FolderGone();
  const isGone = async () => (await identityOf(dataDir)) !== known;
  const check = async () => {
    if (await isGone()) throw new FolderGone();
  };
  await check();
  return { identity: known, isGone, check };
}

async function identityOf(folder: string): Promise<FolderIdentity | undefined> {
  const found = await stat(folder, { bigint: true }).catch(() => undefined);
  return found && `${found.dev}-${found.ino}`;
}

/** Reasons for the system's error codes. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user has no write permission there',
  EPERM: 'this user has no write permission there',
  EROFS: 'the file system is read-only',
  ENOENT: 'the folder cannot be created',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
  ENOSPC: 'the disk is full',
};

/**
 * From now on, files made by this process and the programs it starts (ffmpeg, workers) are readable by their owner
 * only, whatever the umask was.
 */
export function ownFilesOnly(): void {
  process.umask(0o077);
}

/**
 * Creates the data folder, readable by its owner only, and checks that it is writable and on a local disk.
 * @param typeOf returns the file system type of a path
 * @throws FolderRefused
 */
export async function prepareDataFolder(dataDir: string, typeOf = fileSystemType): Promise<void> {
  let network: string | undefined;
  try {
    makeFolder(dataDir, 0o700);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    network = networkFileSystem(await typeOf(dataDir));
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new FolderRefused(`the data folder ${dataDir} cannot be used: ${REASONS[code] ?? message}`);
  }
  if (network)
    throw new FolderRefused(
      `the data folder ${dataDir} cannot be used: it is on a network file system (${network}), where the database ` +
        'would be damaged: its log needs memory that the processes of one machine share. Use a folder on a local disk',
    );
}
