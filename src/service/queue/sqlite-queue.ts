import { type Selectable, type SqlBool, sql } from 'kysely';
import { compiledOnce } from '../store/sql/compiled.ts';
import { asFlag, listOf, tableOf } from '../store/sql/expressions.ts';
import type { Db, JobsTable, Trx } from '../store/sql/schema.ts';
import { chooseNext, type Head, nextToken, noteTurn, type Running } from './choose.ts';
import { allKinds, isJobKind, type JobKind, type JobPayloads } from './kinds.ts';
import {
  type AnyJob,
  type ClaimOptions,
  type Depth,
  type EnqueueOptions,
  jobKey,
  LeaseLost,
  MOST_ATTEMPTS,
  nobody,
  type Owner,
  type Queue,
  type QueueOptions,
  rankOf,
} from './queue.ts';
import {
  bringNearer,
  cancelRunning,
  died,
  hasExpired,
  heartbeat,
  isHeld,
  putBack,
  reap,
} from './sqlite-leases.ts';

/**
 * The first ready job of each kind and account. Steps through the accounts of a kind in the index without reading their
 * jobs, so the cost does not depend on how many jobs wait.
 */
function headsQuery(kinds: readonly JobKind[]) {
  return sql<Head>`
    with recursive pairs (kind, account_id) as (
      select value, (select min(account_id) from jobs where state = 'ready' and kind = value)
      from ${tableOf(kinds, 'kinds')}
      union all
      select kind, (select min(account_id) from jobs
        where state = 'ready' and kind = pairs.kind and account_id > pairs.account_id)
      from pairs where account_id is not null
    )
    select jobs.id, jobs.kind, jobs.account_id, jobs.file_id, jobs.rank, coalesce(turns.token, 0) as served
    from pairs
    join jobs on jobs.id = (select id from jobs as first
      where first.state = 'ready' and first.kind = pairs.kind and first.account_id = pairs.account_id
      order by first.turn, first.rank, first.id limit 1)
    left join turns on turns.kind = pairs.kind and turns.account_id = pairs.account_id
    where pairs.account_id is not null`;
}

/** The running jobs of these kinds. There are at most as many as worker lanes. */
function runningQuery(kinds: readonly JobKind[]) {
  return sql<Running>`
    select kind, account_id, file_id from jobs
    where state = 'running' and lease_until > 0 and kind in ${listOf(kinds)}`;
}

