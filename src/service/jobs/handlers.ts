import type { JobKind, JobPayloads } from '../queue/queue.ts';
import type { Trx } from '../store/schema.ts';
import type { WaitingContext } from './waiting.ts';

/** What a handler works with. */
export interface JobContext extends WaitingContext {
  /** Aborts when the worker stops or the job was cancelled or lost. Hand it to every ffmpeg run and fetch. */
  readonly signal: AbortSignal;
  /** 1 on the first try. */
  readonly attempt: number;
  /**
   * The one way in which a job writes: a transaction that is rolled back when another worker has the job by now or
   * it was cancelled.
   * @throws LeaseLost then
   */
  write<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result>;
  /** Says what is being done, for the log. */
  progress(text: string): void;
}

/**
 * How a kind of job is done. A job can run more than once (a crash after its last write, before its end was
 * noted), so `run` looks at its row first and returns when the row is finished or gone.
 */
export interface JobHandler<K extends JobKind> {
  /**
   * Does the work. A thrown error is tried again later, up to the limit; a PermanentError is not. What the
   * media itself is to blame for is no error here: write it into the row, and return.
   */
  run(ctx: JobContext, payload: JobPayloads[K]): Promise<void>;
  /** Marks the row failed, after the last try. `reason` is a sentence for a person. */
  exhausted(ctx: JobContext, payload: JobPayloads[K], reason: string): Promise<void>;
}

/** One handler per kind: leave one out, and this does not compile. */
export type JobHandlers = { readonly [K in JobKind]: JobHandler<K> };

/** Trying again would not help: the job goes straight to `exhausted`, with this message as the reason. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** What the job waits for is not there yet: it is put back for `afterMs` milliseconds, and the try does not count. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly afterMs: number;

  constructor(message: string, afterMs = 1_000) {
    super(message);
    this.afterMs = afterMs;
  }
}
