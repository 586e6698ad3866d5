import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../context/context.ts';
import { isAlive } from '../store/objects/temporary.ts';

/** Set for a worker process and inherited by every program it starts, so that strays can be recognised. */
export const ownerVariable = 'VAU_OWNER';

/** A unique name for a worker's process family: data folder, service process id and a random part. */
export function ownerName(dataDir: string): string {
  return `${folderName(dataDir)}.${process.pid}.${randomUUID()}`;
}

/**
 * Kills programs (ffmpeg) that a killed worker left behind. Programs run in their own process groups, so nothing else
 * ends them. On Linux they are found by their environment; elsewhere their time limits end them. Returns the ids of the
 * killed processes.
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
 * Kills what the workers of an earlier service on this data folder left behind, if that service is gone. Call it before
 * starting workers: this process may have the id of the earlier one.
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
    // It belongs to another user, or is gone.
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

/**
 * Takes over the jobs of an earlier service on this data folder at once instead of waiting for their leases: kills its
 * workers, and fences off any that cannot be killed. The caller holds the folder's lock and has no workers yet.
 */
export async function takeOver({ config, queue, log }: ServiceContext): Promise<void> {
  const ended = killEarlierStrays(config.dataDir);
  await areGone(ended);
  // Others may work on a shared store: its leases end by themselves.
  const taken = config.store === undefined ? await queue.reap(Number.MAX_SAFE_INTEGER) : 0;
  if (ended.length + taken > 0)
    log.warn('an earlier service was interrupted; resuming its jobs', { ended, taken });
}

/** Only then can their temporary files be recognised as stale. Waits at most two seconds. */
async function areGone(pids: readonly number[]): Promise<void> {
  for (let look = 0; look < 100 && pids.some(isAlive); look += 1) await sleep(20);
}
