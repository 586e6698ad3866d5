import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '../store/alive.ts';

/** Set for a worker process, and by it for every program it starts: whose work they do. */
export const ownerVariable = 'VAU_OWNER';

/** A name for one worker's family of processes: the data folder, the service's process, and a number of its own. */
export function ownerName(dataDir: string): string {
  return `${folderName(dataDir)}.${process.pid}.${randomUUID()}`;
}

/**
 * Ends the programs (ffmpeg) that a worker left behind when it was killed. Programs run in groups of their own, so
 * nothing else ends them. On Linux they are found by their environment; elsewhere they run out by themselves, within
 * their time limits. Gives the ids of the processes ended.
 */
export function killStrays(isStray: (owner: string) => boolean): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => isStray(ownerOf(name) ?? ''))
    .map(Number)
    .filter(kill);
}

/**
 * Ends what the workers of an earlier service on this data folder left, when that service is gone. Call it before
 * workers are started: this process may have got the id of the earlier one.
 */
export function killEarlierStrays(dataDir: string): number[] {
  const folder = folderName(dataDir);
  return killStrays((owner) => {
    const [of, service] = owner.split('.');
    return of === folder && (service === String(process.pid) || !isAlive(Number(service)));
  });
}

function folderName(dataDir: string): string {
  return createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 16);
}

function ownerOf(pid: string): string | undefined {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return variables.find((entry) => entry.startsWith(`${ownerVariable}=`))?.slice(ownerVariable.length + 1);
  } catch {
    // Another user's, or gone.
    return undefined;
  }
}

function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
