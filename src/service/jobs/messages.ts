import type { Ffmpeg } from '../../media/types.ts';
import type { ServiceConfig } from '../context/config.ts';
import type { LogRecord } from '../log.ts';

/** The only message sent to a worker process. */
export interface StartMessage {
  /** The worker id under which it claims jobs. */
  readonly workerId: string;
  readonly config: ServiceConfig;
  readonly ffmpeg: Ffmpeg;
  /** Bundle of the heartbeat thread. */
  readonly heartbeatPath: string;
}

/** Messages from a worker process: that it is ready, and log records. */
export type WorkerMessage = { readonly type: 'ready' } | { readonly type: 'log'; readonly record: LogRecord };

/** Start data of the heartbeat thread. */
export interface HeartbeatData {
  readonly dataDir: string;
  readonly workerId: string;
  readonly leaseMs: number;
  /** Process id of the service; once it is gone, leases are no longer renewed. */
  readonly parentPid: number;
}
