import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type JobContext, PermanentError, RetryLater } from '../../../src/service/jobs/handlers.ts';
import { drain, runWorker } from '../../../src/service/jobs/worker/worker.ts';
import { type HeldLease, jobKey, LeaseLost } from '../../../src/service/queue/queue.ts';
import { StorageFault } from '../../../src/service/store/objects/s3/fault.ts';
import { jobsIn } from '../../support/store.ts';
import { addJob, type Bench, handlersWith, openBench, until } from './support.ts';

let bench: Bench;
let runs: string[];
let reasons: string[];

beforeEach(async () => {
  bench = await openBench({}, true);
  runs = [];
  reasons = [];
});

afterEach(() => bench.close());

/** Handlers whose file.process does this, and that record what happens. */
function fileHandlers(work: (ctx: JobContext, id: string) => Promise<void> = async () => undefined) {
  return handlersWith({
    'file.process': {
      run: async (ctx, { file_id }) => {
        runs.push(file_id);
        await work(ctx, file_id);
      },
      exhausted: async (_ctx, { file_id }, reason) => void reasons.push(`${file_id}: ${reason}`),
    },
  });
}

/** A handler that does this, and never fails for good. */
function doing<Payload>(run: (ctx: JobContext, payload: Payload) => Promise<void>) {
  return { run, exhausted: async () => undefined };
}

const fail = (error: Error) => () => Promise.reject(error);

