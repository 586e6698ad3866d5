import { statfs } from 'node:fs/promises';

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
export async function fileSystemType(target: string): Promise<number | undefined> {
  return process.platform === 'linux' ? (await statfs(target)).type : undefined;
}

/**
 * The name of a network file system; undefined for a local or unknown one.
 * @param type from `fileSystemType`
 */
export function networkFileSystem(type: number | undefined): string | undefined {
  // 32-bit systems return the larger ones as negative numbers.
  return type === undefined ? undefined : NETWORK[type >>> 0];
}
