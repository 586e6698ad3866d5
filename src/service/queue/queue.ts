import type { Db, Trx } from '../store/schema.ts';

/** Every kind of job and its payload. A handler for each must exist (jobs/handlers.ts), or nothing compiles. */
export interface JobPayloads {
  'file.process': { file_id: string };
  'segmentation.process': { segmentation_id: string };
  'member.process': { collection_id: string; file_id: string };
  'describe.run': { describe_id: string };
  'extract.run': { extraction_id: string };
  'frames.extract': { frame_extraction_id: string };
  'face-detect.run': { face_detection_id: string };
  'face-match.run': { face_match_id: string };
  'deep-search.run': { deep_search_id: string };
  'share.package': { share_id: string };
  'object.delete': { prefix: string };
}

export type JobKind = keyof JobPayloads;

/** A claimed job. `token` is the fence: it only grows, and only its newest holder may write results. */
export interface Job<K extends JobKind = JobKind> {
  readonly id: number;
  readonly kind: K;
  readonly payload: JobPayloads[K];
  readonly token: number;
  /** 1 on the first try. Above `maxAttempts`: every try ended without a word, the job is to be given up. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Workers that ended in the middle of it. */
  readonly deaths: number;
  readonly lastError: string | null;
}

/** Whose work a job is, for fair turns. */
export interface Owner {
  readonly accountId?: string;
  /** The file it is about. */
  readonly fileId?: string;
  /** Of that file: among jobs that came at about the same time, those of small files are first. */
  readonly bytes?: number;
}

/** Finds the owner of a job that is added. What it does not say is nobody's. */
export type OwnerOf = <K extends JobKind>(trx: Trx, kind: K, payload: JobPayloads[K]) => Promise<Owner>;

/** A claimed job of any kind, distinguished by `kind`. */
export type AnyJob = { [K in JobKind]: Job<K> }[JobKind];

export interface EnqueueOptions {
  /** Unix milliseconds; not before. Default: now. */
  readonly runAt?: number;
  /**
   * At most one unfinished job per key; a second enqueue gives the first one's id. One that runs already is run once
   * more after its end: it may have read what has changed since. Default: `jobKey(kind, payload)`.
   */
  readonly key?: string;
  /** Default 3. */
  readonly maxAttempts?: number;
}

export interface ClaimOptions {
  readonly workerId: string;
  /** How long the job is ours without a heartbeat. */
  readonly leaseMs: number;
  /** Only these kinds; default all. */
  readonly kinds?: readonly JobKind[];
  /** Take jobs that are due by this time; default now. Tests pass Infinity to run retries at once. */
  readonly dueBy?: number;
}

export interface HeldLease {
  readonly id: number;
  readonly token: number;
}

/** The queue's port. One conformance suite holds every driver to it. */
export interface Queue {
  /** Adds a job inside the caller's transaction: with it, or not at all. Gives the job's id. */
  enqueue<K extends JobKind>(
    trx: Trx,
    kind: K,
    payload: JobPayloads[K],
    options?: EnqueueOptions,
  ): Promise<number>;
  /**
   * Takes the next due job, or one whose lease ran out; undefined when there is none. Turns are fair: accounts, then
   * files, then kinds of which less is being done come first, and then those that were served longest ago.
   */
  claim(options: ClaimOptions): Promise<AnyJob | undefined>;
  /** Extends every lease of a worker; gives those it still holds. One that is missing was lost or cancelled. */
  heartbeat(workerId: string, leaseMs: number): Promise<HeldLease[]>;
  /** Throws LeaseLost unless the job is still held under this token. Call it in the transaction that writes results. */
  fence(trx: Trx, job: HeldLease): Promise<void>;
  /** Says that the work on a claimed job begins: from now on its worker's death counts against it. Throws LeaseLost. */
  begin(job: HeldLease): Promise<void>;
  /** Ends the job. Throws LeaseLost when it is no longer held. */
  complete(job: HeldLease): Promise<void>;
  /** Puts the job back, to be tried at `retryAt` (Unix ms). Throws LeaseLost when it is no longer held. */
  fail(job: HeldLease, error: string, retryAt: number): Promise<void>;
  /** Hands a held job back untried (a worker that stops), to be run at `runAt` (default now); the attempt does not count. */
  release(job: HeldLease, runAt?: number): Promise<void>;
  /** Ends the unfinished job of that key, running or not; its worker loses its lease. True when there was one. */
  cancel(db: Db, key: string): Promise<boolean>;
  /**
   * Makes the jobs of a worker that has ended claimable, and counts its death against those that had begun.
   * @param reason how it ended, as in "ran out of memory" @returns how many there are
   */
  died(workerId: string, reason: string): Promise<number>;
  /** Makes jobs claimable whose leases end before `until` (Unix ms; default now); gives how many. */
  reap(until?: number): Promise<number>;
  /** Unfinished jobs, running ones included. */
  size(): Promise<number>;
  /** Whether an unfinished job has this key. */
  has(key: string): Promise<boolean>;
  /** Those of these keys that no unfinished job has. Give some hundreds at a time. */
  missing(keys: readonly string[]): Promise<string[]>;
  /** Wakes when work may be there, after `ms` at the latest, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Wakes idle workers. */
export interface WakeUp {
  /** Wakes all waiting workers, after the running transaction had a chance to commit. */
  soon(): void;
  /** Resolves after `ms`, on a wake-up or on an abort, whichever is first. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** The holder's lease ran out, went to another worker, or the job was cancelled: nothing may be written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor(job: HeldLease) {
    super(`the lease of job ${job.id} (token ${job.token}) was lost`);
  }
}

/** The key a job has unless another is given: its kind and the ids of its payload. */
export function jobKey<K extends JobKind>(kind: K, payload: JobPayloads[K]): string {
  return [kind, ...Object.values(payload)].join(' ');
}
