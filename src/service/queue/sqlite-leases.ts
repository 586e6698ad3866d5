import { type ExpressionBuilder, sql } from 'kysely';
import { listOf } from '../store/sql/expressions.ts';
import type { Db, Schema, Trx } from '../store/sql/schema.ts';
import { ALONE, AMONG_OTHERS, CUT_OFF, type Death, MOST_DOUBLED, SUSPECT } from './fault-points.ts';
import type { JobKind } from './kinds.ts';
import { type HeldLease, LeaseLost } from './queue.ts';

/** The job is running, and this is its newest token. */
export function isHeld(job: HeldLease) {
  return (row: ExpressionBuilder<Schema, 'jobs'>) =>
    row.and([row('id', '=', job.id), row('token', '=', job.token), row('state', '=', 'running')]);
}

const STOPPED = 'the worker stopped while running it';

/** A job that no worker has. */
const CLAIMABLE = { state: 'ready', worker_id: null, lease_until: null } as const;

function expired(db: Db, now: number) {
  return db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', sql.lit('running'))
    .where('lease_until', '<', now);
}

export async function hasExpired(db: Db, now: number): Promise<boolean> {
  return (await expired(db, now).limit(1).executeTakeFirst()) !== undefined;
}

/** Renews the leases of a worker with these tokens until then (Unix ms); returns the tokens that it still holds. */
export async function heartbeat(
  db: Db,
  workerId: string,
  until: number,
  tokens: readonly number[],
): Promise<number[]> {
  const rows = await db
    .updateTable('jobs')
    .set({ lease_until: until })
    .where(runsFor(workerId))
    .where('token', 'in', listOf(tokens))
    .returning('token')
    .execute();
  return rows.map(({ token }) => token);
}

/** Makes jobs claimable whose leases end before `now` (Unix ms); returns how many. */
export async function reap(db: Db, now: number): Promise<number> {
  const done = await db
    .updateTable('jobs')
    .set((row) => ({
      ...CLAIMABLE,
      attempts: row('attempts', '-', 1),
      deaths: blamed(CUT_OFF),
      last_error: row.fn.coalesce('last_error', row.val(STOPPED)),
    }))
    .where('id', 'in', expired(db, now))
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

/** Makes the jobs of a dead worker claimable, and counts its death against those that had begun; returns how many. */
export async function died(db: Db, workerId: string, death: Death, now: number): Promise<number> {
  const { cause, reason, pauseMs } = death;
  const retryAt = sql<number>`${now} + (${pauseMs} << min(deaths / ${SUSPECT}, ${MOST_DOUBLED}))`;
  return db.transaction().execute(async (trx) => {
    const begun = await trx
      .selectFrom('jobs')
      .select('id')
      .where(runsFor(workerId))
      .where('begun', '=', 1)
      .execute();
    const done = await trx
      .updateTable('jobs')
      .set((row) => ({
        ...CLAIMABLE,
        state: sql<'later'>`case when begun = 1 and ${pauseMs} > 0 then 'later' else 'ready' end`,
        run_at: sql<number>`case when begun = 1 then max(run_at, ${retryAt}) else run_at end`,
        attempts: row('attempts', '-', 1),
        deaths: blamed((begun.length === 1 ? ALONE : AMONG_OTHERS)[cause]),
        last_error: reason,
      }))
      .where(runsFor(workerId))
      .executeTakeFirst();
    return Number(done.numUpdatedRows);
  });
}

/** The points against a job after these are added, if it had begun. */
function blamed(points: number) {
  return sql<number>`deaths + begun * ${points}`;
}

/** See the port. */
export async function bringNearer(db: Db, now: number, leaseMs: number, longestMs: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_until: now + leaseMs })
    .where('state', '=', sql.lit('running'))
    .where('lease_until', '>', now + longestMs)
    .execute();
  await db
    .updateTable('jobs')
    .set({ run_at: now })
    .where('state', '=', sql.lit('later'))
    .where('run_at', '>', now + longestMs)
    .where('kind', '!=', 'webhook.deliver')
    .execute();
}

/** The running jobs of a worker. Written so that SQLite uses the small index on running jobs. */
function runsFor(workerId: string) {
  return (row: ExpressionBuilder<Schema, 'jobs'>) =>
    row.and([
      row('state', '=', sql.lit('running')),
      row('lease_until', '>', 0),
      row('worker_id', '=', workerId),
    ]);
}

/** Deletes the running jobs of a kind whose payloads have these fields. There are at most as many as worker lanes. */
export async function cancelRunning(
  trx: Trx,
  kind: JobKind,
  fields: readonly [string, unknown][],
): Promise<void> {
  const running = await trx
    .selectFrom('jobs')
    .select(['id', 'payload'])
    .where('state', '=', sql.lit('running'))
    .where('lease_until', '>', 0)
    .where('kind', '=', kind)
    .execute();
  for (const { id, payload } of running) {
    const own: Record<string, unknown> = JSON.parse(payload);
    if (fields.every(([name, value]) => own[name] === value))
      await trx.deleteFrom('jobs').where('id', '=', id).execute();
  }
}

export interface Return {
  readonly now: number;
  /** Earliest time to run; at once if the job was enqueued again while it ran. */
  readonly runAt: number;
  /** Whether this attempt counts; `afresh` resets the count. */
  readonly attempts: 'counted' | 'not counted' | 'afresh';
  readonly error?: string;
}

/** Makes a held job claimable again. Throws LeaseLost if it is no longer held. */
export async function putBack(db: Db, job: HeldLease, back: Return): Promise<void> {
  const done = await db
    .updateTable('jobs')
    .set((row) => ({
      state: sql<'later'>`case when again = 0 and ${back.runAt > back.now ? 1 : 0} = 1 then 'later' else 'ready' end`,
      worker_id: null,
      lease_until: null,
      again: 0,
      run_at: row.case().when('again', '=', 1).then(back.now).else(back.runAt).end(),
      ...(back.attempts === 'afresh' ? { deaths: 0 } : {}),
      ...(back.error === undefined ? {} : { last_error: back.error }),
      ...(back.attempts === 'counted'
        ? {}
        : { attempts: back.attempts === 'afresh' ? 0 : row('attempts', '-', 1) }),
    }))
    .where(isHeld(job))
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) throw new LeaseLost(job);
}
