import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../store/sql/schema.ts';
import { chooseNext, type Head, noteTurn, type Running } from '../choose.ts';
import { allKinds, type JobKind } from '../kinds.ts';
import type { AnyJob, ClaimOptions } from '../queue.ts';
import type { Driver } from './place.ts';
import { type Carried, idOf, type Place, timeOf, uuidOf } from './place.ts';
import { byRows, hasExpired, reap } from './runs.ts';
import { through } from './through.ts';

type StoredHead = Omit<Head, 'id'> & { readonly id: string };

/**
 * The first job of each kind and account that is due. Steps through the accounts of a kind in the index without reading
 * their jobs, so the cost does not depend on how many jobs wait. Jobs that are not due are passed over one by one: few
 * wait for their time.
 */
async function headsOf({ place }: Driver, db: Db, kinds: readonly JobKind[], dueBy: number): Promise<Head[]> {
  const parts = kinds.map((kind) => headsOfKind(place, kind, timeOf(dueBy)));
  const { rows } = await sql<StoredHead>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows.map((row) => ({ ...row, id: idOf(row.id) }));
}

/** The kind is written out: the server then plans for one of pg-boss's partitions. */
function headsOfKind({ job }: Place, kind: JobKind, due: string): RawBuilder<unknown> {
  const waiting = sql`${job} where name = ${sql.lit(kind)} and state < 'active'`;
  return sql`
    (select first.id, ${sql.lit(kind)}::text as kind, accounts.account as account_id, first.file_id, first.rank,
      coalesce(turns.token, 0) as served
    from (
      with recursive steps (account) as (
        (select data->>'account' from ${waiting} order by data->>'account' limit 1)
        union all
        select (select data->>'account' from ${waiting} and data->>'account' > steps.account
          order by data->>'account' limit 1)
        from steps where account is not null
      )
      select account from steps where account is not null
    ) as accounts
    cross join lateral (
      ${lineOf({ job }, kind, sql`accounts.account`, due)}
    ) as first
    left join turns on turns.kind = ${kind} and turns.account_id = accounts.account)`;
}

/** The first job of a kind and account that is due. */
function lineOf(
  { job }: Pick<Place, 'job'>,
  kind: JobKind,
  account: RawBuilder<unknown>,
  due: string,
): RawBuilder<unknown> {
  return sql`
    select id, data->>'file' as file_id, (data->>'rank')::bigint as rank from ${job}
    where name = ${sql.lit(kind)} and state < 'active' and data->>'account' = ${account}
      and start_after <= ${due}::timestamptz
    order by (data->>'turn')::bigint, (data->>'rank')::bigint, id limit 1`;
}

/** The running jobs of these kinds. There are at most as many as worker lanes. */
async function runningOf({ place }: Driver, db: Db, kinds: readonly JobKind[]): Promise<Running[]> {
  const { rows } = await sql<Running>`
    select kind, account_id, file_id from ${place.runs}
    where worker_id is not null and kind in (${sql.join(kinds)})`.execute(db);
  return rows;
}

/**
 * The kinds of which a job is due. An idle worker asks nothing else. Most have none, and the server takes ten times as long
 * to plan the search for the first job of a kind as to see that there is none.
 */
async function dueKinds(
  { place }: Driver,
  db: Db,
  kinds: readonly JobKind[],
  dueBy: number,
): Promise<JobKind[]> {
  const parts = kinds.map(
    (kind) => sql`
      select ${sql.lit(kind)}::text as kind where exists (select 1 from ${place.job}
        where name = ${sql.lit(kind)} and state < 'active' and start_after <= ${timeOf(dueBy)}::timestamptz)`,
  );
  const { rows } = await sql<{ kind: JobKind }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows.map(({ kind }) => kind);
}

/** The priority of the job that a worker has chosen: pg-boss's fetch then takes this one. All others have 0. */
const CHOSEN = 1;

