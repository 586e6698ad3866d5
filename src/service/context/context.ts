import type { Ffmpeg } from '../../media/types.ts';
import type { Log } from '../log.ts';
import type { Queue } from '../queue/queue.ts';
import type { ObjectStorage } from '../store/objects.ts';
import type { Db } from '../store/schema.ts';
import type { ServiceConfig } from './config.ts';

export type { Ffmpeg };

/** What every part of the service works with. Passed down, never global. */
export interface ServiceContext {
  readonly db: Db;
  readonly objects: ObjectStorage;
  readonly queue: Queue;
  readonly config: ServiceConfig;
  /** Unix milliseconds. Code asks this clock, so that tests can move it. */
  clock(): number;
  readonly log: Log;
  readonly ffmpeg: Ffmpeg;
}
