import type { HeldLease } from '../queue/queue.ts';
import type { Heartbeat } from './heartbeat.ts';

/** The running jobs of one worker, each with the signal that stops it. Their leases are renewed, and no others. */
export interface RunningJobs {
  add(job: HeldLease): AbortSignal;
  remove(job: HeldLease): void;
  /** Aborts the jobs with these tokens: their leases were lost, or they were cancelled. */
  lose(tokens: readonly number[]): void;
}

/** @param stop aborts all of them */
export function runningJobs(stop: AbortSignal, heartbeat: Pick<Heartbeat, 'hold' | 'drop'>): RunningJobs {
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
