import { randomUUID } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localAccount } from '../../../src/service/accounts/accounts.ts';
import { putRight, startReconciler } from '../../../src/service/jobs/reconciler.ts';
import { drain } from '../../../src/service/jobs/worker/worker.ts';
import { jobKey } from '../../../src/service/queue/queue.ts';
import { jobsIn } from '../../support/store.ts';
import { addFile } from '../store/support.ts';
import { type Bench, handlersWith, openBench, until } from './support.ts';

let bench: Bench;
let accountId: string;

beforeEach(async () => {
  bench = await openBench({}, true);
  accountId = await localAccount(bench.context.db, 1);
});

afterEach(() => bench.close());

const startedAt = Date.now();
const round = () => putRight(bench.context, startedAt);

async function jobs(): Promise<string[]> {
  return (await jobsIn(bench.context.db)).map((row) => row.dedupe_key ?? '');
}

type Status = 'pending' | 'processing' | 'completed' | 'failed';

/** One row of each kind of work with that status. */
async function addRows(status: Status, file: Status = status) {
  const { db } = bench.context;
  const file_id = await addFile(db, accountId);
  await db.updateTable('files').set({ status: file }).where('id', '=', file_id).execute();
  const own = { account_id: accountId, created_at: 1 };
  const ids = { segmentation_id: randomUUID(), collection_id: randomUUID(), share_id: randomUUID() };
  await db
    .insertInto('segmentations')
    .values({ ...own, id: ids.segmentation_id, file_id, status, config: '{}' })
    .execute();
  await db
    .insertInto('collections')
    .values({ ...own, id: ids.collection_id, name: ids.collection_id, collection_type: 'media-descriptions' })
    .execute();
  await db
    .insertInto('collection_files')
    .values({ collection_id: ids.collection_id, file_id, account_id: accountId, added_at: 1, status })
    .execute();
  await db
    .insertInto('shares')
    .values({
      ...own,
      id: ids.share_id,
      file_id,
      asset_type: 'file',
      visibility: 'public',
      link_preview: 'none',
      status,
    })
    .execute();
  return { file_id, ...ids };
}

async function addSearch(background: 0 | 1, created_at: number): Promise<string> {
  const id = randomUUID();
  const values = {
    id,
    account_id: accountId,
    status: 'in_progress' as const,
    created_at,
    query: 'q',
    limit: 1,
  };
  await bench.context.db
    .insertInto('deep_searches')
    .values({ ...values, knowledge_base: '{}', include: '[]', background })
    .execute();
  return id;
}

describe('unfinished rows without a job', () => {
  it.each(['pending', 'processing'] as const)('get one each if they are %s', async (status) => {
    const { file_id } = await addRows(status);
    const deep_search_id = await addSearch(1, 1);
    const ready = await addRows(status, 'completed');
    await round();
    const expected = [
      jobKey('file.process', { file_id }),
      jobKey('segmentation.process', { segmentation_id: ready.segmentation_id }),
      jobKey('collection-file.process', { collection_id: ready.collection_id, file_id: ready.file_id }),
      jobKey('deep-search.run', { deep_search_id }),
      jobKey('share.package', { share_id: ready.share_id }),
    ];
    expect(await jobs()).toEqual(expect.arrayContaining(expected));
    const first = await jobs();
    await round();
    expect(await jobs()).toEqual(first);
  });

  it('get none while they wait for something unfinished', async () => {
    const { file_id, share_id } = await addRows('pending');
    await round();
    expect(await jobs()).toEqual([
      jobKey('file.process', { file_id }),
      jobKey('share.package', { share_id }),
    ]);
    const cut = await addRows('pending', 'completed');
    await bench.context.db
      .updateTable('collection_files')
      .set({ segmentation_id: cut.segmentation_id })
      .where('file_id', '=', cut.file_id)
      .execute();
    await round();
    expect(await jobs()).toContain(jobKey('segmentation.process', { segmentation_id: cut.segmentation_id }));
    expect(await jobs()).not.toContain(
      jobKey('collection-file.process', { collection_id: cut.collection_id, file_id: cut.file_id }),
    );
  });

  it.each(['completed', 'failed'] as const)('get none if they are %s', async (status) => {
    await addRows(status);
    await round();
    expect(await jobs()).toEqual([]);
  });

  it('do not make a running job run again', async () => {
    await addRows('processing');
    await round();
    const count = (await jobs()).length;
    for (let index = 0; index < count; index += 1)
      await bench.context.queue.claim({ workerId: 'w', leaseMs: 60_000 });
    await round();
    expect((await jobsIn(bench.context.db)).filter(({ again }) => again === 1)).toEqual([]);
  });
});

describe('a search in the foreground', () => {
  it('ends with the service that ran it, but not a later one', async () => {
    const interrupted = await addSearch(0, startedAt - 1000);
    const running = await addSearch(0, startedAt + 1000);
    await round();
    const rows = await bench.context.db
      .selectFrom('deep_searches')
      .select(['id', 'status', 'error'])
      .execute();
    expect(rows.find((row) => row.id === running)).toMatchObject({ status: 'in_progress' });
    expect(rows.find((row) => row.id === interrupted)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('"code":"interrupted"'),
    });
  });
});

describe('temporary files', () => {
  it('are deleted when their process is gone', async () => {
    const tmp = path.join(bench.context.config.dataDir, 'tmp');
    await mkdir(path.join(tmp, `${2 ** 22 + 1}-gone`));
    await round();
    expect(await readdir(tmp)).toEqual([]);
  });
});

describe('the reconciler', () => {
  it('repeats its rounds until it is stopped', async () => {
    const reconciler = startReconciler(bench.context, startedAt);
    for (let time = 1; time <= 2; time += 1) {
      await addFile(bench.context.db, accountId);
      await until(async () => (await fileJobs()).length === time, `job ${time}`);
    }
    await reconciler.stop();
    await addFile(bench.context.db, accountId);
    await bench.context.queue.wait(150, new AbortController().signal);
    expect(await fileJobs()).toHaveLength(2);
  });

  it('leaves the sweeps to a worker, once an hour', async () => {
    const reconciler = startReconciler(bench.context, startedAt);
    const sweep = async () => (await jobs()).filter((key) => key === 'sweep.run');
    await until(async () => (await sweep()).length > 0, 'the first sweep');
    await drain(bench.context, handlersWith({}));
    await addFile(bench.context.db, accountId);
    await until(async () => (await fileJobs()).length > 0, 'another round');
    expect(await sweep()).toEqual([]);
    await reconciler.stop();
  });

  it('stops in the middle of a round', async () => {
    for (let index = 0; index < 120; index += 1) await addFile(bench.context.db, accountId);
    const stop = new AbortController();
    const yieldTurn = async () => stop.abort(new Error('stopped'));
    await expect(putRight({ ...bench.context, yieldTurn }, startedAt, stop.signal)).rejects.toThrow(
      'stopped',
    );
    expect(await fileJobs()).toHaveLength(50);
    await round();
    expect(await fileJobs()).toHaveLength(120);
  });
});

const fileJobs = async () => (await jobs()).filter((key) => key.startsWith('file.process'));
