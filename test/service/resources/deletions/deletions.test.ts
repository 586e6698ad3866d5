import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localAccount } from '../../../../src/service/accounts/accounts.ts';
import { type JobContext, RetryLater } from '../../../../src/service/jobs/handlers.ts';
import { drain } from '../../../../src/service/jobs/worker/worker.ts';
import { finishDeletion } from '../../../../src/service/resources/deletions/job.ts';
import { makeImage } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { isOnServer } from '../../../support/store.ts';
import { handlersWith } from '../../jobs/support.ts';
import { addLargeCollection, addLongFile, rowsNaming, strayTerms } from './bulk.ts';

const MANY = 1_000;

let service: TestService;
let account: string;
beforeAll(async () => {
  service = await openTestService();
  account = await localAccount(service.context.db, 1);
});
afterAll(() => service.close());

/** Runs the waiting deletion, and returns the number of rows that each of its transactions changed. */
async function sizesOfPieces(): Promise<number[]> {
  const sizes: number[] = [];
  const changed = async () => {
    // A server counts changes by connection, so that only the number of pieces is looked at.
    if (isOnServer) return 0;
    const { rows } = await sql<{ total: number }>`select total_changes() as total`.execute(
      service.context.db,
    );
    return rows[0]?.total ?? 0;
  };
  const handlers = handlersWith({
    'deletion.finish': {
      ...finishDeletion,
      run: async (ctx, payload) => {
        const measured: typeof ctx.write = async (work) => {
          const before = await changed();
          const result = await ctx.write(work);
          sizes.push((await changed()) - before);
          return result;
        };
        await finishDeletion.run({ ...ctx, write: measured }, payload);
      },
    },
  });
  await drain(service.context, handlers);
  return sizes;
}

const named = (column: string, id: string) => rowsNaming(service.context.db, column, id);

/** A transaction deletes 200 rows; triggers change some more for each of them. */
const LARGEST = 200 * 10;

describe('a deletion', () => {
  it('of a file with many segments goes on in small transactions', async () => {
    const { file } = await addLongFile(service.context.db, account, MANY);
    expect(await named('file_id', file)).toMatchObject({ segments: MANY, documents: MANY, tags: MANY });
    expect((await service.call('DELETE', `/files/${file}`)).status).toBe(200);
    expect(await named('file_id', file)).toMatchObject({ segments: MANY, documents: MANY, tags: MANY });
    expect((await service.call('GET', `/files/${file}`)).status).toBe(404);
    const sizes = await sizesOfPieces();
    expect(sizes.length).toBeGreaterThan((MANY * 5) / 200);
    expect(Math.max(...sizes)).toBeLessThan(LARGEST);
    expect(await named('file_id', file)).toEqual({});
    expect(await named('id', file)).toEqual({});
    expect(await strayTerms(service.context.db)).toBe(0);
  });

  it('of a collection with many files goes on in small transactions, with an event for each file', async () => {
    const { db } = service.context;
    const id = await addLargeCollection(db, account, MANY);
    expect((await service.call('DELETE', `/collections/${id}`)).status).toBe(200);
    expect((await service.call('GET', `/collections/${id}`)).status).toBe(404);
    const sizes = await sizesOfPieces();
    expect(sizes.length).toBeGreaterThan((MANY * 3) / 200);
    expect(Math.max(...sizes)).toBeLessThan(LARGEST);
    expect(await named('collection_id', id)).toEqual({});
    expect(await named('id', id)).toEqual({});
    const events = await db
      .selectFrom('events')
      .select('payload')
      .where('event_type', '=', 'collection.file.job.deleted')
      .where('payload', 'like', `%"collection_id":"${id}"%`)
      .execute();
    expect(new Set(events.map(({ payload }) => JSON.parse(payload).file_id)).size).toBe(MANY);
    expect(events).toHaveLength(MANY);
    expect((await service.call('GET', `/files/${id}-1`)).status).toBe(200);
  });

  it('lets other jobs have their turn, and goes on afterwards', async () => {
    const { db } = service.context;
    const { file } = await addLongFile(db, account, MANY);
    await service.call('DELETE', `/files/${file}`);
    let now = 0;
    const ctx: JobContext = {
      ...service.context,
      // A second goes by between two looks at the clock.
      clock: () => {
        now += 1_000;
        return now;
      },
      signal: new AbortController().signal,
      attempt: 1,
      isLast: false,
      runAt: 0,
      progress: () => undefined,
      write: (work) => db.transaction().execute(work),
    };
    const run = finishDeletion.run(ctx, { table: 'files', id: file });
    await expect(run).rejects.toThrow(RetryLater);
    expect(await named('file_id', file)).toMatchObject({ segments: MANY });
    await service.drain();
    expect(await named('file_id', file)).toEqual({});
  });

  it('frees the name of a collection at once', async () => {
    const body = { name: 'harbour', collection_type: 'metadata' };
    const { id } = (await service.call('POST', '/collections', body)).body;
    await service.call('DELETE', `/collections/${id}`);
    const again = await service.call('POST', '/collections', body);
    expect(again.status).toBe(200);
    await service.drain();
    expect((await service.call('GET', `/collections/${again.body.id}`)).body.name).toBe('harbour');
  });

  it('is not repeated or put right by the reconciler', async () => {
    const { db, lifecycle: waiting } = service.context;
    const { file } = await addLongFile(db, account, 3);
    await db.updateTable('files').set({ status: 'pending' }).where('id', '=', file).execute();
    await db.updateTable('collection_files').set({ status: 'pending' }).where('file_id', '=', file).execute();
    const unfinished = async () => {
      const found: string[] = [];
      for await (const page of waiting.unfinished(db, 10))
        found.push(...page.map(({ kind, payload }) => `${kind} ${Object.values(payload).join(' ')}`));
      return found.filter((one) => one.includes(file));
    };
    expect(await unfinished()).not.toEqual([]);
    await service.call('DELETE', `/files/${file}`);
    expect(await unfinished()).toEqual([]);
    expect((await service.call('DELETE', `/files/${file}`)).status).toBe(404);
    await service.drain();
  });
});

describe('a file that is uploaded again while the first one is being deleted', () => {
  needs('ffmpeg')('is a file of its own, with the same content', async () => {
    const picture = await makeImage();
    const first = (await service.upload(picture, 'one.png')).body.id;
    await service.drain();
    await service.call('DELETE', `/files/${first}`);
    const second = (await service.upload(picture, 'one.png')).body.id;
    expect(second).not.toBe(first);
    await service.drain();
    expect((await service.call('GET', `/files/${second}`)).body.status).toBe('completed');
    expect((await service.call('GET', `/files/${first}`)).status).toBe(404);
    expect(await named('id', first)).toEqual({});
  });
});
