/**
 * The ServiceContext that is passed to every part of the service, and the ServiceConfig in it, which config.ts makes
 * of flags, the environment and service-config.json.
 */

import type { Ffmpeg } from '../../media/types.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Queue } from '../queue/queue.ts';
import type { HeldFolder } from '../store/data-folder.ts';
import type { OriginalStorage } from '../store/objects/objects.ts';
import type { Db } from '../store/sql/schema.ts';
import type { Activities } from './activities.ts';
import type { ServiceConfig } from './config.ts';

export type { Ffmpeg };

/**
 * Time, ids and turns. Pure code (test/doors/pure.test.ts) uses these instead of globals, so that it can be simulated.
 */
export interface Runtime {
  /** Unix milliseconds. Tests can move this clock. */
  clock(): number;
  /** A new unique id. */
  newId(): string;
  /** Lets other requests run in the middle of a long computation. */
  yieldTurn(): Promise<void>;
}

/** What every part of the service works with. Passed as an argument, never global. */
export interface ServiceContext extends Runtime {
  readonly db: Db;
  readonly objects: OriginalStorage;
  readonly queue: Queue;
  readonly config: ServiceConfig;
  /** The data folder, as it was when it was opened. */
  readonly folder: HeldFolder;
  readonly log: Log;
  readonly ffmpeg: Ffmpeg;
  /** Note long work here; stalls are logged with it. */
  readonly activities: Activities;
  readonly metrics: Metrics;
}
