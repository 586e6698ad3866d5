/**
 * The queue on PostgreSQL: pg-boss keeps the jobs in the schema of the store. Turns, leases with fencing tokens and attempts
 * are ours (additions.ts adds their tables), and so are the statements that claim and end jobs.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import PgBoss from 'pg-boss';
import { compiledOnce } from '../../store/sql/compiled.ts';
import type { Db, Trx } from '../../store/sql/schema.ts';
import { isJobKind, type JobKind, type JobPayloads } from '../kinds.ts';
import {
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
} from '../queue.ts';
import { RETRY_LIMIT } from './additions.ts';
import { claim } from './claim.ts';
import type { Driver } from './place.ts';
import { DIGITS, idOf, type Place, PREFIX, placeOf, timeOf } from './place.ts';
import {
  bringNearer,
  byRows,
  died,
  end,
  fail,
  heartbeat,
  heldRun,
  isHeld,
  letGo,
  putBack,
  reap,
  within,
} from './runs.ts';
import { through } from './through.ts';

/** How long a job may wait, and how long run, before maintenance of pg-boss's own would end it. Nothing of ours runs that. */
const KEPT = '36500 days';
const RUN_TIME = '23 hours';

/** pg-boss's own limits on how many jobs with a key there may be: none. */
const POLICY = 'standard';

/**
 * Adds a job in the caller's transaction, as pg-boss's send does. That would be a second statement, which takes longer than the
 * one here, and the job's turn must be known before it. Jobs of one file take turns with those of others: its first
 * job belongs to the current round, its second to the next.
 * @returns its id, or the id of the unfinished job with the same key
 */
async function add<K extends JobKind>(
  driver: Driver,
  trx: Trx,
  kind: K,
  payload: JobPayloads[K],
  { accountId: account = '', fileId: file = '', bytes = 0 }: Owner,
  options: EnqueueOptions,
): Promise<number> {
  const { place } = driver;
  const runAt = options.runAt ?? driver.clock();
  const key = options.key ?? jobKey(kind, payload);
  if (key.split(' ')[0] !== kind) throw new Error(`the key of a job begins with its kind: ${key}`);
  const { maxAttempts = MOST_ATTEMPTS } = options;
  const name = `${place.schema} ${kind}`;
  const insert = inserts.get(name) ?? insertOf(place, kind);
  inserts.set(name, insert);
  const rank = rankOf(runAt, bytes);
  const given = JSON.stringify(payload);
  const [added] = await insert(trx, given, account, file, rank, maxAttempts, timeOf(runAt), key);
  if (!added) return keep(driver, trx, kind, key, runAt);
  if (added.later !== null)
    await sql`
      update ${place.job} set data = jsonb_set(data, '{turn}', to_jsonb(${added.later}::bigint))
      where name = ${sql.lit(kind)} and id = ${added.id}`.execute(trx);
  return idOf(added.id);
}

/** The statements that add a job, by schema and kind. */
const inserts = new Map<string, ReturnType<typeof insertOf>>();

function insertOf(place: Place, kind: JobKind) {
  return compiledOnce(
    (
      db,
      payload: string,
      account: string,
      file: string,
      rank: number,
      maxAttempts: number,
      time: string,
      key: string,
    ) => {
      // The payload is text: pg-boss's column would sort its fields.
      const start = sql`${time}::timestamptz`;
      const insert = sql<{ id: string; later: number | null }>`
        with added as (
          insert into ${place.job}
            (id, name, data, start_after, singleton_key, retry_limit, expire_in, keep_until, policy)
          select (${sql.lit(PREFIX)} || lpad(to_hex(nextval(${sql.lit(`${place.schema}.vau_ids`)})), ${sql.lit(DIGITS)}, '0'))::uuid,
            ${sql.lit(kind)}, jsonb_build_object('payload', ${payload}::text, 'account', ${account}::text,
              'file', ${file}::text, 'turn', ${turnOf(kind, account)}, 'rank', ${rank}::bigint,
              'maxAttempts', ${maxAttempts}::bigint),
            ${start}, ${key}, ${sql.lit(RETRY_LIMIT)}, ${sql.lit(RUN_TIME)}::interval,
            ${start} + ${sql.lit(KEPT)}::interval, ${sql.lit(POLICY)}
          on conflict do nothing returning id, (data->>'turn')::bigint as turn
        ), file_turn as (
          insert into ${place.files} as known (kind, account, file, turn)
          select ${sql.lit(kind)}, ${account}::text, ${file}::text, turn from added where ${file}::text <> ''
          on conflict (kind, account, file) do update set turn = greatest(known.turn + 1, excluded.turn)
          returning turn
        )
        select id, file_turn.turn as later from added left join file_turn on file_turn.turn > added.turn`;
      return { compile: () => insert.compile(db) };
    },
  );
}

