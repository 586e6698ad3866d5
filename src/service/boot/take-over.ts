import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../context/context.ts';
import { killEarlierStrays } from '../jobs/strays.ts';
import { isAlive } from '../store/alive.ts';

/**
 * Takes the jobs of an earlier service on this data folder over, at once and not when their leases run out: its
 * workers are ended, and one that could not be is fenced off. The caller holds the folder's lock, and has no workers.
 */
export async function takeOver({ config, queue, log }: ServiceContext): Promise<void> {
  const ended = killEarlierStrays(config.dataDir);
  await areGone(ended);
  const taken = await queue.reap(Number.MAX_SAFE_INTEGER);
  if (ended.length + taken > 0) log.warn('an earlier service was cut off; its jobs go on', { ended, taken });
}

/** Only then can their temporary files be recognised as nobody's. Waits two seconds at most. */
async function areGone(pids: readonly number[]): Promise<void> {
  for (let look = 0; look < 100 && pids.some(isAlive); look += 1) await sleep(20);
}
