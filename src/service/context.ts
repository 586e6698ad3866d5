import type { ServiceConfig } from './config.ts';
import type { Queue } from './jobs/queue.ts';
import type { Log } from './log.ts';
import type { ObjectStorage } from './store/objects.ts';
import type { Db } from './store/schema.ts';

/** The ffmpeg in use: where it is. It is looked for once, when the service or a worker starts. */
export interface Ffmpeg {
  /** Absolute path of the program. */
  readonly path: string;
  /** Absolute path of ffprobe, where there is one. */
  readonly ffprobe?: string;
}

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