describe('a turn', () => {
  it('ends the job when the handler is done', async () => {
    await addJob(bench.context, 'a');
    await addJob(bench.context, 'b');
    expect(await drain(bench.context, fileHandlers())).toBe(2);
    expect(runs).toEqual(['a', 'b']);
    expect(await bench.context.queue.size()).toBe(0);
  });

  it('is tried again after an error, three times, and then the reason is written to its row', async () => {
    await addJob(bench.context, 'a');
    await drain(bench.context, fileHandlers(fail(new Error('the disk is full'))));
    expect(runs).toEqual(['a', 'a', 'a', 'a']);
    expect(reasons).toEqual(['a: the disk is full']);
    expect(await bench.context.queue.size()).toBe(0);
  });

  it('is not retried after a permanent error', async () => {
    await addJob(bench.context, 'a');
    await drain(bench.context, fileHandlers(fail(new PermanentError('it is not a film'))));
    expect(runs).toEqual(['a']);
    expect(reasons).toEqual(['a: it is not a film']);
  });

  it('does not count the attempt if what it needs is not ready', async () => {
    await addJob(bench.context, 'a');
    const work = async () => {
      if (runs.length < 6) throw new RetryLater('the file is not ready', 5);
    };
    await drain(bench.context, fileHandlers(work));
    expect(runs).toHaveLength(6);
    expect(reasons).toEqual([]);
  });

  it('puts a job back while the object storage cannot be used, without counting an attempt', async () => {
    await addJob(bench.context, 'a');
    const work = async () => {
      if (runs.length < 6) throw new StorageFault('the object storage does not answer in time');
    };
    await drain(bench.context, fileHandlers(work));
    expect(runs).toHaveLength(6);
    expect(reasons).toEqual([]);
  });

  it('runs a job whose earlier runs were cut off, however often services were killed', async () => {
    await addJob(bench.context, 'a');
    for (let cutOff = 0; cutOff < 5; cutOff += 1) {
      const job = await bench.context.queue.claim({ workerId: 'dead', leaseMs: -1 });
      if (job) await bench.context.queue.begin(job);
    }
    await drain(bench.context, fileHandlers());
    expect(runs).toEqual(['a']);
    expect(reasons).toEqual([]);
  });

  it('[SAFE-3] fails a job at last that is cut off each time', async () => {
    await addJob(bench.context, 'a');
    const { queue } = bench.context;
    for (let cutOff = 0; cutOff < 50; cutOff += 1) {
      const job = await queue.claim({ workerId: 'dead', leaseMs: 60_000 });
      if (job) await queue.begin(job);
      await queue.reap(Number.MAX_SAFE_INTEGER);
    }
    await drain(bench.context, fileHandlers());
    expect(runs).toEqual([]);
    expect(reasons).toEqual([expect.stringMatching(/^a: failed: .* the worker stopped while running it$/)]);
  });

  it.each([
    ['two workers crashed', 'crashed', 2],
    ['four were ended by others', 'ended', 4],
  ] as const)(
    '[SAFE-3] fails a job after %s while it alone ran in them, and says how',
    async (_, cause, deaths) => {
      const { queue } = bench.context;
      for (const most of [deaths - 1, deaths]) {
        await addJob(bench.context, 'a');
        for (let death = 0; death < most; death += 1) {
          const job = await queue.claim({ workerId: 'one', leaseMs: 60_000 });
          if (job) await queue.begin(job);
          await queue.died('one', { cause, reason: 'ran out of memory', pauseMs: 0 });
        }
        await drain(bench.context, fileHandlers());
      }
      expect(runs).toEqual(['a']);
      expect(reasons).toEqual([
        expect.stringMatching(/^a: failed: .* died, .* the last one ran out of memory$/),
      ]);
    },
  );

  it('never calls a job failed for good that is never given up, and tries it until it succeeds', async () => {
    const { db, queue } = bench.context;
    await db.transaction().execute((trx) => queue.enqueue(trx, 'webhook.deliver', { webhook_id: 'w' }));
    let tries = 0;
    const handlers = handlersWith({
      'webhook.deliver': {
        run: async () => {
          tries += 1;
          if (tries < 6) throw tries % 2 === 0 ? new PermanentError('no') : new Error('no');
        },
      },
    });
    await drain(bench.context, handlers);
    expect(tries).toBe(6);
    expect(await queue.size()).toBe(0);
    expect(bench.records.map(({ message }) => message)).not.toContain('job failed for good');
  });

  it('puts a job back while the store is busy or full, without counting an attempt', async () => {
    await addJob(bench.context, 'a');
    const busy = Object.assign(new Error('database is locked'), { errcode: 5 });
    const errors = [busy, new Error('the file could not be read', { cause: busy })];
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const work = async () => {
      const error = [...errors, full, ...errors][runs.length - 1];
      if (error) throw error;
    };
    await drain(bench.context, fileHandlers(work));
    expect(runs).toHaveLength(6);
    expect(reasons).toEqual([]);
  });

  it('tells the queue again what it could not note, and runs the job once', async () => {
    await addJob(bench.context, 'a');
    const { queue } = bench.context;
    const busy = Object.assign(new Error('database is locked'), { errcode: 5 });
    const failing = (name: 'begin' | 'complete') => {
      let left = 3;
      return async (job: HeldLease) => {
        left -= 1;
        if (left > 0) throw busy;
        await queue[name](job);
      };
    };
    const context = {
      ...bench.context,
      queue: { ...queue, begin: failing('begin'), complete: failing('complete') },
    };
    await drain(context, fileHandlers());
    expect(runs).toEqual(['a']);
    expect(await queue.size()).toBe(0);
  });

  it('keeps a job whose row could not be marked failed, until it can', async () => {
    await addJob(bench.context, 'a');
    let told = 0;
    const handlers = handlersWith({
      'file.process': {
        run: fail(new PermanentError('no')),
        exhausted: async () => {
          told += 1;
          if (told === 1) throw new Error('the store is busy');
        },
      },
    });
    await drain(bench.context, handlers);
    expect(told).toBe(2);
    expect(await bench.context.queue.size()).toBe(0);
  });

  it('writes nothing after losing its lease', async () => {
    await addJob(bench.context, 'a');
    const work = async (ctx: JobContext, id: string) => {
      await ctx.queue.cancel(ctx.db, jobKey('file.process', { file_id: id }));
      await ctx.write((trx) => trx.insertInto('settings').values({ key: 'result', value: 'late' }).execute());
    };
    await drain(bench.context, fileHandlers(work));
    expect(reasons).toEqual([]);
    expect(await bench.context.db.selectFrom('settings').selectAll().execute()).toEqual([]);
    expect(bench.records.map((record) => record.message)).toContain('lease lost; discarding the results');
  });
});

