import { type RawBuilder, sql } from 'kysely';
import { engineOf } from '../store/sql/engine.ts';
import type { Db } from '../store/sql/schema.ts';
import { placeOf } from './boss/place.ts';
import type { JobKind, JobPayloads } from './kinds.ts';

/** A job as it was enqueued. */
export type LeftJob = { [K in JobKind]: { readonly kind: K; readonly payload: JobPayloads[K] } }[JobKind];

/** The unfinished jobs of some kinds, whatever state they are in and whichever driver keeps them. */
export async function leftJobs(db: Db, kinds: readonly JobKind[]): Promise<LeftJob[]> {
  const found: LeftJob[] = [];
  for (const table of await tablesOf(db)) {
    const { rows } = await sql<{ kind: JobKind; payload: string }>`
      select kind, payload from ${table} where kind in (${sql.join(kinds)}) order by id`.execute(db);
    for (const { kind, payload } of rows) found.push({ kind, payload: JSON.parse(payload) } as LeftJob);
  }
  return found;
}

/** The store's own table, and pg-boss's jobs in the same form if it has begun to keep them. */
async function tablesOf(db: Db): Promise<RawBuilder<unknown>[]> {
  const own = sql.table('jobs');
  if (engineOf(db) === 'sqlite') return [own];
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  const { schema } = placeOf(rows[0]?.schema ?? '');
  const there = await sql`select 1 where to_regclass(${`${schema}.vau_jobs`}) is not null`.execute(db);
  return there.rows.length > 0 ? [own, sql.id(schema, 'vau_jobs')] : [own];
}
