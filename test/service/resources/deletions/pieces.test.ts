/** How a deletion goes on, piece by piece, and what goes at once with a row. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localAccount } from '../../../../src/service/accounts/accounts.ts';
import { jobHandlers as handlers } from '../../../../src/service/boot/registry/job-handlers.ts';
import { type JobContext, RetryLater } from '../../../../src/service/jobs/handlers.ts';
import { runJob } from '../../../../src/service/jobs/worker/run-job.ts';
import type { JobKind } from '../../../../src/service/queue/kinds.ts';
import { jobKey } from '../../../../src/service/queue/queue.ts';
import { finishDeletion } from '../../../../src/service/resources/deletions/job.ts';
import { noteDeletion } from '../../../../src/service/store/sql/deletions.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { jobsIn, loseJobs } from '../../../support/store.ts';
import {
  addCollection,
  addFound,
  addLargeCollection,
  addLongDetection,
  addLongExtraction,
  addLongFile,
  rowsNaming,
} from './bulk.ts';

let service: TestService;
let account: string;
beforeAll(async () => {
  service = await openTestService();
  account = await localAccount(service.context.db, 1);
});
afterAll(() => service.close());
beforeEach(async () => void (await loseJobs(service.context, () => true)));

type Subject = Parameters<typeof finishDeletion.run>[1];

/** What is counted; triggers look after the rest. */
const TABLES = [
  'documents',
  'modality_lines',
  'collection_files',
  'segments',
  'tags',
  'thumbnails',
  'segmentations',
];

/** Runs a deletion, and returns how many rows that name the id each of its transactions deleted. */
async function sizes(
  subject: Subject,
  column: string,
  { clock = () => 0, signal = new AbortController().signal }: Partial<JobContext> = {},
  tables: readonly string[] = TABLES,
): Promise<{ sizes: number[]; error: unknown }> {
  const { context } = service;
  const left = async () => {
    const counts = await rowsNaming(context.db, column, subject.id);
    return tables.reduce((sum, table) => sum + (counts[table] ?? 0), 0);
  };
  const found: number[] = [];
  const write: JobContext['write'] = async (work) => {
    const before = await left();
    const result = await context.db.transaction().execute(work);
    found.push(before - (await left()));
    return result;
  };
  const about = { attempt: 1, isLast: false, runAt: 0, progress: () => undefined };
  const ctx: JobContext = { ...context, ...about, clock, signal, write };
  const error = await finishDeletion.run(ctx, subject).catch((one: unknown) => one);
  return { sizes: found, error };
}

const deleted = async (where: string) =>
  expect((await service.call('DELETE', where)).status, where).toBe(200);
const idsOf = async (table: 'files' | 'collections' | 'deletions', id: string) =>
  (await service.context.db.selectFrom(table).select('id').where('id', '=', id).execute()).length;