/** Whether any job of these kinds is ready. */
async function isAnyReady(db: Db, kinds: readonly JobKind[]): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', sql.lit('ready'))
    .where('kind', 'in', kinds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * An idle worker only reads. It takes the write lock only if there is a job to claim, and chooses again under the lock,
 * so that no other worker can choose at the same time.
 */
async function claim(db: Db, options: ClaimOptions, clock: () => number): Promise<AnyJob | undefined> {
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

/**
 * Adds a job. Jobs of one file take turns with those of others: its first job belongs to the current round, its second
 * to the next.
 * @returns its id, or the id of the unfinished job with the same key
 */
async function add<K extends JobKind>(
  trx: Trx,
  kind: K,
  payload: JobPayloads[K],
  { accountId: account_id = '', fileId: file_id = '', bytes = 0 }: Owner,
  options: EnqueueOptions,
  now: number,
): Promise<number> {
  const run_at = options.runAt ?? now;
  const [row] = await addJob(
    trx,
    kind,
    JSON.stringify(payload),
    options.key ?? jobKey(kind, payload),
    run_at > now ? 'later' : 'ready',
    account_id,
    file_id,
    rankOf(run_at, bytes),
    run_at,
    options.maxAttempts ?? MOST_ATTEMPTS,
    now,
  );
  if (!row) throw new Error(`the job ${kind} was neither added nor found`);
  return row.id;
}

const addJob = compiledOnce(
  (
    db,
    kind: JobKind,
    payload: string,
    dedupe_key: string,
    state: Selectable<JobsTable>['state'],
    account_id: string,
    file_id: string,
    rank: number,
    run_at: number,
    max_attempts: number,
    created_at: number,
  ) =>
    db
      .insertInto('jobs')
      .values({
        kind,
        payload,
        dedupe_key,
        state,
        account_id,
        file_id,
        rank,
        run_at,
        max_attempts,
        created_at,
        turn: sql<number>`max(
          coalesce((select turn from turns where kind = ${kind} and account_id = ${account_id}), 0),
          coalesce((select max(turn) + 1 from jobs
            where file_id = ${file_id} and account_id = ${account_id} and kind = ${kind}), 0))`,
      })
      // On conflict the existing job stays: if waiting, with the earlier of both times; if running, it runs again.
      .onConflict((clash) =>
        clash
          .column('dedupe_key')
          .where('dedupe_key', 'is not', null)
          .doUpdateSet((job) => ({
            run_at: job.fn('min', ['jobs.run_at', 'excluded.run_at']),
            state: sql<'later'>`case when jobs.state = 'later' then excluded.state else jobs.state end`,
            again: asFlag(sql<SqlBool>`jobs.state = 'running'`),
          })),
      )
      .returning('id'),
);

/** Counts the jobs of each kind and state. It reads every unfinished job: about 0.1 ms for a thousand. */
async function depths(db: Db): Promise<Depth[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['kind', 'state', fn.countAll<number>().as('jobs'), fn.min('run_at').as('firstDue')])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute();
  return rows.flatMap(({ kind, ...row }) => (isJobKind(kind) ? [{ kind, ...row }] : []));
}

/** The queue in the store itself: an unfinished job is a row, and a finished job is deleted. */
export function sqliteQueue(db: Db, { clock, wake, ownerOf = nobody }: QueueOptions): Queue {
  return {
    enqueue: async (trx, kind, payload, options = {}) => {
      const owner = options.owner ?? (await ownerOf(trx, kind, payload));
      const id = await add(trx, kind, payload, owner, options, clock());
      wake.soon();
      return id;
    },
    claim: (options) => claim(db, options, clock),
    heartbeat: (workerId, leaseMs, tokens) => heartbeat(db, workerId, clock() + leaseMs, tokens),
    fence: async (trx, job) => {
      const row = await trx.selectFrom('jobs').select('id').where(isHeld(job)).executeTakeFirst();
      if (!row) throw new LeaseLost(job);
    },
    begin: async (job) => {
      const done = await db.updateTable('jobs').set({ begun: 1 }).where(isHeld(job)).executeTakeFirst();
      if (done.numUpdatedRows === 0n) throw new LeaseLost(job);
    },
    complete: async (job) => {
      const ended = await db.deleteFrom('jobs').where(isHeld(job)).where('again', '=', 0).executeTakeFirst();
      if (ended.numDeletedRows > 0n) return;
      await putBack(db, job, { now: clock(), runAt: clock(), attempts: 'afresh' });
      wake.soon();
    },
    fail: (job, error, runAt) => putBack(db, job, { now: clock(), runAt, attempts: 'counted', error }),
    release: async (job, runAt = clock()) => {
      await putBack(db, job, { now: clock(), runAt, attempts: 'not counted' });
      wake.soon();
    },
    cancel: async (within, key) => {
      const ended = await within.deleteFrom('jobs').where('dedupe_key', '=', key).executeTakeFirst();
      return ended.numDeletedRows > 0n;
    },
    cancelAll: async (within, keys) => {
      const gone = await within.deleteFrom('jobs').where('dedupe_key', 'in', listOf(keys)).executeTakeFirst();
      return gone.numDeletedRows > 0n;
    },
    cancelRunning: (trx, kind, fields) => cancelRunning(trx, kind, Object.entries(fields)),
    died: async (workerId, death) => {
      const count = await died(db, workerId, death, clock());
      wake.soon();
      return count;
    },
    reap: (until = clock()) => reap(db, until),
    bringNearer: (leaseMs, longestMs) => bringNearer(db, clock(), leaseMs, longestMs),
    size: async () => {
      const row = await db
        .selectFrom('jobs')
        .select((count) => count.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return row.count;
    },
    depths: () => depths(db),
    has: async (key) => {
      const row = await db.selectFrom('jobs').select('id').where('dedupe_key', '=', key).executeTakeFirst();
      return row !== undefined;
    },
    missing: async (keys) => {
      const rows = await db.selectFrom('jobs').select('dedupe_key').where('dedupe_key', 'in', keys).execute();
      const known = new Set(rows.map((row) => row.dedupe_key));
      return keys.filter((key) => !known.has(key));
    },
    wait: (ms, signal) => wake.wait(ms, signal),
  };
}
