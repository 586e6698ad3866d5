import { describe } from 'vitest';
import { wakeUp } from '../../../../src/service/jobs/worker/messages.ts';
import { openQueue } from '../../../../src/service/queue/open-queue.ts';
import { openStore } from '../../../../src/service/store/open-store.ts';
import { isOnServer, newTestStore } from '../../../support/store.ts';
import { ownerByName, queueConformance } from '../../queue/queue-conformance.ts';

describe.runIf(isOnServer)('[DB-1] the queue on a PostgreSQL store', () => {
  queueConformance('pg-boss', async () => {
    const { store: location = '', remove } = newTestStore();
    const stores = [await openStore(location), await openStore(location)] as const;
    let now = 1_000_000;
    const clock = () => now;
    const options = { clock, wake: wakeUp(), ownerOf: ownerByName };
    return {
      db: stores[0].db,
      queue: await openQueue(stores[0], options),
      other: await openQueue(stores[1], options),
      pass: (ms) => {
        now += ms;
      },
      now: clock,
      close: async () => {
        for (const store of stores) await store.close();
        await remove();
      },
    };
  });
});
