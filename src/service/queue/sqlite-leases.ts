import type { ExpressionBuilder } from 'kysely';
import type { Db, Schema } from '../store/schema.ts';
import { type HeldLease, LeaseLost } from './queue.ts';

/** The job runs, and this token is its newest. */
export function isHeld(job: HeldLease) {
  return (row: ExpressionBuilder<Schema, 'jobs'>) =>
    row.and([row('id', '=', job.id), row('token', '=', job.token), row('state', '=', 'running')]);
}

export interface Return {
  readonly now: number;
  /** Not before this time; at once if it was asked for again while it ran. */
  readonly runAt: number;
  /** Whether the try that ends now counts; `afresh` counts from the beginning. */
  readonly attempts: 'counted' | 'not counted' | 'afresh';
  readonly error?: string;
}

/** Makes a held job claimable again. Throws LeaseLost when it is not held any more. */
export async function putBack(db: Db, job: HeldLease, back: Return): Promise<void> {
  const done = await db
    .updateTable('jobs')
    .set((row) => ({
      state: 'ready',
      worker_id: null,
      lease_until: null,
      again: 0,
      run_at: row.case().when('again', '=', 1).then(back.now).else(back.runAt).end(),
      ...(back.error === undefined ? {} : { last_error: back.error }),
      ...(back.attempts === 'counted'
        ? {}
        : { attempts: back.attempts === 'afresh' ? 0 : row('attempts', '-', 1) }),
    }))
    .where(isHeld(job))
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) throw new LeaseLost(job);
}
