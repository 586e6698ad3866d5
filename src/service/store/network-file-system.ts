import { statfs } from 'node:fs/promises';

/** Numbers by which Linux names file systems whose files are on another machine, or behind a program (statfs(2)). */
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

/** The number of the file system that a path is on; undefined where numbers mean nothing (not on Linux). */
export async function fileSystemType(target: string): Promise<number | undefined> {
  return process.platform === 'linux' ? (await statfs(target)).type : undefined;
}

/**
 * The name of a network file system; undefined for one on a disk of this machine, and for unknown ones.
 * @param type as `fileSystemType` gives it
 */
export function networkFileSystem(type: number | undefined): string | undefined {
  // Systems of 32 bits give the larger ones as negative numbers.
  return type === undefined ? undefined : NETWORK[type >>> 0];
}
