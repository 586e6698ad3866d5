import { type Selectable, sql } from 'kysely';
import type { Db, JobsTable, Trx } from '../store/schema.ts';
import { chooseNext } from './choose.ts';
import { allKinds, isJobKind } from './kinds.ts';
import type { AnyJob, ClaimOptions } from './queue.ts';
import { headsQuery, isAnyReady, runningQuery } from './sqlite-heads.ts';
import { hasExpired, reap } from './sqlite-leases.ts';
import { nextToken, noteTurn } from './turns.ts';

/**
 * An idle worker only reads. It takes the write lock only if there is a job to claim, and chooses again under the lock,
 * so that no other worker can choose at the same time.
 */
export async function claim(db: Db, options: ClaimOptions, clock: () => number): Promise<AnyJob | undefined> {
  const { kinds = allKinds, dueBy = clock() } = options;
  if (!(await isAnyReady(db, kinds)) && !(await isAnyDue(db, dueBy)) && !(await hasExpired(db, clock())))
    return undefined;
  return db.transaction().execute(async (trx) => {
    // The lock may have come late: a lease begins now.
    const now = clock();
    await reap(trx, now);
    await makeReady(trx, dueBy);
    const heads = await headsQuery(kinds).execute(trx);
    const running = await runningQuery(kinds).execute(trx);
    const next = chooseNext(heads.rows, running.rows);
    return next && take(trx, next.id, options, now);
  });
}

/** Jobs that are due. */
function due(db: Db, dueBy: number) {
  return db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', sql.lit('later'))
    .where('run_at', '<=', dueBy);
}

async function isAnyDue(db: Db, dueBy: number): Promise<boolean> {
  return (await due(db, dueBy).limit(1).executeTakeFirst()) !== undefined;
}

async function makeReady(trx: Trx, dueBy: number): Promise<void> {
  await trx.updateTable('jobs').set({ state: 'ready' }).where('id', 'in', due(trx, dueBy)).execute();
}

async function take(trx: Trx, id: number, { workerId, leaseMs }: ClaimOptions, now: number): Promise<AnyJob> {
  const token = await nextToken(trx);
  const row = await trx
    .updateTable('jobs')
    .set((job) => ({
      state: 'running',
      worker_id: workerId,
      lease_until: now + leaseMs,
      attempts: job('attempts', '+', 1),
      token,
      begun: 0,
      again: 0,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await noteTurn(trx, row);
  return toJob(row);
}

function toJob(row: Selectable<JobsTable>): AnyJob {
  if (!isJobKind(row.kind)) throw new Error(`job ${row.id} has unknown kind ${row.kind}`);
  return {
    id: row.id,
    kind: row.kind,
    payload: JSON.parse(row.payload),
    token: row.token,
    attempt: row.attempts,
    maxAttempts: row.max_attempts,
    runAt: row.run_at,
    blame: row.deaths,
    lastError: row.last_error,
  };
}