describe('the pieces of a deletion', () => {
  it('are 200 rows each, of one table after the other, and the row itself comes last', async () => {
    const { file } = await addLongFile(service.context.db, account, 150);
    await deleted(`/files/${file}`);
    const total = 5 * 150 + 2;
    const done = await sizes({ table: 'files', id: file }, 'file_id');
    expect(done).toEqual({ sizes: [200, 200, 200, total - 600], error: undefined });
    expect([await idsOf('files', file), await idsOf('deletions', file)]).toEqual([0, 0]);
  });

  it('are 200 rows of a collection too, and then its files', async () => {
    const id = await addLargeCollection(service.context.db, account, 150);
    await deleted(`/collections/${id}`);
    const done = await sizes({ table: 'collections', id }, 'collection_id');
    expect(done).toEqual({ sizes: [200, 200, 50], error: undefined });
    expect([await idsOf('collections', id), await idsOf('deletions', id)]).toEqual([0, 0]);
    const exact = await addLargeCollection(service.context.db, account, 100);
    await deleted(`/collections/${exact}`);
    expect((await sizes({ table: 'collections', id: exact }, 'collection_id')).sizes).toEqual([200, 100]);
  });

  it('end for others after half a second, and when they are told to', async () => {
    const { file } = await addLongFile(service.context.db, account, 200);
    await deleted(`/files/${file}`);
    let now = -250;
    const clock = () => {
      now += 250;
      return now;
    };
    const { sizes: first, error } = await sizes({ table: 'files', id: file }, 'file_id', { clock });
    expect(error).toBeInstanceOf(RetryLater);
    expect(error).toMatchObject({ afterMs: 0 });
    expect(first).toHaveLength(3);
    const stopped = await sizes({ table: 'files', id: file }, 'file_id', { signal: AbortSignal.abort() });
    expect(stopped).toMatchObject({ sizes: [200], error: { name: 'AbortError' } });
    expect((await sizes({ table: 'files', id: file }, 'file_id')).error).toBeUndefined();
  });

  it('touch nothing that was not deleted for its readers', async () => {
    const { file } = await addLongFile(service.context.db, account, 3);
    const other = await addLongFile(service.context.db, account, 3);
    const collection = await addCollection(service.context.db, account, 'kept');
    for (const [table, id, column] of [
      ['files', file, 'file_id'],
      ['collections', collection, 'collection_id'],
    ] as const)
      expect((await sizes({ table, id }, column)).sizes).toEqual([0]);
    await deleted(`/files/${file}`);
    const kept = await rowsNaming(service.context.db, 'file_id', other.file);
    await sizes({ table: 'files', id: file }, 'file_id');
    expect(await rowsNaming(service.context.db, 'file_id', other.file)).toEqual(kept);
    expect(await idsOf('files', other.file)).toBe(1);
    expect(await idsOf('collections', collection)).toBe(1);
  });

  it('touch nothing that came back, though others are being deleted', async () => {
    const { db } = service.context;
    const { file, collection } = await addLongFile(db, account, 1);
    const other = await addLongFile(db, account, 1);
    await deleted(`/collections/${collection}/videos/${file}`);
    const subject = { table: 'collection_files' as const, id: `${collection} ${file}` };
    await sizes(subject, 'file_id');
    await service.call('POST', `/collections/${collection}/media`, { file_id: file });
    await deleted(`/files/${other.file}`);
    expect((await sizes(subject, 'file_id')).sizes).toEqual([0]);
    const row = () => db.selectFrom('collection_files').select('file_id').where('file_id', '=', file);
    expect(await row().where('collection_id', '=', collection).execute()).toEqual([{ file_id: file }]);
  });

  it('show again what is added again, and nothing else', async () => {
    const { db } = service.context;
    const [one, two] = [await addLongFile(db, account, 1), await addLongFile(db, account, 1)];
    await service.call('POST', `/collections/${one.collection}/media`, { file_id: two.file });
    for (const { file } of [one, two]) await deleted(`/collections/${one.collection}/videos/${file}`);
    await service.call('POST', `/collections/${one.collection}/media`, { file_id: one.file });
    const shown = async () =>
      (await service.call('GET', `/collections/${one.collection}/videos`)).body.data.map(
        ({ file_id }: { file_id: string }) => file_id,
      );
    expect(await shown()).toEqual([one.file]);
    await loseJobs(service.context, () => true);
    for (const table of ['files', 'segmentations'] as const)
      await db.updateTable(table).set({ status: 'completed' }).execute();
    await sizes({ table: 'collection_files', id: `${one.collection} ${one.file}` }, 'file_id');
    expect(await shown()).toEqual([one.file]);
    expect((await jobsIn(db)).map(({ kind }) => kind)).toEqual(['collection-file.process']);
  });

  it('of a collection end the jobs of its files, with an event for each that was not removed before', async () => {
    const { db, queue } = service.context;
    const { file, collection } = await addLongFile(db, account, 1);
    const second = await addLongFile(db, account, 1);
    const more = { collection_id: collection, file_id: second.file, account_id: account, added_at: 2 };
    await db
      .insertInto('collection_files')
      .values({ ...more, status: 'pending' })
      .execute();
    await db.transaction().execute(async (trx) => {
      for (const one of [file, second.file])
        await queue.enqueue(trx, 'collection-file.process', { collection_id: collection, file_id: one });
      const other = { collection_id: second.collection, file_id: second.file };
      await queue.enqueue(trx, 'collection-file.process', other);
    });
    await deleted(`/collections/${collection}/videos/${file}`);
    await deleted(`/collections/${collection}`);
    await sizes({ table: 'collections', id: collection }, 'collection_id');
    const left = (await jobsIn(db)).filter(({ kind }) => kind === 'collection-file.process');
    expect(left.map(({ payload }) => JSON.parse(payload))).toEqual([
      { collection_id: second.collection, file_id: second.file },
    ]);
    const events = await db
      .selectFrom('events')
      .select('payload')
      .where('event_type', '=', 'collection.file.job.deleted')
      .where('payload', 'like', `%${collection}%`)
      .execute();
    const ids = events.map(({ payload }) => JSON.parse(payload).file_id);
    expect(ids.sort()).toEqual([file, second.file].sort());
  });
});