/** The current round: that of a new job, unless its file has one in it. */
function turnOf(kind: JobKind, account: string): RawBuilder<number> {
  return sql<number>`
    coalesce((select turn from turns where kind = ${sql.lit(kind)} and account_id = ${account}), 0)`;
}

/** The job that is there already stays: if waiting, with the earlier of both times; if running, it runs again. */
async function keep({ place }: Driver, trx: Trx, kind: JobKind, key: string, runAt: number): Promise<number> {
  const isIt = sql<SqlBool>`
    job.name = ${sql.lit(kind)} and job.singleton_key = ${key} and job.state <= 'active'`;
  await sql`
    update ${place.runs} as runs set again = 1 from ${place.job} as job
    where runs.job = job.id and job.state = 'active' and ${isIt}`.execute(trx);
  const { rows } = await sql<{ id: string }>`
    update ${place.job} as job set start_after = least(start_after, ${timeOf(runAt)}::timestamptz)
    where ${isIt} returning id`.execute(trx);
  const [there] = rows;
  if (!there) throw new Error(`the job ${kind} was neither added nor found`);
  return idOf(there.id);
}

/** The kind of the job with a key: every key begins with it. */
function kindIn(key: string): string {
  return key.split(' ')[0] ?? '';
}

/** Counts the jobs of each kind and state. It reads every unfinished job. */
async function depths({ db, place, clock }: Driver): Promise<Depth[]> {
  const { rows } = await sql<Omit<Depth, 'kind'> & { kind: string }>`
    select name as kind, case when state = 'active' then 'running'
        when start_after > ${timeOf(clock())}::timestamptz then 'later' else 'ready' end as state,
      count(*) as jobs, min(floor(extract(epoch from start_after) * 1000))::bigint as "firstDue"
    from ${place.job} where state <= 'active' group by 1, 2 order by 1, 2`.execute(db);
  return rows.flatMap(({ kind, ...row }) => (isJobKind(kind) ? [{ kind, ...row }] : []));
}

