import type { Ffmpeg } from '../../media/types.ts';
import type { ServiceConfig } from '../context/config.ts';
import type { LogRecord } from '../log.ts';

/** The first and only message to a worker process. */
export interface StartMessage {
  /** The name under which it takes jobs. */
  readonly workerId: string;
  readonly config: ServiceConfig;
  readonly ffmpeg: Ffmpeg;
  /** Bundle of the thread that renews leases. */
  readonly heartbeatPath: string;
}

/** What a worker process says: that it works now, and what goes to the log. */
export type WorkerMessage = { readonly type: 'ready' } | { readonly type: 'log'; readonly record: LogRecord };

/** What the thread that renews leases is started with. */
export interface HeartbeatData {
  readonly dataDir: string;
  readonly workerId: string;
  readonly leaseMs: number;
  /** The service's process; when it is gone, no lease is renewed any more. */
  readonly parentPid: number;
}
