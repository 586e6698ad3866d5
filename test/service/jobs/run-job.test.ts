/** What becomes of a job by how its run ends: what the queue is told, when, and how often. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type JobContext,
  type JobHandler,
  PermanentError,
  RetryLater,
} from '../../../src/service/jobs/handlers.ts';
import type { LifecycleContext } from '../../../src/service/jobs/lifecycle/lifecycle.ts';
import { type Outcome, runJob } from '../../../src/service/jobs/worker/run-job.ts';
import { type AnyJob, LeaseLost, type Queue } from '../../../src/service/queue/queue.ts';
import { StorageFault } from '../../../src/service/store/objects/s3/fault.ts';
import { type Bench, handlersWith, openBench } from './support.ts';

const NOW = 1_000_000;
const job: AnyJob = {
  ...{ id: 7, kind: 'file.process', payload: { file_id: 'a' }, token: 9, runAt: 5 },
  ...{ attempt: 1, maxAttempts: 4, blame: 0, lastError: null },
};

let bench: Bench;
let told: unknown[];
let reasons: string[];
let recorded: [string, object, number][];
beforeAll(async () => {
  bench = await openBench({}, true);
});
afterAll(() => bench.close());
beforeEach(() => {
  [told, reasons, recorded] = [[], [], []];
  bench.records.length = 0;
});

const messages = () => bench.records.map(({ message }) => message);

interface Given {
  readonly run?: (ctx: JobContext) => Promise<void>;
  /** Null: a job that is never given up. */
  readonly exhausted?: ((reason: string) => Promise<void>) | null;
  readonly job?: Partial<AnyJob>;
  readonly queue?: Partial<Queue>;
  readonly context?: Partial<LifecycleContext>;
  readonly signal?: AbortSignal;
}

/** Runs the job once. The queue notes what it is told in place of doing it. */
function outcome(given: Given): Promise<Outcome> {
  const { context } = bench;
  const tells =
    (name: string) =>
    async (_job: object, ...more: unknown[]) =>
      void told.push([name, ...more]);
  const queue = {
    ...{ ...context.queue, begin: tells('begin'), complete: tells('complete') },
    ...{ release: tells('release'), fail: tells('fail'), ...given.queue },
  };
  const metrics = {
    ...context.metrics,
    record: (...one: [string, object, number]) => void recorded.push(one),
  } as unknown as LifecycleContext['metrics'];
  const handler: JobHandler<'file.process'> = {
    run: async (ctx) => {
      told.push('runs');
      await given.run?.(ctx);
    },
    ...(given.exhausted === null
      ? {}
      : {
          exhausted: async (_ctx, _payload, reason) => {
            reasons.push(reason);
            await given.exhausted?.(reason);
          },
        }),
  };
  return runJob(
    { ...context, clock: () => NOW, queue, metrics, ...given.context },
    handlersWith({ 'file.process': handler }),
    { ...job, ...given.job } as AnyJob,
    given.signal ?? new AbortController().signal,
  );
}

const failing = (error: Error) => async () => {
  throw error;
};
const withCode = (code: string) => Object.assign(new Error('no luck'), { code });

describe('a run', () => {
  it('that ends well is begun, run and completed, and counted with its time', async () => {
    const run = () => new Promise<void>((resolve) => setTimeout(resolve, 30));
    expect(await outcome({ run })).toBe('completed');
    expect(told).toEqual([['begin'], 'runs', ['complete']]);
    const [runs, duration] = recorded;
    expect(runs).toEqual(['vau_job_runs_total', { kind: 'file.process', outcome: 'completed' }, 1]);
    expect(duration?.slice(0, 2)).toEqual(['vau_job_duration_seconds', { kind: 'file.process' }]);
    expect(duration?.[2]).toBeGreaterThan(0.02);
    expect(duration?.[2]).toBeLessThan(20);
  });

  it('knows its attempt, and writes only with its lease', async () => {
    const seen: unknown[] = [];
    const run = async ({ attempt, isLast, runAt, progress, write }: JobContext) => {
      progress('half of it');
      seen.push([attempt, isLast, runAt, await write(async () => 'written')]);
    };
    const fence: Queue['fence'] = async (_trx, lease) => void told.push(['fence', lease]);
    for (const attempt of [1, 3, 4, 5])
      await outcome({ run, job: { attempt, maxAttempts: 9 }, queue: { fence } });
    for (const maxAttempts of [4, 3])
      await outcome({ run, job: { attempt: 3, maxAttempts }, queue: { fence } });
    expect(seen).toEqual([
      ...[1, 3, 4, 5].map((attempt) => [attempt, false, 5, 'written']),
      [3, false, 5, 'written'],
      [3, true, 5, 'written'],
    ]);
    expect(told).toContainEqual(['fence', { id: 7, token: 9 }]);
    expect(bench.records).toContainEqual(expect.objectContaining({ level: 'info', message: 'half of it' }));
    const lost: Queue['fence'] = failing(new LeaseLost(job));
    expect(await outcome({ run, queue: { fence: lost } })).toBe('lost');
    expect(messages()).toContain('lease lost; discarding the results');
  });

  it('that was stopped before it began is put back, and one that waits for something is later', async () => {
    expect(await outcome({ signal: AbortSignal.abort() })).toBe('put back');
    expect(told).toEqual([['release']]);
    told = [];
    const lifecycle = { ...bench.context.lifecycle, isWaiting: async () => true };
    expect(await outcome({ context: { lifecycle } })).toBe('put back');
    expect(told).toEqual([['begin'], ['release', NOW + 30_000]]);
  });
});

