import { randomUUID } from 'node:crypto';
import { CompiledQuery, type KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localAccount } from '../../../src/service/accounts/accounts.ts';
import { declarations } from '../../../src/service/boot/registry/resources.ts';
import { bindLifecycle } from '../../../src/service/jobs/lifecycle/bind.ts';
import type { Declarations } from '../../../src/service/jobs/lifecycle/lifecycle.ts';
import { requeueUnfinished } from '../../../src/service/jobs/reconciler.ts';
import type { JobKind } from '../../../src/service/queue/kinds.ts';
import type { Trx } from '../../../src/service/store/sql/schema.ts';
import { jobsIn } from '../../support/store.ts';
import { addFile } from '../store/support.ts';
import { type Bench, openBench } from './support.ts';

let bench: Bench;
let accountId: string;

beforeEach(async () => {
  bench = await openBench({}, true);
  accountId = await localAccount(bench.context.db, 1);
});

afterEach(() => bench.close());

type Status = 'pending' | 'completed' | 'failed' | 'not_applicable';

/** A file with one of everything that may wait for it; what can have a segmentation has this one. */
async function addAll(file: Status, segmentation: Status) {
  const { db } = bench.context;
  const file_id = await addFile(db, accountId);
  await db.updateTable('files').set({ status: file }).where('id', '=', file_id).execute();
  const ids = {
    file_id,
    segmentation_id: randomUUID(),
    describe_id: randomUUID(),
    extraction_id: randomUUID(),
    collection_id: randomUUID(),
    frame_extraction_id: randomUUID(),
    face_detection_id: randomUUID(),
    face_match_id: randomUUID(),
  };
  const own = { account_id: accountId, file_id, status: 'pending' as const, created_at: 1 };
  const { segmentation_id, collection_id, frame_extraction_id, face_detection_id } = ids;
  const asked = { ...own, segmentation_id, url: 'vau://files/x', config: '{}' };
  await db
    .insertInto('segmentations')
    .values({ ...own, id: segmentation_id, status: segmentation, config: '{}' })
    .execute();
  await db
    .insertInto('describes')
    .values({ ...asked, id: ids.describe_id, kind: 'describe' })
    .execute();
  await db
    .insertInto('extractions')
    .values({ ...asked, id: ids.extraction_id })
    .execute();
  await db
    .insertInto('frame_extractions')
    .values({ ...own, id: frame_extraction_id, config: '{}' })
    .execute();
  await db
    .insertInto('face_detections')
    .values({ ...own, id: face_detection_id, frame_extraction_id })
    .execute();
  await db
    .insertInto('face_matches')
    .values({ ...own, id: ids.face_match_id, face_detection_id, frame_extraction_id, max_faces: 1 })
    .execute();
  await db
    .insertInto('collections')
    .values({
      id: collection_id,
      account_id: accountId,
      name: collection_id,
      collection_type: 'metadata',
      created_at: 1,
    })
    .execute();
  await db
    .insertInto('collection_files')
    .values({
      collection_id,
      file_id,
      account_id: accountId,
      added_at: 1,
      status: 'pending',
      segmentation_id,
    })
    .execute();
  return ids;
}

/** The kinds that have a job now; the jobs are then deleted. */
async function started(): Promise<string[]> {
  const { db, queue } = bench.context;
  const rows = await jobsIn(db);
  for (const { dedupe_key } of rows) await queue.cancel(db, dedupe_key ?? '');
  return rows.map(({ kind }) => kind).sort();
}

const within = (work: (trx: Trx) => Promise<void>) => bench.context.db.transaction().execute(work);

type Ids = Awaited<ReturnType<typeof addAll>>;

