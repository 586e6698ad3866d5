import type { Store } from '../store/store.ts';
import type { Queue, QueueOptions } from './queue.ts';
import { sqliteQueue } from './sqlite-queue.ts';

/** Opens the queue of a store: in the store itself, or pg-boss's on the server that holds the store. */
export async function openQueue(
  { db, server }: Pick<Store, 'db' | 'server'>,
  options: QueueOptions,
): Promise<Queue> {
  if (!server) return sqliteQueue(db, options);
  // Loaded here, so that a store in a file does not pay for it.
  const { prepare } = await import('./boss/prepare.ts');
  const { bossQueue } = await import('./boss/boss-queue.ts');
  await prepare(db, server);
  return bossQueue(db, server.schema, options);
}
