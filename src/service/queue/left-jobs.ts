import { listOf } from '../store/list-of.ts';
import type { Db } from '../store/schema.ts';
import type { JobKind, JobPayloads } from './queue.ts';

/** A job as it was enqueued. */
export type LeftJob = { [K in JobKind]: { readonly kind: K; readonly payload: JobPayloads[K] } }[JobKind];

/** The unfinished jobs of some kinds, whatever state they are in. */
export async function leftJobs(db: Db, kinds: readonly JobKind[]): Promise<LeftJob[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', 'payload'])
    .where('kind', 'in', listOf(kinds))
    .orderBy('id')
    .execute();
  return rows.map(({ kind, payload }) => ({ kind, payload: JSON.parse(payload) }) as LeftJob);
}
