/** How the sweep treats objects without a row. */
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localAccount } from '../../../src/service/accounts/accounts.ts';
import { sweeps } from '../../../src/service/boot/registry/sweeps.ts';
import { runSweeps } from '../../../src/service/jobs/sweep.ts';
import { claimObjects } from '../../../src/service/store/store-id.ts';
import { addFile, namesIn } from '../store/support.ts';
import { type Bench, openBench } from './support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOBODY = '00000000-0000-4000-8000-000000000000';

let bench: Bench;
let accountId: string;

beforeEach(async () => {
  bench = await openBench({}, true);
  accountId = await localAccount(bench.context.db, 1);
  await claimObjects(bench.context.db, bench.context.objects, 1);
});

afterEach(() => bench.close());

/** Sweeps like a service that started now, with a clock that is `ms` ahead. */
const sweep = (ms = 0) =>
  runSweeps({ ...bench.context, clock: () => Date.now() + ms }, Date.now() + 1, sweeps);

/** An object written two hours ago. */
async function addOld(key: string): Promise<void> {
  const { objects } = bench.context;
  await objects.putBytes(key, 'x');
  const then = new Date(Date.now() - 2 * HOUR);
  await utimes(await objects.path(key.slice(0, key.lastIndexOf('/'))), then, then);
}

const files = () => namesIn(bench.context.objects, 'files');

/** Keys of everything that was moved aside, without the time. */
async function aside(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of bench.context.objects.list('aside')) keys.push(key.split('/').slice(2).join('/'));
  return keys.sort();
}

describe('objects without a row', () => {
  it('[SAFE-1] are moved aside if they are from an earlier service, and stay if their row may still come', async () => {
    const kept = await addFile(bench.context.db, accountId);
    await addOld(`files/${kept}/original`);
    await addOld(`files/${NOBODY}/original`);
    await addOld('segmentations/gone/keyframes');
    await bench.context.objects.putBytes('files/arriving/original', 'x');
    await utimes(await bench.context.objects.path('files/arriving'), new Date(), new Date(Date.now() + HOUR));
    await sweep();
    expect(await files()).toEqual(['arriving', kept].sort());
    expect(await aside()).toEqual([`files/${NOBODY}/original`, 'segmentations/gone/keyframes']);
    expect(bench.records.filter(({ level }) => level === 'warn')).toHaveLength(2);
  });

  it('[SAFE-1] stay aside for 30 days, and originals until a person deletes them', async () => {
    await addOld(`files/${NOBODY}/original`);
    await addOld('files/unfinished/thumbnail.jpg');
    await addOld('frames/gone/0.jpg');
    await sweep();
    await sweep(29 * DAY);
    expect(await aside()).toHaveLength(3);
    await sweep(31 * DAY);
    expect(await aside()).toEqual([`files/${NOBODY}/original`]);
    await sweep(10_000 * DAY);
    expect(await aside()).toEqual([`files/${NOBODY}/original`]);
  });

  it('[SAFE-1] are put back when their row exists again', async () => {
    await addOld(`files/${NOBODY}/original`);
    await sweep();
    const row = { id: NOBODY, account_id: accountId, status: 'completed' as const, created_at: 1 };
    await bench.context.db
      .insertInto('files')
      .values({ ...row, filename: 'a', source: 'upload' })
      .execute();
    await sweep();
    expect(await files()).toEqual([NOBODY]);
    expect(await namesIn(bench.context.objects, 'aside')).toEqual([]);
  });

  it('[SAFE-1] are left alone by a database that did not write them', async () => {
    await addOld(`files/${NOBODY}/original`);
    await bench.context.db
      .updateTable('settings')
      .set({ value: 'another' })
      .where('key', '=', 'store_id')
      .execute();
    await sweep();
    expect(await files()).toEqual([NOBODY]);
    expect(bench.records.map(({ message }) => message)).toContain(
      'not sweeping objects: their store id differs from the database',
    );
  });

  it('are left to the job that deletes them', async () => {
    await addOld(`files/${NOBODY}/original`);
    const { db, queue } = bench.context;
    await db
      .transaction()
      .execute((trx) => queue.enqueue(trx, 'object.delete', { prefix: `files/${NOBODY}` }));
    await sweep();
    expect(await files()).toEqual([NOBODY]);
    expect(await aside()).toEqual([]);
  });
});

it('a sweep over thousands of folders lets the service respond meanwhile', async () => {
  const { db, objects } = bench.context;
  const root = await objects.path('files');
  const ids = Array.from({ length: 3_000 }, (_, index) => `file-${index}`);
  await mkdir(root);
  for (const id of ids) await mkdir(`${root}/${id}`);
  const own = {
    account_id: accountId,
    status: 'completed' as const,
    created_at: 1,
    filename: 'a',
    source: 'upload',
  };
  for (let at = 0; at < ids.length; at += 500)
    await db
      .insertInto('files')
      .values(ids.slice(at, at + 500).map((id) => ({ ...own, id })))
      .execute();
  await writeFile(`${root}/file-0/original`, 'x');
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await sweep();
  clearInterval(timer);
  expect(await files()).toHaveLength(ids.length);
  // Fifteen pages of 200, and the event loop turns in between. A slow machine makes each longer, not fewer.
  expect(turns).toBeGreaterThanOrEqual(10);
});