describe('a worker', () => {
  it('works until it is stopped, and wakes up for new work', async () => {
    const stop = new AbortController();
    const { context } = bench;
    const working = runWorker({ context, handlers: fileHandlers(), signal: stop.signal });
    await addJob(context, 'a');
    await until(() => runs.length === 1, 'the first job');
    await addJob(context, 'b');
    await until(async () => (await context.queue.size()) === 0, 'the second job');
    stop.abort();
    await working;
    expect(runs).toEqual(['a', 'b']);
  });

  it('runs the configured number of heavy jobs at a time, and an upload and a light one beside them', async () => {
    const stop = new AbortController();
    const { context } = bench;
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const heavy: string[] = [];
    let searched = false;
    const handlers = {
      ...fileHandlers(),
      'segmentation.process': doing(async (_ctx, { segmentation_id }: { segmentation_id: string }) => {
        heavy.push(segmentation_id);
        await gate;
      }),
      'deep-search.run': doing(async () => {
        searched = true;
      }),
    };
    for (const id of ['a', 'b', 'c'])
      await context.db
        .transaction()
        .execute((trx) => context.queue.enqueue(trx, 'segmentation.process', { segmentation_id: id }));
    const working = runWorker({ context, handlers, concurrency: 2, signal: stop.signal });
    await until(() => heavy.length === 2, 'two jobs');
    await context.db
      .transaction()
      .execute((trx) => context.queue.enqueue(trx, 'deep-search.run', { deep_search_id: 's' }));
    await addJob(context, 'upload');
    await until(() => searched && runs.length === 1, 'the search and the upload');
    expect(heavy).toEqual(['a', 'b']);
    release();
    await until(() => heavy.length === 3, 'the third job');
    stop.abort();
    await working;
  });

  it('hears while a language model judges, and deletes while it answers a search', async () => {
    const stop = new AbortController();
    const { context } = bench;
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun: string[] = [];
    const waits = (name: string) =>
      doing(async () => {
        begun.push(name);
        await gate;
      });
    const handlers = {
      ...fileHandlers(),
      'find-moments.run': waits('judging'),
      'deep-search.run': waits('answering'),
      'segmentation.process': waits('hearing'),
      'object.delete': waits('deleting'),
    };
    await context.db.transaction().execute(async (trx) => {
      await context.queue.enqueue(trx, 'find-moments.run', { run_id: 'r' });
      await context.queue.enqueue(trx, 'deep-search.run', { deep_search_id: 's' });
      await context.queue.enqueue(trx, 'segmentation.process', { segmentation_id: 'a' });
      await context.queue.enqueue(trx, 'object.delete', { prefix: 'p' });
    });
    const working = runWorker({ context, handlers, signal: stop.signal });
    await until(() => begun.length === 4, 'all four');
    expect(begun.toSorted()).toEqual(['answering', 'deleting', 'hearing', 'judging']);
    release();
    await until(async () => (await context.queue.size()) === 0, 'their end');
    stop.abort();
    await working;
  });

  it('[SAFE-3] runs a job alone after a worker died while running it', async () => {
    const stop = new AbortController();
    const { context } = bench;
    const { db, queue } = context;
    await addJob(context, 'suspect');
    const job = await queue.claim({ workerId: 'dead', leaseMs: 60_000 });
    if (job) await queue.begin(job);
    await queue.died('dead', { cause: 'crashed', reason: 'ran out of memory', pauseMs: 0 });
    let inside = 0;
    let most = 0;
    let beside: number | undefined;
    const inTurn = async (alone: boolean) => {
      inside += 1;
      most = Math.max(most, inside);
      for (let tick = 0; tick < 50; tick += 1) await new Promise((resolve) => setImmediate(resolve));
      if (alone) beside = inside - 1;
      inside -= 1;
    };
    const handlers = {
      ...fileHandlers(() => inTurn(true)),
      'deep-search.run': doing(() => inTurn(false)),
      'segmentation.process': doing(() => inTurn(false)),
    };
    for (const id of ['1', '2', '3'])
      await db.transaction().execute(async (trx) => {
        await queue.enqueue(trx, 'deep-search.run', { deep_search_id: id });
        await queue.enqueue(trx, 'segmentation.process', { segmentation_id: id });
      });
    const working = runWorker({ context, handlers, signal: stop.signal });
    await until(async () => (await queue.size()) === 0, 'all jobs');
    stop.abort();
    await working;
    expect({ most, beside }).toEqual({ most: 2, beside: 0 });
  });

  it('releases its job when it is stopped', async () => {
    const stop = new AbortController();
    const { context } = bench;
    const work = async (ctx: JobContext) => {
      await once(ctx.signal, 'abort');
      throw new Error('stopped in the middle');
    };
    await addJob(context, 'a');
    const working = runWorker({ context, handlers: fileHandlers(work), signal: stop.signal });
    await until(() => runs.length === 1, 'the job');
    stop.abort();
    await working;
    expect(await context.queue.claim({ workerId: 'next', leaseMs: 1 })).toMatchObject({ attempt: 1 });
  });

  it('does not run a job that it claimed while it was being stopped', async () => {
    const stop = new AbortController();
    const { queue } = bench.context;
    const claim: typeof queue.claim = async (options) => {
      const job = await queue.claim(options);
      if (job) stop.abort();
      return job;
    };
    await addJob(bench.context, 'a');
    const context = { ...bench.context, queue: { ...queue, claim } };
    await runWorker({ context, handlers: fileHandlers(), signal: stop.signal });
    expect(runs).toEqual([]);
    expect(await queue.claim({ workerId: 'next', leaseMs: 1 })).toMatchObject({ attempt: 1 });
  });

  it('does not run a job that it was beginning while it was being stopped', async () => {
    const stop = new AbortController();
    const { queue } = bench.context;
    const begin: typeof queue.begin = async (job) => {
      await queue.begin(job);
      stop.abort();
    };
    await addJob(bench.context, 'a');
    const context = { ...bench.context, queue: { ...queue, begin } };
    await runWorker({ context, handlers: fileHandlers(), signal: stop.signal });
    expect(runs).toEqual([]);
    expect(await queue.claim({ workerId: 'next', leaseMs: 1 })).toMatchObject({ attempt: 1 });
  });

  it('lets the lease of a job expire that it could not begin, while it runs another', async () => {
    const stop = new AbortController();
    const { context } = bench;
    let refused = 0;
    const begin: typeof context.queue.begin = async (job) => {
      const [row] = (await jobsIn(context.db)).filter(({ id }) => id === job.id);
      if (row?.kind === 'file.process' && refused < 5) {
        refused += 1;
        throw new Error('database is locked');
      }
      await context.queue.begin(job);
    };
    const handlers = {
      ...fileHandlers(),
      'segmentation.process': doing((ctx) => once(ctx.signal, 'abort').then(() => undefined)),
    };
    await context.db
      .transaction()
      .execute((trx) => context.queue.enqueue(trx, 'segmentation.process', { segmentation_id: 's' }));
    await addJob(context, 'a');
    const working = runWorker({
      handlers,
      signal: stop.signal,
      context: { ...context, queue: { ...context.queue, begin } },
    });
    await until(() => runs.length === 1, 'the second run, after the lease has expired');
    expect(refused).toBe(5);
    stop.abort();
    await working;
  });

  it('keeps the lease of a long job, and stops the job when it is cancelled', async () => {
    const stop = new AbortController();
    const { context } = bench;
    let aborted = false;
    const work = async (ctx: JobContext) => {
      await once(ctx.signal, 'abort');
      aborted = true;
      throw new LeaseLost({ id: 0, token: 0 });
    };
    await addJob(context, 'a');
    const working = runWorker({ context, handlers: fileHandlers(work), signal: stop.signal });
    await until(() => runs.length === 1, 'the job');
    const leaseEnd = async () => (await jobsIn(context.db))[0]?.lease_until ?? 0;
    const first = await leaseEnd();
    await until(async () => (await leaseEnd()) > first, 'a renewal');
    expect(aborted).toBe(false);
    await context.queue.cancel(context.db, jobKey('file.process', { file_id: 'a' }));
    await until(() => aborted, 'the stop');
    stop.abort();
    await working;
    expect(reasons).toEqual([]);
  });
});