describe('with a row goes', () => {
  it('its job, and its objects in a job of their own', async () => {
    const { db } = service.context;
    const { id: file } = (await service.upload('no film', 'a.mp3')).body;
    const { id } = (await service.call('POST', '/share', { file_id: file })).body;
    const { id: other } = (await service.call('POST', '/share', { file_id: file, visibility: 'private' }))
      .body;
    await deleted(`/share/${id}`);
    const jobs = (await jobsIn(db)).map(
      ({ kind, payload }) => `${kind} ${Object.values(JSON.parse(payload))[0]}`,
    );
    expect(jobs).toContain(`object.delete shares/${id}`);
    expect(jobs).toContain(`share.package ${other}`);
    expect(jobs).not.toContain(`share.package ${id}`);
    expect(jobs.filter((job) => job.startsWith('deletion.finish'))).toEqual([]);
    expect(await db.selectFrom('shares').select('id').execute()).toEqual([{ id: other }]);
  });

  it('what a worker wrote that did not know yet, and was killed before it could remove it', async () => {
    const { context } = service;
    const { id: file } = (await service.upload('no film', 'b.mp3')).body;
    const { id: share } = (await service.call('POST', '/share', { file_id: file })).body;
    await deleted(`/share/${share}`);
    await deleted(`/files/${file}`);
    const kinds: JobKind[] = ['object.delete'];
    const claim = () => context.queue.claim({ workerId: 'one', leaseMs: 30_000, kinds });
    for (let job = await claim(); job; job = await claim())
      await runJob(context, handlers, job, new AbortController().signal);
    const late = [`shares/${share}/part.m4s`, `files/${file}/thumbnail.jpg`];
    for (const key of late) await context.objects.putBytes(key, 'late');
    expect(await Promise.all(late.map((key) => context.objects.size(key)))).toEqual([4, 4]);
    expect(await context.queue.has(jobKey('object.delete', { prefix: `shares/${share}` }))).toBe(true);
    await service.drain();
    expect(await Promise.all(late.map((key) => context.objects.size(key)))).toEqual([undefined, undefined]);
  });

  it('its objects once, where nobody was at work on it', async () => {
    const { db } = service.context;
    const { id: file } = (await service.upload('no film', 'c.mp3')).body;
    const { id } = (await service.call('POST', '/share', { file_id: file })).body;
    await loseJobs(service.context, () => true);
    await deleted(`/share/${id}`);
    expect((await jobsIn(db)).map(({ payload }) => JSON.parse(payload))).toEqual([
      { prefix: `shares/${id}` },
    ]);
  });

  it('nothing more, if it is small and has no objects', async () => {
    const { db } = service.context;
    const { file } = await addLongFile(db, account, 1);
    const row = { id: 'small', account_id: account, file_id: file, url: 'u', created_at: 1 };
    await db
      .insertInto('describes')
      .values({ ...row, kind: 'describe', config: '{}', status: 'pending' })
      .execute();
    await loseJobs(service.context, () => true);
    await deleted('/describe/small');
    expect(await db.selectFrom('describes').select('id').where('id', '=', 'small').execute()).toEqual([]);
    expect(await jobsIn(db)).toEqual([]);
  });

  it('nothing twice: a second request finds nothing', async () => {
    const { file, segmentation, collection } = await addLongFile(service.context.db, account, 1);
    expect((await service.call('DELETE', `/segmentations/${segmentation}`)).body.error).toBe(
      `segmentation ${segmentation} is used by collection ${collection}; take the file out of it first`,
    );
    const { db } = service.context;
    const note = () => db.transaction().execute((trx) => noteDeletion(trx, file, 1));
    expect([await note(), await note()]).toEqual([true, false]);
  });

  it('its name in what lives on, and no other name', async () => {
    const { db } = service.context;
    const films = [await addLongFile(db, account, 1), await addLongFile(db, account, 1)];
    const config = { kind: 'describe' as const, config: '{}', created_at: 1 };
    for (const [index, { file, collection, segmentation }] of films.entries()) {
      const about = { id: `describe-${index}`, account_id: account, file_id: file, url: 'u' };
      const row = { ...about, ...config, status: 'completed' as const, segmentation_id: segmentation };
      await db.insertInto('describes').values(row).execute();
      await deleted(`/collections/${collection}/videos/${file}`);
    }
    await deleted(`/segmentations/${films[0]?.segmentation}`);
    const named = await db.selectFrom('describes').select('segmentation_id').orderBy('id').execute();
    expect(named.map(({ segmentation_id }) => segmentation_id)).toEqual([null, films[1]?.segmentation]);
  });

  it('what waits for it, which fails with the reason', async () => {
    const { db } = service.context;
    const { file } = await addLongFile(db, account, 1);
    const extraction = await addLongExtraction(db, account, file, 1);
    const { detection } = await addLongDetection(db, account, { file, extraction }, 1);
    await db
      .updateTable('frame_extractions')
      .set({ status: 'pending' })
      .where('id', '=', extraction)
      .execute();
    await db.updateTable('face_detections').set({ status: 'pending' }).where('id', '=', detection).execute();
    await deleted(`/frames/${extraction}`);
    const row = db.selectFrom('face_detections').select(['status', 'error']).where('id', '=', detection);
    expect(await row.executeTakeFirst()).toEqual({
      status: 'failed',
      error: 'its frame extraction was deleted',
    });
  });
});