/** Starts everything that was added. */
function startAll(ids: Ids): Promise<void> {
  const { lifecycle: waiting } = bench.context;
  const { collection_id, file_id, segmentation_id, describe_id, extraction_id } = ids;
  const { frame_extraction_id, face_detection_id, face_match_id } = ids;
  return within(async (trx) => {
    await waiting.start(trx, 'segmentation.process', { segmentation_id });
    await waiting.start(trx, 'describe.run', { describe_id });
    await waiting.start(trx, 'extract.run', { extraction_id });
    await waiting.start(trx, 'collection-file.process', { collection_id, file_id });
    await waiting.start(trx, 'frames.extract', { frame_extraction_id });
    await waiting.start(trx, 'face-detect.run', { face_detection_id });
    await waiting.start(trx, 'face-match.run', { face_match_id });
  });
}

/** The status of everything but the file, and why it failed. */
async function ends({ file_id }: Ids): Promise<Record<string, string>> {
  const { db } = bench.context;
  const all: Record<string, string> = {};
  for (const table of TABLES) {
    const own = db.selectFrom(table).select(['status', 'error']).where('file_id', '=', file_id);
    const { status, error } = await own.executeTakeFirstOrThrow();
    all[table] = error === null ? status : `${status}: ${error}`;
  }
  return all;
}

const TABLES = [
  'segmentations',
  'describes',
  'extractions',
  'collection_files',
  'frame_extractions',
  'face_detections',
  'face_matches',
] as const;

describe('a row that waits', () => {
  it('has no job until what it waits for has ended, and then exactly that one starts', async () => {
    const ids = await addAll('pending', 'pending');
    const { db, lifecycle: waiting } = bench.context;
    await startAll(ids);
    expect(await started()).toEqual([]);

    await db.updateTable('files').set({ status: 'completed' }).execute();
    await within((trx) => waiting.ended(trx, 'file.process', { file_id: ids.file_id }));
    expect(await started()).toEqual(['frames.extract', 'segmentation.process']);

    await db.updateTable('segmentations').set({ status: 'not_applicable' }).execute();
    await within((trx) =>
      waiting.ended(trx, 'segmentation.process', { segmentation_id: ids.segmentation_id }),
    );
    expect(await started()).toEqual(['collection-file.process', 'describe.run', 'extract.run']);

    await db.updateTable('frame_extractions').set({ status: 'completed' }).execute();
    await within((trx) =>
      waiting.ended(trx, 'frames.extract', { frame_extraction_id: ids.frame_extraction_id }),
    );
    expect(await started()).toEqual(['face-detect.run']);
  });

  it('starts at once if what it would wait for has ended', async () => {
    const ids = await addAll('completed', 'completed');
    await bench.context.db.updateTable('frame_extractions').set({ status: 'completed' }).execute();
    await startAll(ids);
    expect(await started()).toEqual([
      'collection-file.process',
      'describe.run',
      'extract.run',
      'face-detect.run',
    ]);
  });

  it('is distinguished from one that has ended, which keeps nothing waiting and does not wait itself', async () => {
    const ids = await addAll('pending', 'pending');
    const { db, lifecycle: waiting } = bench.context;
    const { describe_id } = ids;
    expect(await waiting.isWaiting(db, 'describe.run', { describe_id })).toBe(true);
    expect(await waiting.isWaiting(db, 'file.process', { file_id: ids.file_id })).toBe(false);
    await db.updateTable('describes').set({ status: 'completed' }).execute();
    expect(await waiting.isWaiting(db, 'describe.run', { describe_id })).toBe(false);
  });

  it('fails with what it waits for, each with the reason', async () => {
    const ids = await addAll('pending', 'pending');
    await within((trx) =>
      bench.context.lifecycle.fail(trx, 'file.process', { file_id: ids.file_id }, 'it is not a film'),
    );
    const file = 'the file failed: it is not a film';
    expect(await ends(ids)).toEqual({
      segmentations: `failed: ${file}`,
      describes: `failed: ${file}`,
      extractions: `failed: ${file}`,
      collection_files: `failed: segmentation failed: ${file}`,
      frame_extractions: `failed: ${file}`,
      face_detections: `failed: frame extraction failed: ${file}`,
      face_matches: `failed: face detection failed: frame extraction failed: ${file}`,
    });
    expect(new Set(await started())).toEqual(new Set(['object.delete']));
  });

  it('is not affected by a failure once it has ended', async () => {
    const ids = await addAll('completed', 'pending');
    const { db, lifecycle: waiting } = bench.context;
    await db.updateTable('describes').set({ status: 'completed' }).execute();
    const { segmentation_id } = ids;
    await within((trx) => waiting.fail(trx, 'segmentation.process', { segmentation_id }, 'no'));
    expect(await ends(ids)).toMatchObject({
      segmentations: 'failed: no',
      describes: 'completed',
      extractions: 'failed: segmentation failed: no',
    });
    await within((trx) => waiting.fail(trx, 'segmentation.process', { segmentation_id }, 'again'));
    expect((await ends(ids)).segmentations).toBe('failed: no');
  });

  it('continues if it survives the failure: a collection file checks how the face detection ended', async () => {
    const ids = await addAll('completed', 'completed');
    const { db, lifecycle: waiting } = bench.context;
    const { face_detection_id } = ids;
    await db.updateTable('collection_files').set({ face_detection_id }).execute();
    await within((trx) => waiting.fail(trx, 'face-detect.run', { face_detection_id }, 'no'));
    expect(await ends(ids)).toMatchObject({
      collection_files: 'pending',
      face_matches: 'failed: face detection failed: no',
    });
    expect(await started()).toContain('collection-file.process');
  });
});

