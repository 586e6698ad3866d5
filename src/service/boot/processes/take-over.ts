import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../../context/context.ts';
import { killEarlierStrays } from '../../jobs/strays.ts';
import { isAlive } from '../../store/objects/alive.ts';

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
