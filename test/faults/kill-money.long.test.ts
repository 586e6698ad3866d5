/** Money while the built service is killed again and again. */
import { expect } from 'vitest';
import { until } from '../service/jobs/support.ts';
import { needs } from '../support/programs.ts';
import { seeded } from '../support/seeded.ts';
import { soundMoney } from './support/money.ts';
import { openSiege } from './support/siege.ts';
import { silentTalk } from './support/silent-talk.ts';

const FILES = 4;
const CRITERIA = 15;
/** The service is killed when so many runs, and some more, were charged. */
const KILLS = [4, 20, 40];
const chance = seeded(22);

const siege = await openSiege();
const { store, call, start, kill } = siege;

const accountOf = async () =>
  (await store.db.selectFrom('files').select('account_id').executeTakeFirstOrThrow()).account_id;
const charges = async () =>
  (await store.db.selectFrom('ledger').select('id').where('kind', '=', 'charge').execute()).length;
const refunds = async () =>
  (await store.db.selectFrom('ledger').select('id').where('kind', '=', 'refund').execute()).length;
const paid = async () => (await charges()) - (await refunds());
const open = async (table: 'files' | 'collection_files' | 'find_moments_runs') =>
  (
    await store.db
      .selectFrom(table as 'files')
      .select('status')
      .where('status', 'in', ['pending', 'processing'])
      .execute()
  ).length;

async function collectionOfTalks(): Promise<string> {
  const { id = '' } = await call('POST', '/collections', { name: 'talks', collection_type: 'moments' });
  for (let at = 0; at < FILES; at += 1) {
    const file = await call('POST', '/files', silentTalk(at));
    await call('POST', `/collections/${id}/media`, { file_id: file.id });
  }
  await until(async () => (await open('collection_files')) === 0, 'the end of processing', 240_000);
  return id;
}

needs('ffmpeg')(
  '[COST-2] whatever is killed when: the ledger is the balance, and no pair is charged twice',
  { timeout: 600_000 },
  async () => {
    await start();
    const collection = await collectionOfTalks();
    const account = await accountOf();
    const attach = (name: string) =>
      call('POST', `/collections/${collection}/moment-criteria`, {
        criterion: { name, instructions: 'Somebody promises something.' },
        min_duration_seconds: 1,
      }).catch(() => undefined);
    const names = Array.from({ length: CRITERIA }, (_, at) => `promise_${at}`);
    for (const least of KILLS) {
      // Attaches are under way when the service is killed: each is there with its job, or was never made.
      const attaching = Promise.all(names.map(attach));
      const most = least + chance.below(8);
      await until(async () => (await charges()) >= most, `${most} charges`);
      await kill(true);
      await attaching;
      await soundMoney(store.db, account);
      await start();
    }
    // A run whose worker was killed twice has failed, and is refunded; attaching again repeats it.
    const allPaid = async () => {
      if ((await open('find_moments_runs')) > 0) return false;
      if ((await paid()) === FILES * CRITERIA) return true;
      await Promise.all(names.map(attach));
      return false;
    };
    await until(allPaid, 'the end of all runs', 240_000);
    const { balance, charged, refunded, pairs } = await soundMoney(store.db, account);
    expect([charged - refunded, pairs.size]).toEqual([FILES * CRITERIA, FILES * CRITERIA]);
    expect(Math.max(...pairs.values())).toBe(1);
    expect(balance).toBe((1000 - FILES * CRITERIA) * 1_000_000);
    expect(await call('GET', '/billing')).toMatchObject({ balance: 1000 - FILES * CRITERIA, committed: 0 });
    await kill(true);
  },
);
