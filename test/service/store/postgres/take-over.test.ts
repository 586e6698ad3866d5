import { type Insertable, sql } from 'kysely';
import PgBoss from 'pg-boss';
import { describe, expect, it } from 'vitest';
import { wakeUp } from '../../../../src/service/jobs/worker/messages.ts';
import { uuidOf } from '../../../../src/service/queue/boss/place.ts';
import { through } from '../../../../src/service/queue/boss/through.ts';
import { openQueue } from '../../../../src/service/queue/open-queue.ts';
import type { AnyJob, Queue } from '../../../../src/service/queue/queue.ts';
import { openStore, type Store } from '../../../../src/service/store/open-store.ts';
import type { JobsTable } from '../../../../src/service/store/sql/schema.ts';
import { isOnServer, jobsIn, newTestStore } from '../../../support/store.ts';

const NOW = 1_000_000;

const open = (store: Store) => openQueue(store, { clock: () => NOW, wake: wakeUp() });

/** A row of the store's own table, from before pg-boss, or of a store that was moved from a file. */
function row(file_id: string, more: Partial<Insertable<JobsTable>> = {}): Insertable<JobsTable> {
  return {
    kind: 'file.process',
    payload: JSON.stringify({ file_id }),
    dedupe_key: `file.process ${file_id}`,
    state: 'ready',
    ...{ rank: 1, run_at: 1, max_attempts: 3, created_at: 1, ...more },
  };
}

async function takeAll(queue: Queue): Promise<AnyJob[]> {
  const jobs: AnyJob[] = [];
  for (;;) {
    const job = await queue.claim({ workerId: 'one', leaseMs: 1_000 });
    if (!job) return jobs;
    jobs.push(job);
  }
}

describe.runIf(isOnServer)('[DB-1] a PostgreSQL store with jobs in its own table', () => {
  it('gives them to pg-boss when it is opened, however many processes open it', async () => {
    const { store: location = '', remove } = newTestStore();
    const stores = [await openStore(location), await openStore(location)] as const;
    const { db } = stores[0];
    const running = { state: 'running', worker_id: 'gone', lease_until: 1, token: 4, attempts: 1 } as const;
    await db
      .insertInto('jobs')
      .values([
        row('ready', { rank: 2 }),
        row('later', { state: 'later', run_at: NOW + 1 }),
        row('running', { ...running, deaths: 1, last_error: 'it crashed' }),
        row('unknown', { kind: 'of.tomorrow', dedupe_key: 'of.tomorrow' }),
      ])
      .execute();
    const [queue, other] = await Promise.all(stores.map(open));
    if (!queue || !other) throw new Error('there is no queue');
    expect(await queue.size()).toBe(3);
    const left = await db.selectFrom('jobs').select('kind').execute();
    expect(left).toEqual([{ kind: 'of.tomorrow' }]);
    const taken = await takeAll(other);
    expect(taken).toMatchObject([
      { payload: { file_id: 'running' }, attempt: 2, blame: 1, lastError: 'it crashed', maxAttempts: 3 },
      { payload: { file_id: 'ready' }, attempt: 1, blame: 0, lastError: null },
    ]);
    expect(await queue.has('file.process later')).toBe(true);
    await Promise.all(stores.map((store) => store.close()));
    await remove();
  });

  it('takes over those that come later with the next opening, and never a second job with the same key', async () => {
    const { store: location = '', remove } = newTestStore();
    const store = await openStore(location);
    const queue = await open(store);
    const add = () =>
      store.db.transaction().execute((trx) => queue.enqueue(trx, 'file.process', { file_id: 'a' }));
    const id = await add();
    await store.db
      .insertInto('jobs')
      .values([row('a'), row('b')])
      .execute();
    await open(store);
    const jobs = await jobsIn(store.db);
    expect(jobs.map((job) => job.dedupe_key)).toEqual(['file.process a', 'file.process b']);
    expect(await add()).toBe(id);
    await store.close();
    await remove();
  });
});

describe.runIf(isOnServer)('[DB-1] the queue of a PostgreSQL store', () => {
  it('refuses a key that does not begin with the kind: the job would not be found by it', async () => {
    const { store: location = '', remove } = newTestStore();
    const store = await openStore(location);
    const queue = await open(store);
    const add = store.db
      .transaction()
      .execute((trx) => queue.enqueue(trx, 'index.analyse', {}, { key: 'other' }));
    await expect(add).rejects.toThrow('the key of a job begins with its kind: other');
    await store.close();
    await remove();
  });

  it('keeps the jobs in the tables of pg-boss, and nothing of them once they have ended', async () => {
    const { store: location = '', remove } = newTestStore();
    const store = await openStore(location);
    const queue = await open(store);
    await store.db.transaction().execute((trx) => queue.enqueue(trx, 'file.process', { file_id: 'a' }));
    const boss = sql.id(`${new URL(location).searchParams.get('schema')}_boss`, 'job');
    const states = async () =>
      (await sql<{ state: string }>`select state from ${boss}`.execute(store.db)).rows;
    expect(await states()).toEqual([{ state: 'created' }]);
    const [job] = await takeAll(queue);
    if (!job) throw new Error('there is no job');
    expect(await states()).toEqual([{ state: 'active' }]);
    await queue.fail(job, 'no', 0);
    expect(await states()).toEqual([{ state: 'retry' }]);
    const [again] = await takeAll(queue);
    if (!again) throw new Error('there is no job');
    await queue.complete(again);
    expect(await states()).toEqual([]);
    await store.close();
    await remove();
  });

  it('adds a job as pg-boss itself does', async () => {
    const { store: location = '', remove } = newTestStore();
    const store = await openStore(location);
    const queue = await open(store);
    const schema = `${new URL(location).searchParams.get('schema')}_boss`;
    const runAt = Date.UTC(2030, 0, 1);
    const key = 'file.process a';
    const id = await store.db
      .transaction()
      .execute((trx) =>
        queue.enqueue(
          trx,
          'file.process',
          { file_id: 'a' },
          { runAt, maxAttempts: 5, owner: { accountId: 'b', fileId: 'a', bytes: 7 } },
        ),
      );
    const rows = async () =>
      (
        await sql<Record<string, unknown>>`select * from ${sql.id(schema, 'job')} order by id`.execute(
          store.db,
        )
      ).rows;
    const [ours] = await rows();
    expect(ours?.data).toEqual({
      payload: '{"file_id":"a"}',
      account: 'b',
      file: 'a',
      turn: 0,
      maxAttempts: 5,
      rank: expect.any(Number),
    });
    await queue.cancel(store.db, key);
    const boss = new PgBoss({ db: through(store.db), schema, supervise: false, schedule: false });
    await boss.send('file.process', ours?.data as object, {
      id: uuidOf(id),
      singletonKey: key,
      startAfter: new Date(runAt),
      retryLimit: 1_000_000_000,
      retentionDays: 36_500,
      expireInHours: 23,
    });
    expect(await rows()).toEqual([{ ...ours, created_on: expect.anything() }]);
    await store.close();
    await remove();
  });
});
