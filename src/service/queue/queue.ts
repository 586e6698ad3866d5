/**
 * The queue of jobs as a port. A job is added in the caller's transaction, claimed by one worker under a lease, and
 * completed or failed with a fencing token, so that a late worker changes nothing. sqlite-queue.ts and boss/ are its
 * two drivers.
 */

import type { Db, Trx } from '../store/sql/schema.ts';
import type { Death } from './fault-points.ts';
import type { JobKind, JobPayloads } from './kinds.ts';

/** Each megabyte of a file delays its jobs in the order by this many milliseconds, up to a limit. */
const BEHIND_MS = 100;
const MOST_BEHIND_MS = 600_000;
const MEGABYTE = 1e6;

/**
 * The place of a job in its round, lower first.
 * @param runAt earliest time to run, in Unix milliseconds
 * @param bytes size of the file it works on; 0 if there is none
 */
export function rankOf(runAt: number, bytes: number): number {
  return runAt + Math.min(MOST_BEHIND_MS, Math.round((bytes / MEGABYTE) * BEHIND_MS));
}

/** A claimed job. `token` is its fencing token: it only grows, and only the newest holder may write results. */
export interface Job<K extends JobKind = JobKind> {
  readonly id: number;
  readonly kind: K;
  readonly payload: JobPayloads[K];
  readonly token: number;
  /**
   * 1 on the first attempt. A run that was cut off does not count. Above `maxAttempts`, the job has failed, and its row is
   * still to be marked.
   */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Earliest time to run, in Unix milliseconds; in the future if it was claimed early: see `ClaimOptions.dueBy`. */
  readonly runAt: number;
  /** What the ends of its workers say against it, in points: see blame.ts. */
  readonly blame: number;
  readonly lastError: string | null;
}

/** Attempts of a job, where nothing else is asked for: one, and three more. */
export const MOST_ATTEMPTS = 4;

/** Owner of a job, for fair scheduling. */
export interface Owner {
  readonly accountId?: string;
  /** The file it works on. */
  readonly fileId?: string;
  /** Size of that file: of jobs added at about the same time, small files go first. */
  readonly bytes?: number;
}

/** Finds the owner of a new job. Missing fields mean no owner. */
export type OwnerOf = <K extends JobKind>(trx: Trx, kind: K, payload: JobPayloads[K]) => Promise<Owner>;

/** Jobs without owners. */
export const nobody: OwnerOf = async () => ({});

/** A claimed job of any kind, distinguished by `kind`. */
export type AnyJob = { [K in JobKind]: Job<K> }[JobKind];

export interface EnqueueOptions {
  /** Earliest time to run, in Unix milliseconds. Default: now. */
  readonly runAt?: number;
  /**
   * At most one unfinished job per key; a second enqueue returns the first one's id. If that job is running, it runs
   * once more afterwards, because it may have read old data. Default: `jobKey(kind, payload)`.
   */
  readonly key?: string;
  /** Default `MOST_ATTEMPTS`. */
  readonly maxAttempts?: number;
  /** Its owner, where the caller knows it. Default: it is looked up. */
  readonly owner?: Owner;
}

export interface ClaimOptions {
  readonly workerId: string;
  /** How long the job is ours without a heartbeat, in milliseconds. */
  readonly leaseMs: number;
  /** Only these kinds; default: all. */
  readonly kinds?: readonly JobKind[];
  /** Claim jobs due by this time; default: now. Tests pass Infinity to run retries at once. */
  readonly dueBy?: number;
}

export interface HeldLease {
  readonly id: number;
  readonly token: number;
}

/** The unfinished jobs of a kind in a state: `later` until they are due, `ready` until a worker takes them. */
export interface Depth {
  readonly kind: JobKind;
  readonly state: 'later' | 'ready' | 'running';
  readonly jobs: number;
  /** The time at which the first of them was due, in Unix milliseconds. */
  readonly firstDue: number;
}

