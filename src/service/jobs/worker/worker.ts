/**
 * A worker: claims jobs from the queue while it has room, and runs each under a lease that is renewed (heartbeat.ts,
 * run-job.ts). It knows no resource: the handlers of the kinds of jobs are given to it.
 */

import { randomUUID } from 'node:crypto';
import { SUSPECT } from '../../queue/fault-points.ts';
import { type JobKind, kindsOf, type Lane } from '../../queue/kinds.ts';
import type { AnyJob, HeldLease } from '../../queue/queue.ts';
import type { JobHandlers } from '../handlers.ts';
import type { LifecycleContext } from '../lifecycle/lifecycle.ts';
import { type Heartbeat, timerHeartbeat } from './heartbeat.ts';
import { type Outcome, runJob } from './run-job.ts';

/** Lets the jobs of a worker run side by side, or one of them alone. */
interface Gate {
  /** Resolves at once, unless a job runs alone or is about to. */
  open(): Promise<void>;
  /**
   * Resolves once the job may run. A job that runs alone waits for the others to end, and no other job starts before
   * it. Of several that want to run alone, one follows the other.
   * @returns call it when the job has ended
   */
  enter(alone: boolean): Promise<() => void>;
}

export function makeGate(): Gate {
  let inside = 0;
  let closed = false;
  // Everyone who waits looks again at every change: several may wait, for different things.
  let waiting: (() => void)[] = [];
  const change = () => new Promise<void>((resolve) => waiting.push(resolve));
  const changed = () => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  const leave = () => {
    inside -= 1;
    changed();
  };
  const reopen = () => {
    closed = false;
    changed();
  };
  return {
    open: async () => {
      while (closed) await change();
    },
    enter: async (alone) => {
      while (closed) await change();
      if (!alone) {
        inside += 1;
        return leave;
      }
      closed = true;
      while (inside > 0) await change();
      return reopen;
    },
  };
}

/** The running jobs of one worker, each with the signal that stops it. Their leases are renewed, and no others. */
interface RunningJobs {
  add(job: HeldLease): AbortSignal;
  remove(job: HeldLease): void;
  /** Aborts the jobs with these tokens: their leases were lost, or they were cancelled. */
  lose(tokens: readonly number[]): void;
}

/** @param stop aborts all of them */
function runningJobs(stop: AbortSignal, heartbeat: Pick<Heartbeat, 'hold' | 'drop'>): RunningJobs {
  const running = new Map<number, AbortController>();
  return {
    add: ({ token }) => {
      const lost = new AbortController();
      running.set(token, lost);
      heartbeat.hold(token);
      return AbortSignal.any([stop, lost.signal]);
    },
    remove: ({ token }) => {
      running.delete(token);
      heartbeat.drop(token);
    },
    lose: (tokens) => {
      for (const token of tokens)
        running.get(token)?.abort(new Error('the lease was lost, or the job was cancelled'));
    },
  };
}

export interface WorkerOptions {
  readonly context: LifecycleContext;
  readonly handlers: JobHandlers;
  /** Heavy jobs to run at a time; default 1. The other lanes run one each, and those that wait for other people's servers more. */
  readonly concurrency?: number;
  /** Stops the worker: it takes no new jobs, and releases the running ones. */
  readonly signal: AbortSignal;
  /** Unique for each start of a worker; default a new one. */
  readonly workerId?: string;
  /** Default: this event loop's timer. */
  readonly heartbeat?: Heartbeat;
}

/** Jobs of the lanes that mostly wait for other people's servers, to run at a time. */
const WAITING = { sending: 32, fetching: 16 } as const satisfies Partial<Record<Lane, number>>;

/** Lanes that run one job at a time. */
const SINGLE = ['light', 'asking', 'intake', 'upkeep', 'judging'] as const satisfies readonly Lane[];

/** Runs jobs until the signal aborts; resolves when the last job has ended. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { context, concurrency = 1, signal, workerId = `${process.pid}-${randomUUID()}` } = options;
  const onFailure = (error: unknown) => context.log.error('leases are no longer renewed', { error });
  const heartbeat = options.heartbeat ?? timerHeartbeat(context.queue, context.config.leaseMs, onFailure);
  const running = runningJobs(signal, heartbeat);
  await heartbeat.start(workerId, running.lose);
  const heavy = Array.from({ length: concurrency }, () => kindsOf('heavy'));
  const lanes = [...SINGLE.map(kindsOf), ...heavy];
  const place = { running, gate: makeGate() };
  try {
    await Promise.all([
      ...lanes.map((kinds) => lane(options, workerId, kinds, place)),
      ...(['sending', 'fetching'] as const).map((one) =>
        lane(options, workerId, kindsOf(one), place, WAITING[one]),
      ),
    ]);
  } finally {
    await heartbeat.stop();
  }
}

/** What the lanes of a worker share. */
interface Place {
  readonly running: RunningJobs;
  readonly gate: Gate;
}

/** Runs the jobs of these kinds, at most `most` at a time. */
async function lane(
  { context, handlers, signal }: WorkerOptions,
  workerId: string,
  kinds: readonly JobKind[],
  place: Place,
  most = 1,
): Promise<void> {
  const { queue, config, log } = context;
  // The store is busy or full. If a job could not be begun or ended, its lease is no longer renewed, and expires.
  const pause = async (error: unknown) => {
    log.error('the queue is unreachable', { error });
    await queue.wait(config.retryMs, signal);
  };
  const going = new Set<Promise<unknown>>();
  while (!signal.aborted) {
    try {
      await place.gate.open();
      const job = await queue.claim({ workerId, leaseMs: config.leaseMs, kinds });
      if (!job) await queue.wait(config.pollMs, signal);
      else {
        const run = inTurn(context, handlers, job, place).catch(pause);
        going.add(run);
        void run.then(() => going.delete(run));
      }
    } catch (error) {
      await pause(error);
    }
    if (going.size >= most) await Promise.race(going);
  }
  await Promise.all(going);
}

async function inTurn(
  context: LifecycleContext,
  handlers: JobHandlers,
  job: AnyJob,
  { running, gate }: Place,
): Promise<Outcome> {
  const signal = running.add(job);
  // If this job kills another worker, its neighbours must not be blamed.
  const leave = await gate.enter(job.blame >= SUSPECT);
  try {
    return await runJob(context, handlers, job, signal);
  } finally {
    leave();
    running.remove(job);
  }
}

/** This many waiting runs in a row mean that what they wait for never comes. */
const MAX_WAITING = 1_000;

/**
 * Runs jobs in this process, one after another, until the queue is empty; retries run at once. For tests and for
 * programs without worker processes. Returns the number of runs.
 */
export async function drain(
  context: LifecycleContext,
  handlers: JobHandlers,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const options = { workerId: `drain-${randomUUID()}`, leaseMs: 3_600_000, dueBy: Number.MAX_SAFE_INTEGER };
  let turns = 0;
  let waiting = 0;
  while (!signal.aborted) {
    const job = await context.queue.claim(options);
    if (!job) break;
    const outcome = await runJob(context, handlers, job, signal);
    turns += 1;
    waiting = outcome === 'put back' || outcome === 'retried' ? waiting + 1 : 0;
    if (waiting > MAX_WAITING) throw new Error(`${job.kind} waits for something that never ends`);
  }
  return turns;
}
