import { locateFfmpeg } from '../../media/ffmpeg/locate.ts';
import type { Ffmpeg } from '../../media/types.ts';
import type { ServiceConfig } from '../context/config.ts';
import { bindWaiting } from '../jobs/bind-waiting.ts';
import { ownersFrom } from '../jobs/owners.ts';
import type { WaitingContext } from '../jobs/waiting.ts';
import { wakeUp } from '../jobs/wake.ts';
import { type Log, silentLog } from '../log.ts';
import { sqliteQueue } from '../queue/sqlite-queue.ts';
import { diskObjects, prepareObjects } from '../store/disk-objects.ts';
import { openStore } from '../store/open-store.ts';
import { removeOwnTemporary } from '../store/temporary.ts';
import { machineRuntime } from './runtime.ts';
import { declarations } from './waiting.ts';

export interface ContextOptions {
  readonly config: ServiceConfig;
  /** Default: says nothing. */
  readonly log?: Log;
  /** Default: looked for, and an error when there is none. */
  readonly ffmpeg?: Ffmpeg;
  /** Unix milliseconds; default the machine's clock. */
  readonly clock?: () => number;
  /** Rows in memory only, objects still in the data folder: for tests of one process. */
  readonly inMemory?: boolean;
}

export interface OpenContext {
  readonly context: WaitingContext;
  close(): Promise<void>;
}

/** Opens what the service, or one of its worker processes, works with. Throws when the store or ffmpeg is missing. */
export async function openContext(options: ContextOptions): Promise<OpenContext> {
  const { config, log = silentLog, clock = Date.now } = options;
  const ffmpeg =
    options.ffmpeg ?? (await locateFfmpeg({ explicit: config.ffmpegPath, dataDir: config.dataDir }));
  const store = await openStore(options.inMemory ? ':memory:' : config.dataDir);
  await prepareObjects(config.dataDir);
  const runtime = machineRuntime(clock);
  const queue = sqliteQueue(store.db, { clock, wake: wakeUp(), ownerOf: ownersFrom(declarations) });
  const objects = diskObjects(config.dataDir);
  return {
    context: {
      ...{ db: store.db, objects, queue, config, log, ffmpeg },
      ...runtime,
      waiting: bindWaiting({ queue, ...runtime }, declarations),
    },
    close: async () => {
      await store.close();
      await removeOwnTemporary(config.dataDir);
    },
  };
}
