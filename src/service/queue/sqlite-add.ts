import { sql } from 'kysely';
import type { Flag, Trx } from '../store/schema.ts';
import { type EnqueueOptions, type JobKind, type JobPayloads, jobKey, type Owner } from './queue.ts';

/** A file stands behind those that came so many milliseconds after it for each megabyte, within a limit. */
const BEHIND_MS = 100;
const MOST_BEHIND_MS = 600_000;
const MEGABYTE = 1e6;

/**
 * Adds a job. Jobs of one file take turns with those of the others: its first job is in the round that is being done, its
 * second in the next one.
 * @returns its id, or that of the unfinished job that has its key
 */
export async function add<K extends JobKind>(
  trx: Trx,
  kind: K,
  payload: JobPayloads[K],
  { accountId: account_id = '', fileId: file_id = '', bytes = 0 }: Owner,
  options: EnqueueOptions,
  now: number,
): Promise<number> {
  const run_at = options.runAt ?? now;
  const row = await trx
    .insertInto('jobs')
    .values({
      kind,
      payload: JSON.stringify(payload),
      dedupe_key: options.key ?? jobKey(kind, payload),
      state: run_at > now ? 'later' : 'ready',
      account_id,
      file_id,
      turn: sql<number>`max(
        coalesce((select turn from turns where kind = ${kind} and account_id = ${account_id}), 0),
        coalesce((select max(turn) + 1 from jobs
          where file_id = ${file_id} and account_id = ${account_id} and kind = ${kind}), 0))`,
      rank: run_at + Math.min(MOST_BEHIND_MS, Math.round((bytes / MEGABYTE) * BEHIND_MS)),
      run_at,
      max_attempts: options.maxAttempts ?? 3,
      created_at: now,
    })
    // The one that is there is kept: if it waits, for the earlier of the two times; if it runs, to run again.
    .onConflict((clash) =>
      clash
        .column('dedupe_key')
        .where('dedupe_key', 'is not', null)
        .doUpdateSet((job) => ({
          run_at: job.fn('min', ['jobs.run_at', 'excluded.run_at']),
          state: sql<'later'>`iif(jobs.state = 'later', excluded.state, jobs.state)`,
          again: sql<Flag>`jobs.state = 'running'`,
        })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
