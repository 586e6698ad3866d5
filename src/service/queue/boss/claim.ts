import { sql } from 'kysely';
import type { Trx } from '../../store/schema.ts';
import { chooseNext, type Head } from '../choose.ts';
import { allKinds } from '../kinds.ts';
import type { AnyJob, ClaimOptions } from '../queue.ts';
import { nextToken, noteTurn } from '../turns.ts';
import type { Driver } from './driver.ts';
import { dueKinds, headsOf, runningOf } from './heads.ts';
import { type Carried, uuidOf } from './place.ts';
import { hasExpired, reap } from './runs.ts';
import { through } from './through.ts';

/** The priority of the job that a worker has chosen: pg-boss's fetch then takes this one. All others have 0. */
const CHOSEN = 1;

/**
 * Chooses the next job, and has pg-boss fetch it. An idle worker only reads. It takes the lock of those that write only if
 * there is a job to claim, so that no other worker can choose at the same time.
 */
export async function claim(driver: Driver, options: ClaimOptions): Promise<AnyJob | undefined> {
  const { db, clock } = driver;
  const { kinds = allKinds, dueBy = clock() } = options;
  if (await hasExpired(driver, db, clock())) await reap(driver, clock());
  const due = await dueKinds(driver, db, kinds, dueBy);
  if (due.length === 0) return undefined;
  return db.transaction().execute(async (trx) => {
    const heads = await headsOf(driver, trx, due, dueBy);
    if (heads.length === 0) return undefined;
    const next = chooseNext(heads, await runningOf(driver, trx, kinds));
    return next && take(driver, trx, next, options);
  });
}

async function take(driver: Driver, trx: Trx, head: Head, options: ClaimOptions): Promise<AnyJob> {
  const { kind } = head;
  const uuid = uuidOf(head.id);
  await sql`
    update ${driver.place.job} set priority = ${CHOSEN}
    where name = ${sql.lit(kind)} and id = ${uuid}`.execute(trx);
  const db = through(trx);
  // Whether it is due was asked above, by our own clock.
  const how = { db, ignoreStartAfter: true, includeMetadata: true } as const;
  const [job] = await driver.boss.fetch<Carried>(kind, how);
  db.check();
  if (job?.id !== uuid) throw new Error(`pg-boss gave another job of ${kind} than the one that was chosen`);
  const { token, deaths } = await hold(driver, trx, head, options);
  await noteTurn(trx, { ...head, turn: job.data.turn, token });
  return {
    id: head.id,
    kind,
    payload: JSON.parse(job.data.payload),
    token,
    attempt: job.retryCount + 1,
    maxAttempts: job.data.maxAttempts,
    runAt: job.startAfter.getTime(),
    blame: deaths,
    lastError: messageOf(job.output),
  };
}

/** Notes the lease. */
async function hold(
  { place, clock }: Driver,
  trx: Trx,
  head: Head,
  { workerId, leaseMs }: ClaimOptions,
): Promise<{ token: number; deaths: number }> {
  const token = await nextToken(trx);
  const { rows } = await sql<{ deaths: number }>`
    insert into ${place.runs} as runs (job, kind, account_id, file_id, worker_id, lease_until, token)
    values (${uuidOf(head.id)}, ${head.kind}, ${head.account_id}, ${head.file_id}, ${workerId},
      ${clock() + leaseMs}, ${token})
    on conflict (job) do update set worker_id = excluded.worker_id, lease_until = excluded.lease_until,
      token = excluded.token, begun = 0, again = 0
    returning runs.deaths`.execute(trx);
  return { token, deaths: rows[0]?.deaths ?? 0 };
}

/** The error of the last attempt; null without one. */
function messageOf(output: object | null): string | null {
  return output && 'message' in output ? String(output.message) : null;
}