async function size({ db, place }: Driver): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${place.job} where state <= 'active'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Those of these keys that have an unfinished job. */
async function known({ db, place }: Driver, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const kinds = [...new Set(keys.map(kindIn))];
  const { rows } = await sql<{ key: string }>`
    select singleton_key as key from ${place.job}
    where name in (${sql.join(kinds)}) and singleton_key = any(${[...keys]}::text[]) and state <= 'active'`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Ends the unfinished job with this key; returns whether there was one. Its worker has lost the lease. */
async function cancel(driver: Driver, db: Db, key: string): Promise<boolean> {
  return within(db, async (trx) => {
    const kind = kindIn(key);
    const { rows } = await sql<{ id: string }>`
      select id from ${driver.place.job}
      where name = ${sql.lit(kind)} and singleton_key = ${key} and state <= 'active'`.execute(trx);
    if (rows.length > 0)
      await end(
        driver,
        trx,
        kind,
        rows.map(({ id }) => id),
      );
    return rows.length > 0;
  });
}

/** Ends the unfinished jobs with these keys, in one statement if there are none: each takes a way to the server and back. */
async function cancelAll(driver: Driver, db: Db, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return false;
  const kinds = [...new Set(keys.map(kindIn))];
  return within(db, async (trx) => {
    const { rows } = await sql<{ kind: string; jobs: string }>`
      select name as kind, string_agg(id::text, ' ') as jobs from ${driver.place.job}
      where name = any(${kinds}::text[]) and singleton_key = any(${[...keys]}::text[]) and state <= 'active'
      group by name`.execute(trx);
    for (const { kind, jobs } of rows) await end(driver, trx, kind, jobs.split(' '));
    return rows.length > 0;
  });
}

/** Ends the running jobs of a kind whose payloads have these fields. There are at most as many as worker lanes. */
async function cancelRunning(
  driver: Driver,
  trx: Trx,
  kind: JobKind,
  fields: readonly [string, unknown][],
): Promise<void> {
  const { runs, job } = driver.place;
  const { rows } = await sql<{ id: string; payload: string }>`
    select job.id, job.data->>'payload' as payload from ${runs} as runs
    join ${job} as job on job.name = ${sql.lit(kind)} and job.id = runs.job
    where runs.worker_id is not null and runs.kind = ${kind}`.execute(trx);
  for (const { id, payload } of rows) {
    const own: Record<string, unknown> = JSON.parse(payload);
    if (fields.every(([name, value]) => own[name] === value)) await end(driver, trx, kind, [id]);
  }
}

/**
 * The queue of a store on PostgreSQL: pg-boss keeps the jobs, and sends, fetches, fails and deletes them in our
 * transactions. What it lacks is in additions.ts and runs.ts.
 *
 * Nothing of it runs by itself: no timers, no maintenance, no connections of its own. A job that ends is deleted, as in the
 * queue of a store in a file.
 * @param store the schema of the store's own tables; `prepare` has been called
 */
export function bossQueue(db: Db, store: string, { clock, wake, ownerOf = nobody }: QueueOptions): Queue {
  const place = placeOf(store);
  const boss = new PgBoss({ db: through(db), schema: place.schema, supervise: false, schedule: false });
  const driver: Driver = { db, boss, place, clock };
  return {
    enqueue: async (trx, kind, payload, options = {}) => {
      const owner = options.owner ?? (await ownerOf(trx, kind, payload));
      const id = await add(driver, trx, kind, payload, owner, options);
      wake.soon();
      return id;
    },
    claim: (options) => claim(driver, options),
    heartbeat: (workerId, leaseMs, tokens) => heartbeat(driver, workerId, clock() + leaseMs, tokens),
    fence: async (trx, job) => void (await heldRun(driver, trx, job, 'share')),
    begin: async (job) => {
      const done = await byRows(db, (trx) =>
        sql`update ${place.runs} set begun = 1 where ${isHeld(job)}`.execute(trx),
      );
      if (done.numAffectedRows === 0n) throw new LeaseLost(job);
    },
    complete: async (job) => {
      await byRows(db, async (trx) => {
        const run = await heldRun(driver, trx, job, 'update');
        if (run.again === 0) return end(driver, trx, run.kind, [run.job]);
        await putBack(driver, trx, run, timeOf(clock()), true);
        await letGo(driver, trx, run.job, true);
      });
      wake.soon();
    },
    fail: (job, error, retryAt) =>
      byRows(db, async (trx) => {
        const run = await heldRun(driver, trx, job, 'update');
        await fail(driver, trx, run, error, timeOf(run.again === 1 ? clock() : retryAt));
        await letGo(driver, trx, run.job, false);
      }),
    release: async (job, runAt = clock()) => {
      await byRows(db, async (trx) => {
        const run = await heldRun(driver, trx, job, 'update');
        await putBack(driver, trx, run, timeOf(run.again === 1 ? clock() : runAt), false);
        await letGo(driver, trx, run.job, false);
      });
      wake.soon();
    },
    cancel: (within, key) => cancel(driver, within, key),
    cancelAll: (within, keys) => cancelAll(driver, within, keys),
    cancelRunning: (trx, kind, fields) => cancelRunning(driver, trx, kind, Object.entries(fields)),
    died: async (workerId, death) => {
      const count = await died(driver, workerId, death);
      wake.soon();
      return count;
    },
    reap: (until = clock()) => reap(driver, until),
    bringNearer: (leaseMs, longestMs) => bringNearer(driver, leaseMs, longestMs),
    size: () => size(driver),
    depths: () => depths(driver),
    has: async (key) => (await known(driver, [key])).has(key),
    missing: async (keys) => {
      const there = await known(driver, keys);
      return keys.filter((key) => !there.has(key));
    },
    wait: (ms, signal) => wake.wait(ms, signal),
  };
}