/**
 * Chooses the next job, and has pg-boss fetch it. Workers choose side by side: one that finds the job it has chosen in the
 * hands of another takes the next one of the same kind and account, and looks elsewhere if there is none. An idle worker only
 * reads.
 */
export async function claim(driver: Driver, options: ClaimOptions): Promise<AnyJob | undefined> {
  const { db, clock } = driver;
  const { kinds = allKinds, dueBy = clock() } = options;
  if (await hasExpired(driver, db, clock())) await reap(driver, clock());
  const due = await dueKinds(driver, db, kinds, dueBy);
  if (due.length === 0) return undefined;
  return byRows(db, async (trx) => {
    const running = await runningOf(driver, trx, kinds);
    let heads = await headsOf(driver, trx, due, dueBy);
    for (;;) {
      const next = chooseNext(heads, running);
      if (!next) return undefined;
      const chosen = await lockFirst(driver, trx, next, dueBy);
      if (chosen) return take(driver, trx, { ...next, ...chosen }, options);
      heads = heads.filter((head) => head !== next);
    }
  });
}

/** The first job of a kind and account that is due and in nobody's hands, from now on in ours. */
async function lockFirst(
  { place }: Driver,
  trx: Trx,
  { kind, account_id }: Head,
  dueBy: number,
): Promise<Pick<Head, 'id' | 'file_id'> | undefined> {
  const { rows } = await sql<{ id: string; file_id: string }>`
    with first as materialized (
      ${lineOf(place, kind, sql`${account_id}`, timeOf(dueBy))} for update skip locked
    )
    update ${place.job} as job set priority = ${CHOSEN} from first
    where job.name = ${sql.lit(kind)} and job.id = first.id returning job.id, first.file_id`.execute(trx);
  const [first] = rows;
  return first && { ...first, id: idOf(first.id) };
}

async function take(driver: Driver, trx: Trx, head: Head, options: ClaimOptions): Promise<AnyJob> {
  const { kind } = head;
  const uuid = uuidOf(head.id);
  const db = through(trx);
  // Whether it is due was asked above, by our own clock.
  const how = { db, ignoreStartAfter: true, includeMetadata: true } as const;
  const [job] = await driver.boss.fetch<Carried>(kind, how);
  db.check();
  if (job?.id !== uuid) throw new Error(`pg-boss gave another job of ${kind} than the one that was chosen`);
  const { token, deaths } = await hold(driver, trx, head, options);
  await noteTurn(trx, { ...head, turn: job.data.turn, token });
  return {
    id: head.id,
    kind,
    payload: JSON.parse(job.data.payload),
    token,
    attempt: job.retryCount + 1,
    maxAttempts: job.data.maxAttempts,
    runAt: job.startAfter.getTime(),
    blame: deaths,
    lastError: messageOf(job.output),
  };
}

/** Notes the lease. */
async function hold(
  { place, clock }: Driver,
  trx: Trx,
  head: Head,
  { workerId, leaseMs }: ClaimOptions,
): Promise<{ token: number; deaths: number }> {
  const { rows } = await sql<{ token: number; deaths: number }>`
    insert into ${place.runs} as runs (job, kind, account_id, file_id, worker_id, lease_until, token)
    values (${uuidOf(head.id)}, ${head.kind}, ${head.account_id}, ${head.file_id}, ${workerId},
      ${clock() + leaseMs}, nextval(${sql.lit(`${place.schema}.vau_tokens`)}))
    on conflict (job) do update set worker_id = excluded.worker_id, lease_until = excluded.lease_until,
      token = excluded.token, begun = 0, again = 0
    returning runs.token, runs.deaths`.execute(trx);
  const [held] = rows;
  if (!held) throw new Error('a lease was not noted');
  return held;
}

/** The error of the last attempt; null without one. */
function messageOf(output: object | null): string | null {
  return output && 'message' in output ? String(output.message) : null;
}
