import { type RawBuilder, sql } from 'kysely';
import { compiledOnce } from '../../store/compiled.ts';
import type { Trx } from '../../store/schema.ts';
import {
  type EnqueueOptions,
  type JobKind,
  type JobPayloads,
  jobKey,
  MOST_ATTEMPTS,
  type Owner,
} from '../queue.ts';
import { rankOf } from '../rank.ts';
import { RETRY_LIMIT } from './additions.ts';
import type { Driver } from './driver.ts';
import { DIGITS, idOf, type Place, PREFIX, timeOf } from './place.ts';

/** How long a job may wait, and how long run, before maintenance of pg-boss's own would end it. Nothing of ours runs that. */
const KEPT = '36500 days';
const RUN_TIME = '23 hours';

/** pg-boss's own limits on how many jobs with a key there may be: none. */
const POLICY = 'standard';

/**
 * Adds a job in the caller's transaction, as pg-boss's send does. That would be a second statement, which takes longer than the
 * one here, and the job's turn must be known before it. Jobs of one file take turns with those of others: its first
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
  const { place } = driver;
  const runAt = options.runAt ?? driver.clock();
  const key = options.key ?? jobKey(kind, payload);
  if (key.split(' ')[0] !== kind) throw new Error(`the key of a job begins with its kind: ${key}`);
  const { maxAttempts = MOST_ATTEMPTS } = options;
  const name = `${place.schema} ${kind}`;
  const insert = inserts.get(name) ?? insertOf(place, kind);
  inserts.set(name, insert);
  const rank = rankOf(runAt, bytes);
  const given = JSON.stringify(payload);
  const [added] = await insert(trx, given, account, file, rank, maxAttempts, timeOf(runAt), key);
  return added ? idOf(added.id) : keep(driver, trx, kind, key, runAt);
}

/** The statements that add a job, by schema and kind. */
const inserts = new Map<string, ReturnType<typeof insertOf>>();

function insertOf(place: Place, kind: JobKind) {
  return compiledOnce(
    (
      db,
      payload: string,
      account: string,
      file: string,
      rank: number,
      maxAttempts: number,
      time: string,
      key: string,
    ) => {
      // The payload is text: pg-boss's column would sort its fields.
      const start = sql`${time}::timestamptz`;
      const insert = sql<{ id: string }>`
        insert into ${place.job}
          (id, name, data, start_after, singleton_key, retry_limit, expire_in, keep_until, policy)
        select (${sql.lit(PREFIX)} || lpad(to_hex(nextval(${sql.lit(`${place.schema}.vau_ids`)})), ${sql.lit(DIGITS)}, '0'))::uuid,
          ${sql.lit(kind)}, jsonb_build_object('payload', ${payload}::text, 'account', ${account}::text,
            'file', ${file}::text, 'turn', ${turnOf(place, kind, account, file)}, 'rank', ${rank}::bigint,
            'maxAttempts', ${maxAttempts}::bigint),
          ${start}, ${key}, ${sql.lit(RETRY_LIMIT)}, ${sql.lit(RUN_TIME)}::interval,
          ${start} + ${sql.lit(KEPT)}::interval, ${sql.lit(POLICY)}
        on conflict do nothing returning id`;
      return { compile: () => insert.compile(db) };
    },
  );
}

/** The round of a new job. */
function turnOf({ job }: Place, kind: JobKind, account: string, file: string): RawBuilder<number> {
  return sql<number>`greatest(
    coalesce((select turn from turns where kind = ${sql.lit(kind)} and account_id = ${account}), 0),
    coalesce((select max((data->>'turn')::bigint) + 1 from ${job} where name = ${sql.lit(kind)}
      and data->>'file' = ${file} and data->>'account' = ${account} and state <= 'active'), 0))`;
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
