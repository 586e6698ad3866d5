/**
 * What a job is to its handler: a JobContext and a payload come in; it ends, or throws PermanentError or RetryLater.
 * Beside it stand the rounds that put right what was left: sweeps, strays of dead workers, rows without a job.
 */

import type { JobKind, JobPayloads } from '../queue/kinds.ts';
import type { Trx } from '../store/sql/schema.ts';
import type { Declaration, LifecycleContext } from './lifecycle/lifecycle.ts';

/** The context of a job handler. */
export interface JobContext extends LifecycleContext {
  /** Aborts when the worker stops or the job is cancelled or lost. Pass it to every ffmpeg run and fetch. */
  readonly signal: AbortSignal;
  /** 1 on the first attempt. */
  readonly attempt: number;
  /** Whether a failure of this attempt is final. */
  readonly isLast: boolean;
  /** Earliest time to run, in Unix milliseconds; in the future if `drain` runs it early. */
  readonly runAt: number;
  /**
   * The only way for a job to write: a transaction that is rolled back if the job was cancelled or another worker has
   * it.
   * @throws LeaseLost in that case
   */
  write<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result>;
  /** Logs what the job is doing. */
  progress(text: string): void;
}

/**
 * Handles one kind of job. A job can run more than once (for example after a crash between its last write and its
 * completion), so `run` checks its row first and returns if the row is finished or gone.
 */
export interface JobHandler<K extends JobKind> {
  /** The rows that it works on, and what they wait for. Left out if it works on none. */
  readonly rows?: Declaration<K>;
  /**
   * Does the work. A thrown error is retried later, up to the limit; a PermanentError is not retried. A fault of the
   * media itself is not an error here: write it to the row and return.
   */
  run(ctx: JobContext, payload: JobPayloads[K]): Promise<void>;
  /**
   * Marks the row failed after the last attempt. `reason` is a sentence for people. A job without it is never given up: it
   * is tried again, at last every five minutes, until it succeeds or is cancelled.
   */
  exhausted?(ctx: JobContext, payload: JobPayloads[K], reason: string): Promise<void>;
}

/** One handler per kind; a missing one is a compile error. */
export type JobHandlers = { readonly [K in JobKind]: JobHandler<K> };

/** A retry would not help: the job goes straight to `exhausted`, with this message as the reason. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/**
 * What the job waits for is not ready: the job is put back for `afterMs` milliseconds, and the attempt does not count.
 */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly afterMs: number;

  constructor(message: string, afterMs = 1_000) {
    super(message);
    this.afterMs = afterMs;
  }
}

/** For a kind of job that only marks its row failed, as its declaration says. */
export function failsItsRow<K extends JobKind>(kind: K): Required<JobHandler<K>>['exhausted'] {
  return (ctx, payload, reason) =>
    ctx.write(async (trx) => {
      await ctx.lifecycle.fail(trx, kind, payload, reason);
    });
}
