import { sql } from 'kysely';
import { listOf, tableOf } from '../store/list-of.ts';
import type { Db } from '../store/schema.ts';
import type { Head, Running } from './choose.ts';
import type { JobKind } from './queue.ts';

/**
 * The first ready job of each kind and account. Steps through the accounts of a kind in the index without reading their
 * jobs, so the cost does not depend on how many jobs wait.
 */
export function headsQuery(kinds: readonly JobKind[]) {
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
export function runningQuery(kinds: readonly JobKind[]) {
  return sql<Running>`
    select kind, account_id, file_id from jobs
    where state = 'running' and lease_until > 0 and kind in ${listOf(kinds)}`;
}

/** Whether any job of these kinds is ready. */
export async function isAnyReady(db: Db, kinds: readonly JobKind[]): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', sql.lit('ready'))
    .where('kind', 'in', kinds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
