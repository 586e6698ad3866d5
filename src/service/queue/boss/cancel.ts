import { sql } from 'kysely';
import type { Db, Trx } from '../../store/schema.ts';
import type { JobKind } from '../queue.ts';
import type { Driver } from './driver.ts';
import { kindIn } from './look.ts';
import { end, endAll, within } from './runs.ts';

/** Ends the unfinished job with this key; returns whether there was one. Its worker has lost the lease. */
export async function cancel(driver: Driver, db: Db, key: string): Promise<boolean> {
  return within(db, async (trx) => {
    const kind = kindIn(key);
    const { rows } = await sql<{ id: string }>`
      select id from ${driver.place.job}
      where name = ${sql.lit(kind)} and singleton_key = ${key} and state <= 'active'`.execute(trx);
    for (const { id } of rows) await end(driver, trx, kind, id);
    return rows.length > 0;
  });
}

/** Ends the unfinished jobs with these keys, in one statement if there are none: each takes a way to the server and back. */
export async function cancelAll(driver: Driver, db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const kinds = [...new Set(keys.map(kindIn))];
  await within(db, async (trx) => {
    const { rows } = await sql<{ kind: string; jobs: string }>`
      select name as kind, string_agg(id::text, ' ') as jobs from ${driver.place.job}
      where name = any(${kinds}::text[]) and singleton_key = any(${[...keys]}::text[]) and state <= 'active'
      group by name`.execute(trx);
    for (const { kind, jobs } of rows) await endAll(driver, trx, kind, jobs.split(' '));
  });
}

/** Ends the running jobs of a kind whose payloads have these fields. There are at most as many as worker lanes. */
export async function cancelRunning(
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
    if (fields.every(([name, value]) => own[name] === value)) await end(driver, trx, kind, id);
  }
}
