import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../store/schema.ts';
import type { Head, Running } from '../choose.ts';
import type { JobKind } from '../queue.ts';
import type { Driver } from './driver.ts';
import { idOf, type Place, timeOf } from './place.ts';

type StoredHead = Omit<Head, 'id'> & { readonly id: string };

/**
 * The first job of each kind and account that is due. Steps through the accounts of a kind in the index without reading
 * their jobs, so the cost does not depend on how many jobs wait. Jobs that are not due are passed over one by one: few
 * wait for their time.
 */
export async function headsOf(
  { place }: Driver,
  db: Db,
  kinds: readonly JobKind[],
  dueBy: number,
): Promise<Head[]> {
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
      select id, data->>'file' as file_id, (data->>'rank')::bigint as rank from ${waiting}
        and data->>'account' = accounts.account and start_after <= ${due}::timestamptz
      order by (data->>'turn')::bigint, (data->>'rank')::bigint, id limit 1
    ) as first
    left join turns on turns.kind = ${kind} and turns.account_id = accounts.account)`;
}

/** The running jobs of these kinds. There are at most as many as worker lanes. */
export async function runningOf({ place }: Driver, db: Db, kinds: readonly JobKind[]): Promise<Running[]> {
  const { rows } = await sql<Running>`
    select kind, account_id, file_id from ${place.runs}
    where worker_id is not null and kind in (${sql.join(kinds)})`.execute(db);
  return rows;
}

/**
 * The kinds of which a job is due. An idle worker asks nothing else. Most have none, and the server takes ten times as long
 * to plan the search for the first job of a kind as to see that there is none.
 */
export async function dueKinds(
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