describe('unfinished rows', () => {
  it('are all found once, whatever page they are on', async () => {
    for (let index = 0; index < 1_203; index += 1) await addFile(bench.context.db, accountId);
    expect(await requeueUnfinished(bench.context)).toBe(1_203);
    expect(await requeueUnfinished(bench.context)).toBe(0);
    expect(await bench.context.queue.size()).toBe(1_203);
  });

  it('are read a page at a time, also those that wait for something', async () => {
    const { db, lifecycle: waiting } = bench.context;
    const file_id = await addFile(db, accountId);
    const sizes = async () => {
      const found: number[] = [];
      for await (const page of waiting.unfinished(db, 10)) found.push(page.length);
      return found;
    };
    const before = await sizes();
    const own = { account_id: accountId, file_id, status: 'pending' as const, config: '{}', created_at: 1 };
    for (let index = 0; index < 25; index += 1)
      await db
        .insertInto('segmentations')
        .values({ ...own, id: randomUUID() })
        .execute();
    const after = await sizes();
    expect(after.filter((size) => size > 0)).toEqual([1]);
    // Three pages of segmentations that wait for the file, not one.
    expect(after.length).toBe(before.length + 2);
  });

  it.each(Object.keys(declarations).filter((kind) => declarations[kind as JobKind]))(
    'of %s are read through an index, in its order',
    async (kind) => {
      const { db } = bench.context;
      const only = { ...nothing, [kind]: declarations[kind as JobKind] };
      const plans: string[] = [];
      const asks: KyselyPlugin = {
        transformQuery: ({ node, queryId }) => {
          const { sql, parameters } = db.getExecutor().compileQuery(node, queryId);
          plans.push(sql, ...parameters.map(String));
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      for await (const _ of bindLifecycle(bench.context, only).unfinished(db.withPlugin(asks), 10));
      const [sql = '', ...parameters] = plans;
      const { rows } = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, parameters),
      );
      const table = declarations[kind as JobKind]?.table;
      const [first, ...others] = rows.map(({ detail }) => detail);
      expect(first).toMatch(new RegExp(`^(SCAN|SEARCH) ${table} USING .*INDEX ${table}_unfinished`));
      // Only asked whether it is empty, as it usually is.
      const scans = others.filter((detail) => detail !== 'SCAN deletions');
      expect(scans.filter((detail) => /SCAN|TEMP B-TREE/.test(detail))).toEqual([]);
    },
  );
});

const nothing = Object.fromEntries(
  Object.keys(declarations).map((kind) => [kind, undefined]),
) as unknown as Declarations;