describe('the pieces of what is below a file', () => {
  const started = async (table: Subject['table'], id: string) => {
    await service.context.db.transaction().execute((trx) => noteDeletion(trx, id, 1));
    return sizes({ table, id } as Subject, COLUMNS[table as keyof typeof COLUMNS], {}, CHILDREN);
  };
  const COLUMNS = {
    ...{ frame_extractions: 'frame_extraction_id', face_detections: 'face_detection_id' },
    ...{ face_matches: 'face_match_id', extractions: 'extraction_id', find_moments_runs: 'run_id' },
    moment_attachments: 'attachment_id',
  };
  const CHILDREN = [
    ...['thumbnails', 'faces', 'matched_faces', 'entities', 'moments', 'findings'],
    ...['collection_moments', 'collection_findings', 'criterion_files'],
  ];

  it('are 200 rows of frames, of faces, and of those that were found', async () => {
    const { db } = service.context;
    const { file } = await addLongFile(db, account, 1);
    const extraction = await addLongExtraction(db, account, file, 250);
    const { detection, match } = await addLongDetection(db, account, { file, extraction }, 250);
    for (const [table, id] of [
      ['face_matches', match],
      ['face_detections', detection],
      ['frame_extractions', extraction],
    ] as const)
      expect(await started(table, id), table).toEqual({ sizes: [200, 50], error: undefined });
  });

  it('are 200 rows of entities, moments and findings, and those of collections first', async () => {
    const { db } = service.context;
    const { file, collection } = await addLongFile(db, account, 1);
    const { extraction, run, attachment } = await addFound(db, account, { file, collection }, 250);
    expect(await started('extractions', extraction)).toEqual({ sizes: [200, 50], error: undefined });
    expect((await started('moment_attachments', attachment)).sizes).toEqual([200, 200, 101]);
    expect((await started('find_moments_runs', run)).sizes).toEqual([200, 200, 100]);
    for (const [table, id] of Object.entries({
      extractions: extraction,
      moment_attachments: attachment,
      find_moments_runs: run,
    }))
      expect(await rowsNaming(db, 'id', id), table).toEqual({});
  });
});
