import { type SqlBool, sql } from 'kysely';
import { compiledOnce } from '../store/compiled.ts';
import { asFlag } from '../store/expressions.ts';
import type { JobsTable, Trx } from '../store/schema.ts';
import {
  type EnqueueOptions,
  type JobKind,
  type JobPayloads,
  jobKey,
  MOST_ATTEMPTS,
  type Owner,
} from './queue.ts';
import { rankOf } from './rank.ts';

/**
 * Adds a job. Jobs of one file take turns with those of others: its first job belongs to the current round, its second
 * to the next.
 * @returns its id, or the id of the unfinished job with the same key
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
    state: JobsTable['state'],
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
        ...{ kind, payload, dedupe_key, state, account_id, file_id, rank, run_at, max_attempts, created_at },
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
