import type { Store } from '../store/store.ts';
import type { OwnerOf, Queue, WakeUp } from './queue.ts';
import { sqliteQueue } from './sqlite-queue.ts';

export interface QueueOptions {
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly wake: WakeUp;
  /** Default: new jobs have no owner. Leave it out where no jobs are added. */
  readonly ownerOf?: OwnerOf;
}

/** Opens the queue of a store: in the store itself, or pg-boss's on the server that holds the store. */
export async function openQueue(
  { db, server }: Pick<Store, 'db' | 'server'>,
  options: QueueOptions,
): Promise<Queue> {
  if (!server) return sqliteQueue(db, options);
  // Loaded here, so that a store in a file does not pay for it.
  const [{ prepare }, { bossQueue }] = await Promise.all([
    import('./boss/prepare.ts'),
    import('./boss/boss-queue.ts'),
  ]);
  await prepare(db, server);
  return bossQueue(db, server.schema, options);
}
