/** Money while the built service has many requests at once and is killed among them. */
import { expect } from 'vitest';
import { until } from '../service/jobs/support.ts';
import { needs } from '../support/programs.ts';
import { seeded } from '../support/seeded.ts';
import { soundMoney } from './support/money.ts';
import { openSiege } from './support/siege.ts';
import { silentTalk } from './support/silent-talk.ts';

/** VAU_OPERATIONS=5000 takes minutes. */
const OPERATIONS = Number(process.env.VAU_OPERATIONS ?? 300);
const KILLS = Math.max(2, Math.round(OPERATIONS / 500));
/** Requests that are sent at once. */
const AT_ONCE = 30;
const FILES = 3;
const CRITERIA = Math.max(8, Math.round(OPERATIONS / 100));
const chance = seeded(20261123);

const siege = await openSiege();
const { store, call, start, kill } = siege;
const files: string[] = [];
const collections: string[] = [];
/** Pairs of which a run may have been deleted that was paid for: the next run over them is charged again. */
const forgotten = new Map<string, number>();
let answered = 0;

async function openRows(table: 'files' | 'collection_files' | 'find_moments_runs') {
  const open = ['pending', 'processing'];
  return store.db
    .selectFrom(table as 'find_moments_runs')
    .selectAll()
    .where('status', 'in', open as ['pending'])
    .execute();
}

async function operate(): Promise<void> {
  const criterion = {
    name: `promise_${chance.below(CRITERIA)}`,
    instructions: 'Somebody promises something.',
  };
  const what = chance.below(100);
  const collection = chance.pick(collections);
  if (what < 70) await call('POST', `/collections/${collection}/moment-criteria`, { criterion });
  else if (what < 90)
    await call('POST', '/find-moments', { url: `vau://files/${chance.pick(files)}`, criterion });
  else if (what < 96) await detachOne(collection);
  else await removeRun();
}

async function detachOne(collection: string): Promise<void> {
  const rows = await store.db
    .selectFrom('moment_attachments')
    .select('id')
    .where('collection_id', '=', collection)
    .execute();
  if (rows.length > 0)
    await call('DELETE', `/collections/${collection}/moment-criteria/${chance.pick(rows).id}`);
}

/** Deletes a run. Where the service is killed before it answers, nobody knows whether it was paid back. */
async function removeRun(): Promise<void> {
  const rows = await openRows('find_moments_runs');
  if (rows.length === 0) return;
  const { id, file_id, run_key } = chance.pick(rows);
  const pair = `${file_id} ${run_key}`;
  const gone = await call('DELETE', `/find-moments/${id}`).catch((error: unknown) => {
    if (isRefusal(error)) return { refunded: true };
    return { refunded: false };
  });
  if (!gone.refunded) forgotten.set(pair, (forgotten.get(pair) ?? 0) + 1);
}

/** Whether the service answered, and refused. */
const isRefusal = (error: unknown) => error instanceof Error && /: 4\d\d /.test(error.message);

async function prepare(): Promise<void> {
  await start(undefined, { VAU_RATE_LIMIT: '0' });
  for (let at = 0; at < FILES; at += 1) files.push((await call('POST', '/files', silentTalk(at))).id ?? '');
  for (let at = 0; at < 2; at += 1) {
    const about = { name: `talks ${at}`, collection_type: 'moments' };
    const { id = '' } = await call('POST', '/collections', about);
    collections.push(id);
    for (const file_id of files.slice(at)) await call('POST', `/collections/${id}/media`, { file_id });
  }
  const over = async () => (await openRows('collection_files')).length === 0;
  await until(over, 'the end of processing', 240_000);
}

needs('ffmpeg')(
  '[COST-2] attaches, runs and deletions at once while the built service is killed: ledger = balance, no pair charged twice',
  { timeout: 900_000 },
  async () => {
    await prepare();
    let sent = 0;
    const client = async () => {
      while (sent < OPERATIONS) {
        sent += 1;
        const done = await operate().then(
          () => true,
          (error: unknown) => isRefusal(error),
        );
        if (done) {
          answered += 1;
          continue;
        }
        // It is being killed, and will be there again. What it was sent may have been done or not.
        sent -= 1;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const clients = Promise.all(Array.from({ length: AT_ONCE }, client));
    const { account_id: account } = await store.db
      .selectFrom('files')
      .select('account_id')
      .executeTakeFirstOrThrow();
    for (let killed = 1; killed <= KILLS; killed += 1) {
      await until(async () => answered >= (OPERATIONS * killed) / (KILLS + 1), `kill ${killed}`, 300_000);
      await kill(true);
      await soundMoney(store.db, account);
      await start(undefined, { VAU_RATE_LIMIT: '0' });
    }
    await clients;
    // Criteria that were attached just now have no runs yet, and are committed.
    const isOver = async () =>
      (await openRows('find_moments_runs')).length === 0 &&
      Number((await call('GET', '/billing')).committed) === 0;
    await until(isOver, 'all runs', 300_000);
    const { balance, charged, refunded, pairs } = await soundMoney(store.db, account);
    for (const [pair, times] of pairs)
      expect(times, pair).toBeLessThanOrEqual(1 + (forgotten.get(pair) ?? 0));
    process.stderr.write(
      `${answered} of ${OPERATIONS} operations answered, ${KILLS} kills, ${charged} charges, ${refunded} refunds\n`,
    );
    expect(answered).toBeGreaterThanOrEqual(OPERATIONS);
    expect(charged - refunded).toBeGreaterThan(CRITERIA);
    expect(await call('GET', '/billing')).toMatchObject({ balance: balance / 1_000_000 });
  },
);
