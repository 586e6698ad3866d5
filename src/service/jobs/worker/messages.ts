import { EventEmitter } from 'node:events';
import type { Ffmpeg } from '../../../media/types.ts';
import type { ServiceConfig } from '../../context/config.ts';
import type { LogRecord } from '../../log.ts';
import type { Recorded } from '../../metrics/metrics.ts';
import type { WakeUp } from '../../queue/queue.ts';
import type { FolderIdentity } from '../../store/data-folder.ts';
import type { ModelRequest } from '../../understanding/models/model-process/messages.ts';

/** Wakes the idle workers of this process as soon as a job is enqueued. Workers of other processes poll. */
export function wakeUp(): WakeUp {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    soon: () => void setImmediate(() => emitter.emit('work')),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          emitter.off('work', end);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        emitter.on('work', end);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
      }),
  };
}

/** What a process uses. */
export interface Usage {
  /** Resident memory in bytes. */
  readonly memoryBytes: number;
  /** Processor time since its start. */
  readonly cpuSeconds: number;
}

/** What this process uses now. */
export function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { memoryBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 };
}

/** The first message sent to a worker process; replies of models follow. */
export interface StartMessage {
  /** The worker id under which it claims jobs. */
  readonly workerId: string;
  readonly config: ServiceConfig;
  /** The data folder that it must find at its path; default: the one that is there. */
  readonly folder?: FolderIdentity;
  readonly ffmpeg: Ffmpeg;
  /** Bundle of the heartbeat thread. */
  readonly heartbeatPath: string;
}

/** Messages from a worker process: that it is ready, log records, metrics, what it uses, and questions to models. */
export type WorkerMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'log'; readonly record: LogRecord }
  | { readonly type: 'metric'; readonly recorded: Recorded }
  | ({ readonly type: 'usage' } & Usage)
  | ModelRequest;

/** Start data of the heartbeat thread. */
export interface HeartbeatData {
  /** See storeOf. */
  readonly store: string;
  readonly workerId: string;
  readonly leaseMs: number;
  /** Process id of the service; once it is gone, leases are no longer renewed. */
  readonly parentPid: number;
}

/** What the heartbeat thread is told: the tokens of jobs that begin and end to run here, and to stop. */
export type HeartbeatOrder = { readonly hold: number } | { readonly drop: number } | { readonly stop: true };

/** What the heartbeat thread says: leases that were lost. The first message, without any, means that it keeps leases. */
export interface HeartbeatNews {
  readonly lost: readonly number[];
}
