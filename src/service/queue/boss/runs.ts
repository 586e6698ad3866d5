import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../store/schema.ts';
import { type HeldLease, type JobKind, LeaseLost } from '../queue.ts';
import type { Driver } from './driver.ts';
import { timeOf, uuidOf } from './place.ts';
import { through } from './through.ts';

const STOPPED = 'the worker stopped while running it';

/** A run that is in progress. */
export interface Run {
  readonly job: string;
  readonly kind: JobKind;
  readonly begun: number;
  readonly again: number;
}

/** The run that this token holds. @throws LeaseLost if another one does, or none */
export async function heldRun({ place }: Driver, db: Db, lease: HeldLease): Promise<Run> {
  const { rows } = await sql<Run>`
    select job, kind, begun, again from ${place.runs} where ${isHeld(lease)}`.execute(db);
  const [run] = rows;
  if (!run) throw new LeaseLost(lease);
  return run;
}

/** The run is in progress, and this is its newest token. */
export function isHeld({ id, token }: HeldLease): RawBuilder<SqlBool> {
  return sql<SqlBool>`job = ${uuidOf(id)} and token = ${token} and worker_id is not null`;
}

/** Ends a job for good. Nothing is kept of it: the rows it worked on say what was done. */
export async function end({ boss, place }: Driver, trx: Trx, kind: string, job: string): Promise<void> {
  await boss.deleteJob(kind, job, { db: through(trx) });
  await sql`delete from ${place.runs} where job = ${job}`.execute(trx);
}

/** The same for several jobs of a kind. */
export async function endAll(
  { boss, place }: Driver,
  trx: Trx,
  kind: string,
  jobs: readonly string[],
): Promise<void> {
  await boss.deleteJob(kind, [...jobs], { db: through(trx) });
  await sql`delete from ${place.runs} where job = any(${[...jobs]}::uuid[])`.execute(trx);
}

/**
 * Fails an attempt by pg-boss's own call, which counts it and keeps the error, and sets when it is retried.
 * @param due earliest time to run, as PostgreSQL writes it
 */
export async function fail(
  { boss, place }: Driver,
  trx: Trx,
  { job, kind }: Pick<Run, 'job' | 'kind'>,
  message: string,
  due: string,
): Promise<void> {
  await boss.fail(kind, job, { message }, { db: through(trx) });
  await sql`
    update ${place.job} set priority = 0, start_after = ${due}::timestamptz
    where name = ${kind} and id = ${job}`.execute(trx);
}

/**
 * Puts a job back without a failure, for which pg-boss has no call. pg-boss counts a run that begins after another one;
 * the numbers are set so that the next run has the number of this one.
 * @param due earliest time to run, in Unix milliseconds
 * @param afresh whether the next run is the first
 */
export async function putBack(
  { place }: Driver,
  trx: Trx,
  { job, kind }: Run,
  due: number,
  afresh: boolean,
): Promise<void> {
  const first = afresh ? sql`true` : sql`retry_count = 0`;
  await sql`
    update ${place.job} set state = 'created', priority = 0, start_after = ${timeOf(due)}::timestamptz,
      retry_count = case when ${first} then 0 else retry_count - 1 end,
      started_on = case when ${first} then null else started_on end
    where name = ${kind} and id = ${job}`.execute(trx);
}

/** Notes that no worker runs a job any more. */
export async function letGo({ place }: Driver, trx: Trx, job: string, afresh: boolean): Promise<void> {
  const deaths = afresh ? sql`0` : sql`deaths`;
  await sql`
    update ${place.runs} set worker_id = null, lease_until = null, again = 0, deaths = ${deaths}
    where job = ${job}`.execute(trx);
}

/** Whether a lease ended before this time (Unix ms). */
export async function hasExpired({ place }: Driver, db: Db, now: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${place.runs} where worker_id is not null and lease_until < ${now} limit 1`.execute(db);
  return rows.length > 0;
}

/** Ends the leases that ended before `until` (Unix ms); returns how many there were. */
export async function reap(driver: Driver, db: Db, until: number): Promise<number> {
  const ended = sql<SqlBool>`worker_id is not null and lease_until < ${until}`;
  return giveUp(driver, db, ended, (earlier) => earlier ?? STOPPED);
}

/** Ends the runs of a dead worker, and counts its death against those that had begun; returns how many there were. */
export async function died(driver: Driver, db: Db, workerId: string, reason: string): Promise<number> {
  const { place } = driver;
  const own = sql<SqlBool>`worker_id = ${workerId}`;
  return within(db, async (trx) => {
    await sql`update ${place.runs} set deaths = deaths + begun where ${own}`.execute(trx);
    return giveUp(driver, trx, own, () => reason);
  });
}

async function giveUp(
  driver: Driver,
  db: Db,
  which: RawBuilder<SqlBool>,
  errorOf: (earlier: string | null) => string,
): Promise<number> {
  const { place } = driver;
  return within(db, async (trx) => {
    const { rows } = await sql<Abandoned>`
      select runs.job, runs.kind, job.output->>'message' as earlier, coalesce(job.start_after, now())::text as due
      from ${place.runs} as runs
      left join ${place.job} as job on job.name = runs.kind and job.id = runs.job
      where ${which}`.execute(trx);
    for (const run of rows) {
      await fail(driver, trx, run, errorOf(run.earlier), run.due);
      await letGo(driver, trx, run.job, false);
    }
    return rows.length;
  });
}

/** A run without a worker, the error of an earlier one, and when the job could run. */
type Abandoned = Pick<Run, 'job' | 'kind'> & { readonly earlier: string | null; readonly due: string };

/** Runs the work in the caller's transaction, or in one of its own. */
export function within<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db as Trx) : db.transaction().execute(work);
}
