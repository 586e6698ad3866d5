import { wakeUp } from '../../../src/service/jobs/worker/messages.ts';
import { sqliteQueue } from '../../../src/service/queue/sqlite-queue.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { temporaryData } from '../store/support.ts';
import { ownerByName, queueConformance } from './queue-conformance.ts';

queueConformance('the SQLite queue', async () => {
  const data = await temporaryData();
  const stores = [await openStore(data.dataDir), await openStore(data.dataDir)] as const;
  let now = 1_000_000;
  const clock = () => now;
  return {
    db: stores[0].db,
    queue: sqliteQueue(stores[0].db, { clock, wake: wakeUp(), ownerOf: ownerByName }),
    other: sqliteQueue(stores[1].db, { clock, wake: wakeUp(), ownerOf: ownerByName }),
    pass: (ms) => {
      now += ms;
    },
    now: clock,
    close: async () => {
      for (const store of stores) await store.close();
      await data.remove();
    },
  };
});
