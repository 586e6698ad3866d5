import { messageOf } from '../../errors.ts';
import { GUILTY } from '../../queue/fault-points.ts';
import type { JobKind } from '../../queue/kinds.ts';
import { type AnyJob, type HeldLease, type Job, LeaseLost } from '../../queue/queue.ts';
import { StorageFault } from '../../store/objects/s3/fault.ts';
import { isPassing } from '../../store/sql/errors.ts';
import { isMachineTrouble, reasonOf } from '../../trouble.ts';
import {
  type JobContext,
  type JobHandler,
  type JobHandlers,
  PermanentError,
  RetryLater,
} from '../handlers.ts';
import type { LifecycleContext } from '../lifecycle/lifecycle.ts';
import { pause } from './pause.ts';

/** Longest delay before a retry, in milliseconds. */
const MAX_RETRY_MS = 5 * 60_000;

/** Delay of a job whose row waits for something, in milliseconds; it is woken earlier when that ends. */
const WAIT_MS = 30_000;

/** Delay of a job whose store, disk or object storage cannot be used, in milliseconds. */
const STORAGE_MS = 10_000;

/** How often the queue is told that a run begins or has ended, with a pause that grows by `retryMs` each time. */
const TELLINGS = 5;

/** A machine needs longer to recover than other faults: the delays before retries are so many times as long. */
const TROUBLED_TIMES = 5;

/** The outcome of one run of a job. */
export type Outcome = 'completed' | 'retried' | 'failed' | 'put back' | 'lost';

/**
 * Runs a claimed job once and reports the outcome to the queue. Handler errors never escape; it throws only if the
 * queue itself is unreachable.
 */
export async function runJob(
  context: LifecycleContext,
  handlers: JobHandlers,
  job: AnyJob,
  signal: AbortSignal,
): Promise<Outcome> {
  const started = performance.now();
  // Originals that are read in place stay open until the job has ended.
  const objects = context.objects.hold();
  const outcome = await outcomeOf(jobContext({ ...context, objects }, job, signal), handlers, job).finally(
    objects.release,
  );
  const { kind } = job;
  context.metrics.record('vau_job_runs_total', { kind, outcome }, 1);
  context.metrics.record('vau_job_duration_seconds', { kind }, (performance.now() - started) / 1_000);
  return outcome;
}

async function outcomeOf(ctx: JobContext, handlers: JobHandlers, job: AnyJob): Promise<Outcome> {
  try {
    return await turn({ ctx, job, handler: handlers[job.kind] });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    ctx.log.warn('lease lost; discarding the results');
    return 'lost';
  }
}

/** One run of a job, with what it needs. */
interface Run<K extends JobKind> {
  readonly ctx: JobContext;
  readonly job: Job<K>;
  readonly handler: JobHandler<K>;
}

async function turn<K extends JobKind>(run: Run<K>): Promise<Outcome> {
  const { ctx, job, handler } = run;
  // The worker was asked to stop between the claim and here. A handler may wait for an abort that has already been.
  if (ctx.signal.aborted) {
    await told(ctx, () => ctx.queue.release(job));
    return 'put back';
  }
  if (handler.exhausted) {
    if (job.blame >= GUILTY) return failJob(run, deadlyReason(job));
    // It failed for good before, but its row could not be marked.
    if (job.attempt > job.maxAttempts) return failJob(run, failedReason(job));
  }
  await told(ctx, () => ctx.queue.begin(job));
  try {
    if (await ctx.lifecycle.isWaiting(ctx.db, job.kind, job.payload))
      throw new RetryLater('waits for something that has not ended', WAIT_MS);
    ctx.signal.throwIfAborted();
    await handler.run(ctx, job.payload);
  } catch (error) {
    return await afterError(run, error);
  }
  await told(ctx, () => ctx.queue.complete(job));
  return 'completed';
}

