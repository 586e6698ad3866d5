import { sql } from 'kysely';
import type { Trx } from '../../store/schema.ts';
import { type EnqueueOptions, type JobKind, type JobPayloads, jobKey, type Owner } from '../queue.ts';
import { rankOf } from '../rank.ts';
import { RETRY_LIMIT } from './additions.ts';
import type { Driver } from './driver.ts';
import { type Carried, idOf, timeOf, uuidOf } from './place.ts';
import { through } from './through.ts';

/** How long a job may wait, and how long run, before maintenance of pg-boss's own would end it. Nothing of ours runs that. */
const KEPT_DAYS = 36_500;
const RUN_HOURS = 23;

/**
 * Adds a job in the caller's transaction, by pg-boss's send. Jobs of one file take turns with those of others: its first
 * job belongs to the current round, its second to the next.
 * @returns its id, or the id of the unfinished job with the same key
 */
export async function add<K extends JobKind>(
  driver: Driver,
  trx: Trx,
  kind: K,
  payload: JobPayloads[K],
  { accountId: account = '', fileId: file = '', bytes = 0 }: Owner,
  options: EnqueueOptions,
): Promise<number> {
  const now = driver.clock();
  const runAt = options.runAt ?? now;
  const key = options.key ?? jobKey(kind, payload);
  if (key.split(' ')[0] !== kind) throw new Error(`the key of a job begins with its kind: ${key}`);
  const { id, turn } = await nextPlace(driver, trx, { kind, account, file });
  const { maxAttempts = 3 } = options;
  const rank = rankOf(runAt, bytes);
  const carried: Carried = { payload: JSON.stringify(payload), account, file, turn, rank, maxAttempts };
  const added = await driver.boss.send(kind, carried, {
    db: through(trx),
    id: uuidOf(id),
    singletonKey: key,
    startAfter: new Date(runAt),
    retryLimit: RETRY_LIMIT,
    retentionDays: KEPT_DAYS,
    expireInHours: RUN_HOURS,
  });
  return added === null ? keep(driver, trx, kind, key, runAt) : id;
}

async function nextPlace(
  { place }: Driver,
  trx: Trx,
  { kind, account, file }: { kind: JobKind; account: string; file: string },
): Promise<{ id: number; turn: number }> {
  const { rows } = await sql<{ id: number; turn: number }>`
    select nextval(${`${place.schema}.vau_ids`}) as id, greatest(
      coalesce((select turn from turns where kind = ${kind} and account_id = ${account}), 0),
      coalesce((select max((data->>'turn')::bigint) + 1 from ${place.job} where name = ${sql.lit(kind)}
        and data->>'file' = ${file} and data->>'account' = ${account} and state <= 'active'), 0)) as turn`.execute(
    trx,
  );
  const [next] = rows;
  if (!next) throw new Error('the server gave no id');
  return next;
}

/** The job that is there already stays: if waiting, with the earlier of both times; if running, it runs again. */
async function keep({ place }: Driver, trx: Trx, kind: JobKind, key: string, runAt: number): Promise<number> {
  const { rows } = await sql<{ id: string; running: number }>`
    update ${place.job} set start_after = least(start_after, ${timeOf(runAt)}::timestamptz)
    where name = ${sql.lit(kind)} and singleton_key = ${key} and state <= 'active'
    returning id, state = 'active' as running`.execute(trx);
  const [there] = rows;
  if (!there) throw new Error(`the job ${kind} was neither added nor found`);
  if (there.running) await sql`update ${place.runs} set again = 1 where job = ${there.id}`.execute(trx);
  return idOf(there.id);
}
