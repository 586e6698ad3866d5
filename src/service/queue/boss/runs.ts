import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../store/sql/schema.ts';
import { ALONE, AMONG_OTHERS, CUT_OFF, type Death, pauseAfter } from '../fault-points.ts';
import type { JobKind } from '../kinds.ts';
import { type HeldLease, LeaseLost } from '../queue.ts';
import type { Driver } from './place.ts';
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

/**
 * The run that this token holds, until the transaction ends: the lease cannot be given to another worker before. A serialisable
 * transaction could else commit after that, as if it had come before it.
 * @param lock `share` for those that write for a job; `update` for those that end a run
 * @throws LeaseLost if another token holds it, or none
 */
export async function heldRun(
  { place }: Driver,
  trx: Db,
  lease: HeldLease,
  lock: 'share' | 'update',
): Promise<Run> {
  const { rows } = await sql<Run>`
    select job, kind, begun, again from ${place.runs} where ${isHeld(lease)} for ${sql.raw(lock)}`.execute(
    trx,
  );
  const [run] = rows;
  if (!run) throw new LeaseLost(lease);
  return run;
}

/** The run is in progress, and this is its newest token. */
export function isHeld({ id, token }: HeldLease): RawBuilder<SqlBool> {
  return sql<SqlBool>`job = ${uuidOf(id)} and token = ${token} and worker_id is not null`;
}

/**
 * Ends jobs of a kind for good. Nothing is kept of them: the rows they worked on say what was done. The round of a file without
 * further jobs goes too.
 */
export async function end(
  { boss, place }: Driver,
  trx: Trx,
  kind: string,
  jobs: readonly string[],
): Promise<void> {
  // Runs before jobs, here as elsewhere: who takes locks in the same order does not wait in a circle.
  await sql`
    with gone as (delete from ${place.runs} where job = any(${[...jobs]}::uuid[]))
    delete from ${place.files} as files using ${place.job} as ended
    where ended.name = ${sql.lit(kind)} and ended.id = any(${[...jobs]}::uuid[])
      and files.kind = ended.name and files.account = ended.data->>'account' and files.file = ended.data->>'file'
      and not exists (select 1 from ${place.job} as other where other.name = ${sql.lit(kind)}
        and other.data->>'file' = files.file and other.data->>'account' = files.account
        and other.state <= 'active' and other.id <> all(${[...jobs]}::uuid[]))`.execute(trx);
  await boss.deleteJob(kind, [...jobs], { db: through(trx) });
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
 * @param due earliest time to run, as PostgreSQL writes it
 * @param afresh whether the next run is the first
 * @param message why it was put back; default: the job keeps what it has
 */
export async function putBack(
  { place }: Driver,
  trx: Trx,
  { job, kind }: Pick<Run, 'job' | 'kind'>,
  due: string,
  afresh: boolean,
  message?: string,
): Promise<void> {
  const first = afresh ? sql`true` : sql`retry_count = 0`;
  const output = message === undefined ? sql`output` : sql`jsonb_build_object('message', ${message}::text)`;
  await sql`
    update ${place.job} set state = 'created', priority = 0, start_after = ${due}::timestamptz, output = ${output},
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

/** Renews the leases of a worker with these tokens until then (Unix ms); returns the tokens that it still holds. */
export async function heartbeat(
  { db, place }: Driver,
  workerId: string,
  until: number,
  tokens: readonly number[],
): Promise<number[]> {
  const { rows } = await byRows(db, (trx) =>
    sql<{ token: number }>`
    update ${place.runs} set lease_until = ${until}
    where worker_id = ${workerId} and token = any(${[...tokens]}::bigint[]) returning token`.execute(trx),
  );
  return rows.map(({ token }) => token);
}

/** Ends the leases that ended before `until` (Unix ms); returns how many there were. */
export function reap(driver: Driver, until: number): Promise<number> {
  const ended = sql<SqlBool>`worker_id is not null and lease_until < ${until}`;
  return byRows(driver.db, async (trx) => {
    await blame(driver, trx, ended, CUT_OFF);
    return giveUp(driver, trx, ended, ({ earlier, due }) => ({ message: earlier ?? STOPPED, due }));
  });
}

/** Ends the runs of a dead worker, and counts its death against those that had begun; returns how many there were. */
export function died(driver: Driver, workerId: string, { cause, reason, pauseMs }: Death): Promise<number> {
  const own = sql<SqlBool>`worker_id = ${workerId}`;
  return byRows(driver.db, async (trx) => {
    const { rows } = await sql<{ begun: number }>`
      select count(*) as begun from ${driver.place.runs} where ${own} and begun = 1`.execute(trx);
    const points = (rows[0]?.begun === 1 ? ALONE : AMONG_OTHERS)[cause];
    await blame(driver, trx, own, points);
    return giveUp(driver, trx, own, ({ begun, due, deaths }) => {
      const retryAt = driver.clock() + pauseAfter(pauseMs, deaths - points);
      return { message: reason, due: begun === 1 ? timeOf(retryAt) : due };
    });
  });
}

/** Adds points to those of the jobs that had begun. */
async function blame({ place }: Driver, trx: Trx, which: RawBuilder<SqlBool>, points: number): Promise<void> {
  await sql`update ${place.runs} set deaths = deaths + begun * ${points}::bigint where ${which}`.execute(trx);
}

/** Puts the jobs of runs without a worker back; the attempt does not count. Returns how many there were. */
async function giveUp(
  driver: Driver,
  trx: Trx,
  which: RawBuilder<SqlBool>,
  next: (run: Abandoned) => { readonly message: string; readonly due: string },
): Promise<number> {
  const { place, clock } = driver;
  // It ran, so it was due: the clock may have been set back since.
  const due = sql`least(job.start_after, ${timeOf(clock())}::timestamptz)`;
  const { rows } = await sql<Abandoned>`
    select runs.job, runs.kind, runs.begun, runs.deaths, job.output->>'message' as earlier, ${due}::text as due
    from ${place.runs} as runs
    left join ${place.job} as job on job.name = runs.kind and job.id = runs.job
    where ${which} for update of runs`.execute(trx);
  for (const run of rows) {
    const { message, due } = next(run);
    await putBack(driver, trx, run, due, false, message);
    await letGo(driver, trx, run.job, false);
  }
  return rows.length;
}

/** See the port. */
export async function bringNearer(
  { db, place, clock }: Driver,
  leaseMs: number,
  longestMs: number,
): Promise<void> {
  const now = clock();
  await byRows(db, async (trx) => {
    await sql`
      update ${place.runs} set lease_until = ${now + leaseMs}
      where worker_id is not null and lease_until > ${now + longestMs}`.execute(trx);
    await sql`
      update ${place.job} set start_after = ${timeOf(now)}::timestamptz
      where state < 'active' and start_after > ${timeOf(now + longestMs)}::timestamptz
        and name <> 'webhook.deliver'`.execute(trx);
  });
}

/** A run without a worker, the error of an earlier one, and when the job could run, as PostgreSQL writes it. */
type Abandoned = Pick<Run, 'job' | 'kind' | 'begun'> & {
  readonly earlier: string | null;
  readonly due: string;
  readonly deaths: number;
};

/**
 * A transaction of the queue alone. It locks each row that it decides by, and nothing else: as a serialisable one it would be
 * refused for what others do with the rows beside them.
 */
export function byRows<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('read committed').execute(work);
}

/** Runs the work in the caller's transaction, or in one of its own. */
export function within<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db as Trx) : db.transaction().execute(work);
}
