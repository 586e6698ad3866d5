import { messageOf } from '../errors.ts';
import { type AnyJob, type HeldLease, type Job, type JobKind, LeaseLost } from '../queue/queue.ts';
import {
  type JobContext,
  type JobHandler,
  type JobHandlers,
  PermanentError,
  RetryLater,
} from './handlers.ts';
import type { WaitingContext } from './waiting.ts';

/** Longest wait before another try, in milliseconds. */
const MAX_RETRY_MS = 5 * 60_000;

/** How long a job whose row waits for something is put back, in milliseconds; the end of that wakes it at once. */
const WAIT_MS = 30_000;

/** A job in the middle of which so many workers ended is not tried again: its input fails, and nothing else. */
const MOST_DEATHS = 2;

/** How a job's turn ended. */
export type Outcome = 'completed' | 'retried' | 'given up' | 'put back' | 'lost';

/**
 * One turn of a claimed job: runs its handler and tells the queue how it went. Never throws for what the handler
 * does; throws only when the queue itself cannot be reached.
 */
export async function runJob(
  context: WaitingContext,
  handlers: JobHandlers,
  job: AnyJob,
  signal: AbortSignal,
): Promise<Outcome> {
  const ctx = jobContext(context, job, signal);
  try {
    return await turn(ctx, handlers, job);
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    ctx.log.warn('lease lost; nothing more is written');
    return 'lost';
  }
}

async function turn<K extends JobKind>(
  ctx: JobContext,
  handlers: JobHandlers,
  job: Job<K>,
): Promise<Outcome> {
  if (job.deaths >= MOST_DEATHS) return giveUp(ctx, handlers, job, deadlyReason(job));
  // A claim above the limit: every try ended with its worker.
  if (job.attempt > job.maxAttempts) return giveUp(ctx, handlers, job, stoppedReason(job));
  await ctx.queue.begin(job);
  try {
    if (await ctx.waiting.isWaiting(ctx.db, job.kind, job.payload))
      throw new RetryLater('it waits for something that has not ended', WAIT_MS);
    await handlerOf(handlers, job).run(ctx, job.payload);
  } catch (error) {
    return await afterError(ctx, handlers, job, error);
  }
  await ctx.queue.complete(job);
  return 'completed';
}

async function afterError<K extends JobKind>(
  ctx: JobContext,
  handlers: JobHandlers,
  job: Job<K>,
  error: unknown,
): Promise<Outcome> {
  if (error instanceof LeaseLost) throw error;
  if (error instanceof RetryLater) {
    await ctx.queue.release(job, ctx.clock() + error.afterMs);
    return 'put back';
  }
  if (ctx.signal.aborted) {
    await ctx.queue.release(job);
    return 'put back';
  }
  ctx.log.warn('job failed', { error });
  if (error instanceof PermanentError || job.attempt >= job.maxAttempts)
    return giveUp(ctx, handlers, job, messageOf(error));
  await ctx.queue.fail(job, messageOf(error), ctx.clock() + backoff(ctx.config.retryMs, job.attempt));
  return 'retried';
}

async function giveUp<K extends JobKind>(
  ctx: JobContext,
  handlers: JobHandlers,
  job: Job<K>,
  reason: string,
): Promise<Outcome> {
  ctx.log.error('job given up', { reason });
  try {
    await handlerOf(handlers, job).exhausted(ctx, job.payload, reason);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    // The row must not stay unfinished: the job is kept, and giving it up is tried again.
    ctx.log.error('the row could not be marked failed', { error });
    await ctx.queue.fail(job, reason, ctx.clock() + MAX_RETRY_MS);
    return 'retried';
  }
  await ctx.queue.complete(job);
  return 'given up';
}

function stoppedReason(job: Job): string {
  return `given up after ${job.maxAttempts} tries: ${job.lastError ?? 'the worker stopped while it was working on it'}`;
}

function deadlyReason({ deaths, lastError }: Job): string {
  return `given up: ${deaths} workers ended in the middle of it; the last one ${lastError ?? 'was gone'}`;
}

/** Doubled with each try: 1, 2, 4 times the first wait. */
function backoff(firstMs: number, attempt: number): number {
  return Math.min(MAX_RETRY_MS, firstMs * 2 ** (attempt - 1));
}

function handlerOf<K extends JobKind>(handlers: JobHandlers, job: Job<K>): JobHandler<K> {
  return handlers[job.kind];
}

function jobContext(context: WaitingContext, job: AnyJob, signal: AbortSignal): JobContext {
  const lease: HeldLease = { id: job.id, token: job.token };
  const log = context.log.child({ job: job.id, kind: job.kind, ...job.payload });
  return {
    ...context,
    clock: () => context.clock(),
    log,
    signal,
    attempt: job.attempt,
    write: (work) =>
      context.db.transaction().execute(async (trx) => {
        await context.queue.fence(trx, lease);
        return work(trx);
      }),
    progress: (text) => log.info(text),
  };
}