describe('a run that fails', () => {
  it.each<[string, Error, number, RegExp | undefined]>([
    ['is not ready', new RetryLater('later', 5_000), 5_000, undefined],
    [
      'has no object storage',
      new StorageFault('no answer'),
      10_000,
      /^the store or the object storage cannot be used/,
    ],
    [
      'finds the store busy',
      Object.assign(new Error('locked'), { errcode: 5 }),
      10_000,
      /^the store or the object/,
    ],
    [
      'has no room',
      new Error('no film', { cause: withCode('ENOSPC') }),
      10_000,
      /^the store or the object storage/,
    ],
  ])('because it %s is put back, and does not count', async (_, error, afterMs, said) => {
    expect(await outcome({ run: failing(error), job: { attempt: 4 } })).toBe('put back');
    expect(told).toEqual([['begin'], 'runs', ['release', NOW + afterMs]]);
    expect(messages().join()).toMatch(said ?? /^$/);
    expect(reasons).toEqual([]);
  });

  it('because the data folder is gone, or it was stopped, is put back too', async () => {
    const folder = Object.assign(Object.create(bench.context.folder), { isGone: async () => true });
    expect(await outcome({ run: failing(new Error('no file')), context: { folder } })).toBe('put back');
    const stop = new AbortController();
    const run = async () => {
      stop.abort();
      throw new Error('stopped');
    };
    expect(await outcome({ run, signal: stop.signal })).toBe('put back');
    expect(told.filter((one) => Array.isArray(one) && one[0] === 'release')).toEqual([
      ['release', NOW + 10_000],
      ['release', NOW],
    ]);
    expect(messages()).toEqual(['there is no data folder; the job is put back']);
  });

  it('is tried again after longer each time, five times as long where the machine is to blame, at most five minutes', async () => {
    const { retryMs } = bench.context.config;
    for (const [error, attempt, afterMs] of [
      [new Error('no luck'), 1, retryMs],
      [new Error('no luck'), 2, 2 * retryMs],
      [new Error('no luck'), 3, 4 * retryMs],
      [withCode('EMFILE'), 1, 5 * retryMs],
      [withCode('EMFILE'), 3, 20 * retryMs],
      [new Error('no luck'), 40, 300_000],
    ] as const) {
      told = [];
      bench.records.length = 0;
      expect(await outcome({ run: failing(error), exhausted: null, job: { attempt } })).toBe('retried');
      expect(told.at(-1)).toEqual(['fail', 'no luck', NOW + afterMs]);
      expect(messages()).toEqual(['code' in error ? 'the machine disturbed a job' : 'job failed']);
    }
  });

  it('for the last time has its row marked with the reason', async () => {
    for (const [error, attempt] of [
      [new PermanentError('no film'), 1],
      [new Error('no luck'), 4],
      [withCode('EMFILE'), 4],
    ] as const) {
      told = [];
      expect(await outcome({ run: failing(error), job: { attempt } })).toBe('failed');
      expect(told.at(-1)).toEqual(['complete']);
    }
    const recovered = 'no luck; it was tried 4 times. Once the machine has recovered, ask for it again';
    expect(reasons).toEqual(['no film', 'no luck', recovered]);
    expect(messages()).toContain('job failed for good');
  });

  it('and whose row cannot be marked is kept, unless another worker has it', async () => {
    const run = failing(new PermanentError('no film'));
    expect(await outcome({ run, exhausted: failing(new Error('busy')) })).toBe('retried');
    expect(told.at(-1)).toEqual(['fail', 'no film', NOW + 300_000]);
    expect(messages()).toContain('the row could not be marked failed');
    expect(await outcome({ run, exhausted: failing(new LeaseLost(job)) })).toBe('lost');
    expect(await outcome({ run: failing(new LeaseLost(job)) })).toBe('lost');
  });
});

describe('a job that is not run any more', () => {
  it('failed for good before, and its row is marked now', async () => {
    expect(await outcome({ job: { attempt: 4 } })).toBe('completed');
    told = [];
    for (const lastError of [null, 'no luck'])
      expect(await outcome({ job: { attempt: 5, lastError } })).toBe('failed');
    expect(told).toEqual([['complete'], ['complete']]);
    expect(reasons).toEqual([
      'failed after 4 attempts: the worker stopped while running it',
      'failed after 4 attempts: no luck',
    ]);
  });

  it('[SAFE-3] took its workers with it', async () => {
    expect(await outcome({ job: { blame: 99 } })).toBe('completed');
    expect(await outcome({ job: { blame: 100 } })).toBe('failed');
    expect(reasons).toEqual([
      'failed: the workers that ran it died, while others lived; the last one disappeared',
    ]);
    expect(await outcome({ job: { blame: 100, attempt: 9 }, exhausted: null })).toBe('completed');
  });
});

describe('a queue that cannot be told', () => {
  it('is told five times, with longer pauses, and then the run ends with its error', async () => {
    let times = 0;
    const begin = async () => {
      times += 1;
      throw new Error('locked');
    };
    const since = performance.now();
    await expect(outcome({ queue: { begin } })).rejects.toThrow('locked');
    expect(times).toBe(5);
    expect(performance.now() - since).toBeGreaterThan(0.9 * 10 * bench.context.config.retryMs);
    expect(messages()).toEqual(Array(4).fill('the queue could not be told; trying again'));
    expect(told).toEqual([]);
  });

  it('is told once of a job that another worker has', async () => {
    let times = 0;
    const complete = async () => {
      times += 1;
      throw new LeaseLost(job);
    };
    expect(await outcome({ queue: { complete } })).toBe('lost');
    expect(times).toBe(1);
  });
});
