import type { HeldLease } from '../queue/queue.ts';
import type { Held } from './heartbeat.ts';

/** The running jobs of one worker, each with the signal that stops it. */
export interface RunningJobs {
  add(job: HeldLease): AbortSignal;
  remove(job: HeldLease): void;
  /** Aborts jobs that were claimed before `asOf` and are no longer held. */
  keepOnly(held: Held): void;
}

/** @param stop aborts all of them */
export function runningJobs(stop: AbortSignal): RunningJobs {
  const running = new Map<number, { since: number; lost: AbortController }>();
  return {
    add: (job) => {
      const lost = new AbortController();
      running.set(job.token, { since: Date.now(), lost });
      return AbortSignal.any([stop, lost.signal]);
    },
    remove: (job) => void running.delete(job.token),
    keepOnly: ({ asOf, leases }) => {
      const held = new Set(leases.map((lease) => lease.token));
      for (const [token, job] of running)
        if (job.since < asOf && !held.has(token))
          job.lost.abort(new Error('the lease was lost, or the job was cancelled'));
    },
  };
}