async function afterError<K extends JobKind>(run: Run<K>, error: unknown): Promise<Outcome> {
  const { ctx, job, handler } = run;
  if (error instanceof LeaseLost) throw error;
  const putBack = async (afterMs: number): Promise<Outcome> => {
    await told(ctx, () => ctx.queue.release(job, ctx.clock() + afterMs));
    return 'put back';
  };
  if (error instanceof RetryLater) return putBack(error.afterMs);
  if (ctx.signal.aborted) return putBack(0);
  if (error instanceof StorageFault || isPassing(error)) {
    // The store or its disk is busy, full or away. Nothing is wrong with its input: the attempt does not count.
    ctx.log.warn('the store or the object storage cannot be used; the job is put back', { error });
    return putBack(STORAGE_MS);
  }
  if (await ctx.folder.isGone()) {
    ctx.log.warn('there is no data folder; the job is put back', { error });
    return putBack(STORAGE_MS);
  }
  const isTroubled = isMachineTrouble(error);
  ctx.log.warn(isTroubled ? 'the machine disturbed a job' : 'job failed', { error });
  const isLast = error instanceof PermanentError || job.attempt >= job.maxAttempts;
  if (isLast && handler.exhausted)
    return failJob(run, isTroubled ? troubledReason(error, job) : messageOf(error));
  const first = (isTroubled ? TROUBLED_TIMES : 1) * ctx.config.retryMs;
  return retry(ctx, job, messageOf(error), backoff(first, job.attempt));
}

async function failJob<K extends JobKind>({ ctx, job, handler }: Run<K>, reason: string): Promise<Outcome> {
  ctx.log.error('job failed for good', { reason });
  try {
    await handler.exhausted?.(ctx, job.payload, reason);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    // The row must not stay unfinished: the job stays, and marking the row failed is retried.
    ctx.log.error('the row could not be marked failed', { error });
    return retry(ctx, job, reason, MAX_RETRY_MS);
  }
  await told(ctx, () => ctx.queue.complete(job));
  return 'failed';
}

async function retry(ctx: JobContext, job: HeldLease, reason: string, afterMs: number): Promise<Outcome> {
  await told(ctx, () => ctx.queue.fail(job, reason, ctx.clock() + afterMs));
  return 'retried';
}

/**
 * Tells the queue something about a run that it must know: without it, the job would run once more, or never. A store that is
 * busy for some seconds is told again. The lease is renewed meanwhile; after the last time it is not, and expires.
 * @throws LeaseLost; the last error of the store
 */
async function told({ config, log }: JobContext, tell: () => Promise<void>): Promise<void> {
  for (let time = 1; ; time += 1) {
    try {
      return await tell();
    } catch (error) {
      if (error instanceof LeaseLost || time === TELLINGS) throw error;
      log.warn('the queue could not be told; trying again', { error });
      await pause(time * config.retryMs);
    }
  }
}

function failedReason(job: Job): string {
  return `failed after ${job.maxAttempts} attempts: ${job.lastError ?? 'the worker stopped while running it'}`;
}

function deadlyReason({ lastError }: Job): string {
  return `failed: the workers that ran it died, while others lived; the last one ${lastError ?? 'disappeared'}`;
}

function troubledReason(error: unknown, { attempt }: Job): string {
  return `${reasonOf(error)}; it was tried ${attempt} times. Once the machine has recovered, ask for it again`;
}

/** Exponential backoff: 1, 2, 4 times the first delay, up to the longest. */
function backoff(firstMs: number, attempt: number): number {
  return Math.min(MAX_RETRY_MS, firstMs * 2 ** (attempt - 1));
}

function jobContext(context: LifecycleContext, job: AnyJob, signal: AbortSignal): JobContext {
  const lease: HeldLease = { id: job.id, token: job.token };
  const log = context.log.child({ job: job.id, kind: job.kind, ...job.payload });
  return {
    ...context,
    clock: () => context.clock(),
    log,
    signal,
    attempt: job.attempt,
    isLast: job.attempt >= job.maxAttempts,
    runAt: job.runAt,
    write: (work) =>
      context.db.transaction().execute(async (trx) => {
        await context.queue.fence(trx, lease);
        return work(trx);
      }),
    progress: (text) => log.info(text),
  };
}