/** The queue's port. One conformance suite checks every driver. */
export interface Queue {
  /** Adds a job in the caller's transaction, so that both commit or neither. Returns the job's id. */
  enqueue<K extends JobKind>(
    trx: Trx,
    kind: K,
    payload: JobPayloads[K],
    options?: EnqueueOptions,
  ): Promise<number>;
  /**
   * Claims the next due job, or one whose lease expired; undefined if there is none. Scheduling is fair: accounts, then
   * files, then kinds with fewer running jobs come first, then those served longest ago.
   */
  claim(options: ClaimOptions): Promise<AnyJob | undefined>;
  /**
   * Extends the leases of a worker with these tokens, and no others: what it does not run must expire. Returns the tokens
   * that it still holds. A missing one was lost or cancelled.
   */
  heartbeat(workerId: string, leaseMs: number, tokens: readonly number[]): Promise<number[]>;
  /** Throws LeaseLost unless this token still holds the job. Call it in the transaction that writes results. */
  fence(trx: Trx, job: HeldLease): Promise<void>;
  /** Marks a claimed job as begun: from now on, the death of its worker may count against it. Throws LeaseLost. */
  begin(job: HeldLease): Promise<void>;
  /** Ends the job. Throws LeaseLost if it is no longer held. */
  complete(job: HeldLease): Promise<void>;
  /** Puts the job back, to be retried at `retryAt` (Unix ms). Throws LeaseLost if it is no longer held. */
  fail(job: HeldLease, error: string, retryAt: number): Promise<void>;
  /**
   * Releases a held job unfinished (for example when a worker stops), to run at `runAt` (default now). The attempt does
   * not count.
   */
  release(job: HeldLease, runAt?: number): Promise<void>;
  /**
   * Cancels the unfinished job with this key, running or not; its worker loses the lease. Returns whether there was
   * one.
   */
  cancel(db: Db, key: string): Promise<boolean>;
  /** The same for several keys at once. Pass some hundreds at a time. */
  cancelAll(db: Db, keys: readonly string[]): Promise<boolean>;
  /** Cancels the running jobs of a kind whose payloads have these fields; their workers lose the leases. */
  cancelRunning<K extends JobKind>(trx: Trx, kind: K, fields: Partial<JobPayloads[K]>): Promise<void>;
  /**
   * Makes the jobs of a dead worker claimable, and counts its death against those that had begun. The attempt does not
   * count. Returns how many jobs there were.
   */
  died(workerId: string, death: Death): Promise<number>;
  /**
   * Makes jobs claimable whose leases end before `until` (Unix ms; default now); the attempt does not count. Returns how
   * many there were.
   */
  reap(until?: number): Promise<number>;
  /**
   * Brings nearer what lies more than `longestMs` ahead, because the clock was set back meanwhile: leases to `leaseMs` from
   * now, and jobs to now. A webhook may wait for a day, and is left alone.
   * @param longestMs longer than any lease and any wait, and than clocks of several machines differ
   */
  bringNearer(leaseMs: number, longestMs: number): Promise<void>;
  /** Number of unfinished jobs, including running ones. */
  size(): Promise<number>;
  /** How many unfinished jobs there are of each kind and state; only those of which there are any. */
  depths(): Promise<Depth[]>;
  /** Whether an unfinished job has this key. */
  has(key: string): Promise<boolean>;
  /** Those of these keys without an unfinished job. Pass some hundreds at a time. */
  missing(keys: readonly string[]): Promise<string[]>;
  /** Resolves when there may be work, after `ms` at the latest, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Wakes idle workers. */
export interface WakeUp {
  /** Wakes all waiting workers, after the running transaction had a chance to commit. */
  soon(): void;
  /** Resolves after `ms`, on a wake-up or on an abort, whichever is first. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** What a driver is opened with. */
export interface QueueOptions {
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly wake: WakeUp;
  /** Default: new jobs have no owner. Leave it out where no jobs are added. */
  readonly ownerOf?: OwnerOf;
}

/** The holder's lease expired or went to another worker, or the job was cancelled: it must not write. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor(job: HeldLease) {
    super(`the lease of job ${job.id} (token ${job.token}) was lost`);
  }
}

/** The jobs that are there belong to another store. */
export class JobsRefused extends Error {
  override readonly name = 'JobsRefused';
}

/** A job's default key: its kind and the ids in its payload. */
export function jobKey<K extends JobKind>(kind: K, payload: JobPayloads[K]): string {
  return [kind, ...Object.values(payload)].join(' ');
}
