import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ALONE,
  AMONG_OTHERS,
  CUT_OFF,
  type Death,
  pauseAfter,
  SUSPECT,
} from '../../../src/service/queue/fault-points.ts';
import {
  type AnyJob,
  jobKey,
  LeaseLost,
  type Owner,
  type OwnerOf,
  type Queue,
} from '../../../src/service/queue/queue.ts';
import type { Db } from '../../../src/service/store/sql/schema.ts';

/**
 * The owner of a job, by the ids in its payload: "ann film 2000000" is 2 MB of a film of Ann's. Drivers under test use
 * it.
 */
export const ownerByName: OwnerOf = async (_trx, _kind, payload) => {
  const [accountId, fileId, bytes] = Object.values(payload).join(' ').split(' ');
  const owner: Owner = { accountId: accountId ?? '', fileId: fileId ?? '', bytes: Number(bytes ?? 0) };
  return fileId === undefined ? {} : owner;
};

/** A driver under test: one queue opened twice, as by two processes, with a clock that the test moves. */
export interface QueueBench {
  readonly queue: Queue;
  readonly db: Db;
  readonly other: Queue;
  /** Moves the clock of both, in milliseconds. */
  pass(ms: number): void;
  now(): number;
  close(): Promise<void>;
}

const leaseMs = 10_000;

/** What every driver of the queue must do. */
export function queueConformance(name: string, open: () => Promise<QueueBench>): void {
  let bench: QueueBench;

  beforeEach(async () => {
    bench = await open();
  });

  afterEach(() => bench.close());

  const add = (id: string, options = {}) =>
    bench.db
      .transaction()
      .execute((trx) => bench.queue.enqueue(trx, 'file.process', { file_id: id }, options));
  const claim = (queue = bench.queue, workerId = 'one', more = {}) =>
    queue.claim({ workerId, leaseMs, ...more });

  async function claimed(queue = bench.queue, workerId = 'one'): Promise<AnyJob> {
    const job = await claim(queue, workerId);
    if (!job) throw new Error('there is no job to claim');
    return job;
  }

  describe(`${name}: adding`, () => {
    it('returns the job as it was added', async () => {
      const id = await add('a');
      expect(await claimed()).toMatchObject({
        id,
        kind: 'file.process',
        payload: { file_id: 'a' },
        attempt: 1,
        maxAttempts: 4,
        lastError: null,
      });
    });

    it('is rolled back with its transaction', async () => {
      const failing = bench.db.transaction().execute(async (trx) => {
        await bench.queue.enqueue(trx, 'file.process', { file_id: 'a' });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await claim()).toBeUndefined();
      expect(await bench.queue.size()).toBe(0);
    });

    it('keeps one unfinished job per key, ready or running', async () => {
      const id = await add('a');
      expect(await add('a')).toBe(id);
      await claimed();
      expect(await add('a')).toBe(id);
      expect(await bench.queue.size()).toBe(1);
      expect(await bench.queue.has(jobKey('file.process', { file_id: 'a' }))).toBe(true);
    });

    it('runs a job again that was enqueued while it ran, however that run ends', async () => {
      const id = await add('a');
      const ends: ((job: AnyJob) => Promise<void>)[] = [
        (job) => bench.queue.complete(job),
        (job) => bench.queue.release(job, bench.now() + 3_600_000),
        (job) => bench.queue.fail(job, 'no', bench.now() + 3_600_000),
      ];
      for (const end of ends) {
        const job = await claimed();
        expect(job).toMatchObject({ id, attempt: 1 });
        expect(await add('a')).toBe(id);
        await end(job);
      }
      await bench.queue.complete(await claimed());
      expect(await bench.queue.size()).toBe(0);
    });

    it('keeps one unfinished job of a key that the caller gives, whatever it works on', async () => {
      const id = await add('a', { key: 'file.process the only one' });
      expect(await add('b', { key: 'file.process the only one' })).toBe(id);
      expect(await bench.queue.has('file.process the only one')).toBe(true);
      expect(await bench.queue.has(jobKey('file.process', { file_id: 'a' }))).toBe(false);
    });

    it('brings a waiting job forward that is enqueued again for an earlier time, and never puts it off', async () => {
      await add('a', { runAt: bench.now() + 1_000 });
      await add('a', { runAt: bench.now() + 500 });
      await add('a', { runAt: bench.now() + 2_000 });
      bench.pass(499);
      expect(await claim()).toBeUndefined();
      bench.pass(1);
      await bench.queue.release(await claimed(), bench.now() + 3_600_000);
      await add('a');
      expect(await claim()).toBeDefined();
    });

    it('counts the jobs of each kind and state, with the time at which the first was due', async () => {
      const [now, first] = [bench.now(), bench.now() - 1_000];
      for (const [id, runAt] of Object.entries({ a: now, b: now + 2, c: now + 1, d: first, e: now }))
        await add(id, { runAt });
      await bench.db
        .transaction()
        .execute((trx) => bench.queue.enqueue(trx, 'deep-search.run', { deep_search_id: 's' }));
      await claimed();
      const kind = 'file.process';
      expect(await bench.queue.depths()).toEqual([
        { kind: 'deep-search.run', state: 'running', jobs: 1, firstDue: now },
        { kind, state: 'later', jobs: 2, firstDue: now + 1 },
        { kind, state: 'ready', jobs: 3, firstDue: first },
      ]);
    });

    it('says which keys have no unfinished job', async () => {
      await add('a');
      await add('b');
      await bench.queue.complete(await claimed());
      const keys = ['a', 'b', 'c'].map((file_id) => jobKey('file.process', { file_id }));
      expect(await bench.queue.missing(keys)).toEqual([keys[0], keys[2]]);
      expect(await bench.queue.missing([])).toEqual([]);
    });

    it('accepts the same work again once it is done', async () => {
      const id = await add('a');
      await bench.queue.complete(await claimed());
      expect(await bench.queue.has(jobKey('file.process', { file_id: 'a' }))).toBe(false);
      expect(await add('a')).not.toBe(id);
    });
  });

  describe(`${name}: taking`, () => {
    it('claims the oldest first, but higher priorities before', async () => {
      for (const id of ['a', 'b']) await add(id);
      await bench.db
        .transaction()
        .execute((trx) => bench.queue.enqueue(trx, 'deep-search.run', { deep_search_id: 's' }));
      const order = [await claimed(), await claimed(), await claimed()];
      expect(order.map((job) => Object.values(job.payload)[0])).toEqual(['s', 'a', 'b']);
    });

    it('gives a job to one of two', async () => {
      for (let index = 0; index < 20; index += 1) await add(String(index));
      const taken: number[] = [];
      const takeAll = async (queue: Queue, workerId: string) => {
        for (let job = await claim(queue, workerId); job; job = await claim(queue, workerId))
          taken.push(job.id);
      };
      await Promise.all([
        takeAll(bench.queue, 'one'),
        takeAll(bench.other, 'two'),
        takeAll(bench.queue, 'three'),
      ]);
      expect(taken).toHaveLength(20);
      expect(new Set(taken).size).toBe(20);
    });

    it('claims only the requested kinds', async () => {
      await add('a');
      expect(await claim(bench.queue, 'one', { kinds: ['deep-search.run'] })).toBeUndefined();
      expect(await claim(bench.queue, 'one', { kinds: ['file.process'] })).toBeDefined();
    });

    it('does not claim a job before it is due', async () => {
      await add('a', { runAt: bench.now() + 1000 });
      expect(await claim()).toBeUndefined();
      bench.pass(1000);
      expect(await claim()).toBeDefined();
    });

    it('claims what is due by another time on request', async () => {
      await add('a', { runAt: bench.now() + 3_600_000 });
      expect(await claim(bench.queue, 'one', { dueBy: Number.MAX_SAFE_INTEGER })).toBeDefined();
    });
  });

  describe(`${name}: fair scheduling`, () => {
    /** Claims all jobs one at a time; returns the ids of the payloads in order. */
    async function takeAll(): Promise<string[]> {
      const order: string[] = [];
      for (let job = await claim(); job; job = await claim()) {
        order.push(Object.values(job.payload).join(' '));
        await bench.queue.complete(job);
      }
      return order;
    }
    const addMember = (file_id: string, collection_id: string) =>
      bench.db
        .transaction()
        .execute((trx) => bench.queue.enqueue(trx, 'collection-file.process', { collection_id, file_id }));

    it('[SAFE-3] an account with many jobs does not keep another one waiting', async () => {
      for (const id of ['1', '2', '3', '4']) await add(`ann ${id}`);
      await add('bob 1');
      await add('bob 2');
      expect(await takeAll()).toEqual(['ann 1', 'bob 1', 'ann 2', 'bob 2', 'ann 3', 'ann 4']);
    });

    it('[SAFE-3] a job is of the owner that it was given', async () => {
      for (const id of ['1', '2']) await add(`ann ${id}`);
      await add('ann 3', { owner: { accountId: 'bob' } });
      expect(await takeAll()).toEqual(['ann 1', 'ann 3', 'ann 2']);
    });

    it('[SAFE-3] a file with many jobs does not keep another one waiting', async () => {
      for (const id of ['1', '2', '3']) await addMember(id, 'ann film');
      await addMember('1', 'ann song');
      expect(await takeAll()).toEqual(['ann film 1', 'ann song 1', 'ann film 2', 'ann film 3']);
    });

    it('[SAFE-3] a late file waits for one turn of those before it, and they for one of its own', async () => {
      for (const id of ['1', '2', '3', '4']) await addMember(id, 'ann film');
      await bench.queue.complete(await claimed());
      await bench.queue.complete(await claimed());
      for (const id of ['1', '2']) await addMember(id, 'ann song');
      expect(await takeAll()).toEqual(['ann song 1', 'ann film 3', 'ann song 2', 'ann film 4']);
    });

    it('[SAFE-3] a file gets no second worker while another one waits, whatever came first', async () => {
      await addMember('1', 'ann film');
      expect((await claimed()).payload).toMatchObject({ collection_id: 'ann film' });
      bench.pass(1);
      await add('ann film');
      bench.pass(1);
      await addMember('1', 'ann song');
      expect((await claimed(bench.other, 'two')).payload).toMatchObject({ collection_id: 'ann song' });
      expect((await claimed(bench.other, 'three')).payload).toEqual({ file_id: 'ann film' });
    });

    it('[SAFE-3] many jobs of one kind do not keep those of another waiting', async () => {
      for (const id of ['1', '2', '3']) await add(`ann ${id}`);
      for (const id of ['4', '5']) await addMember(id, 'ann');
      expect(await takeAll()).toEqual(['ann 1', 'ann 4', 'ann 2', 'ann 5', 'ann 3']);
    });

    it('[SAFE-3] a small file comes before a large one, but not forever', async () => {
      await add('ann film 10000000000');
      bench.pass(1_000);
      await add('ann song 1000');
      bench.pass(600_000);
      await add('ann late 1000');
      expect(await takeAll()).toEqual(['ann song 1000', 'ann film 10000000000', 'ann late 1000']);
    });

    it('a retried job keeps its turn', async () => {
      for (const id of ['1', '2', '3']) await add(`ann ${id}`);
      await bench.queue.fail(await claimed(), 'no', bench.now());
      expect(await takeAll()).toEqual(['ann 1', 'ann 2', 'ann 3']);
    });
  });

  describe(`${name}: workers that die`, () => {
    const crash: Death = { cause: 'crashed', reason: 'ran out of memory', pauseMs: 0 };

    /** Adds these jobs, and begins each in the same worker. */
    async function begun(...ids: string[]): Promise<AnyJob[]> {
      const jobs: AnyJob[] = [];
      for (const id of ids) {
        await add(id);
        const job = await claimed();
        await bench.queue.begin(job);
        jobs.push(job);
      }
      return jobs;
    }

    it('[SAFE-3] release their jobs at once, with their death and its reason, and count no attempt', async () => {
      const [job] = await begun('a');
      expect(await bench.other.died('another', crash)).toBe(0);
      expect(await bench.other.died('one', crash)).toBe(1);
      await expect(bench.queue.complete(job as AnyJob)).rejects.toBeInstanceOf(LeaseLost);
      expect(await claimed()).toMatchObject({ attempt: 1, blame: 50, lastError: 'ran out of memory' });
    });

    it('are blamed on the only job that had begun more than on each of several', async () => {
      for (const cause of ['crashed', 'ended', 'together'] as const) {
        await begun('a');
        await add('waiting');
        const waiting = await claimed();
        await bench.queue.died('one', { ...crash, cause });
        const again = [await claimed(), await claimed()];
        expect(again.find(({ id }) => id === waiting.id)?.blame).toBe(0);
        expect(again.find(({ id }) => id !== waiting.id)?.blame).toBe(ALONE[cause]);
        for (const job of again) await bench.queue.complete(job);
        await begun('b', 'c');
        await bench.queue.died('one', { ...crash, cause });
        for (const _ of [1, 2]) {
          const job = await claimed();
          expect(job.blame).toBe(AMONG_OTHERS[cause]);
          await bench.queue.complete(job);
        }
      }
    });

    it('make the jobs that had begun wait, each time for longer, and no others', async () => {
      await begun('a');
      await add('waiting');
      const waiting = await claimed();
      await bench.queue.died('one', { cause: 'ended', reason: 'was killed', pauseMs: 1_000 });
      await bench.queue.complete(await claimed());
      expect(await claim()).toBeUndefined();
      const pauses = [1_000, 2_000, 4_000];
      expect([0, 1, 2].map((deaths) => pauseAfter(1_000, deaths * ALONE.ended))).toEqual(pauses);
      expect([SUSPECT - 1, 100 * SUSPECT].map((points) => pauseAfter(1_000, points))).toEqual([
        1_000, 128_000,
      ]);
      for (const pause of pauses) {
        bench.pass(pause - 1);
        expect(await claim()).toBeUndefined();
        bench.pass(1);
        const job = await claimed();
        expect(job.id).not.toBe(waiting.id);
        await bench.queue.begin(job);
        await bench.queue.died('one', { cause: 'ended', reason: 'was killed', pauseMs: 1_000 });
      }
    });

    it('are forgotten when the job is done and enqueued again, with its failed attempts, and not before', async () => {
      await begun('a');
      await bench.queue.died('one', crash);
      await bench.queue.release(await claimed());
      await bench.queue.fail(await claimed(), 'no', bench.now());
      const last = await claimed();
      expect(last).toMatchObject({ attempt: 2, blame: 50 });
      await add('a');
      await bench.queue.complete(last);
      expect(await claimed()).toMatchObject({ attempt: 1, blame: 0 });
    });

    it('cannot begin what they have lost', async () => {
      await add('a');
      const job = await claimed();
      await bench.queue.died('one', crash);
      await expect(bench.queue.begin(job)).rejects.toBeInstanceOf(LeaseLost);
    });
  });

  describe(`${name}: leases`, () => {
    it('pass a lost job to another with a higher token, and the first one is refused everything', async () => {
      await add('a');
      const first = await claimed();
      bench.pass(leaseMs + 1);
      const second = await claimed(bench.other, 'two');
      expect(second).toMatchObject({ id: first.id, attempt: 1 });
      expect(second.token).toBeGreaterThan(first.token);
      const { queue, db } = bench;
      await expect(queue.complete(first)).rejects.toBeInstanceOf(LeaseLost);
      await expect(queue.fail(first, 'late', 0)).rejects.toBeInstanceOf(LeaseLost);
      await expect(queue.release(first)).rejects.toBeInstanceOf(LeaseLost);
      await expect(db.transaction().execute((trx) => queue.fence(trx, first))).rejects.toBeInstanceOf(
        LeaseLost,
      );
      await db.transaction().execute((trx) => queue.fence(trx, second));
      await bench.other.complete(second);
      expect(await queue.size()).toBe(0);
    });

    it('last as long as they are renewed, by their own worker only', async () => {
      await add('a');
      const job = await claimed();
      for (let beat = 0; beat < 5; beat += 1) {
        bench.pass(leaseMs - 1);
        expect(await bench.other.heartbeat('two', leaseMs, [job.token])).toEqual([]);
        expect(await bench.queue.heartbeat('one', leaseMs, [job.token])).toEqual([job.token]);
      }
      expect(await claim(bench.other, 'two')).toBeUndefined();
      bench.pass(leaseMs + 1);
      expect(await claim(bench.other, 'two')).toBeDefined();
      expect(await bench.queue.heartbeat('one', leaseMs, [job.token])).toEqual([]);
    });

    it('are renewed only for the jobs that the worker runs', async () => {
      for (const id of ['a', 'b']) await add(id);
      const [runs, forgotten] = [await claimed(), await claimed()];
      bench.pass(leaseMs - 1);
      expect(await bench.queue.heartbeat('one', leaseMs, [runs.token, 999_999])).toEqual([runs.token]);
      expect(await bench.queue.heartbeat('one', leaseMs, [])).toEqual([]);
      bench.pass(2);
      expect(await claimed(bench.other, 'two')).toMatchObject({ id: forgotten.id });
      expect(await claim(bench.other, 'two')).toBeUndefined();
    });

    it('last no longer than a lease when the clock was set back, and waiting jobs no longer than they may', async () => {
      for (const id of ['running', 'soon', 'late']) await add(id);
      const running = await claimed();
      await bench.queue.release(await claimed(), bench.now() + 30_000);
      await bench.queue.release(await claimed(), bench.now() + 600_000);
      await bench.db
        .transaction()
        .execute((trx) => bench.queue.enqueue(trx, 'webhook.deliver', { webhook_id: 'w' }));
      await bench.queue.release(await claimed(), bench.now() + 86_400_000);
      await bench.queue.bringNearer(leaseMs, 605_000);
      expect(await claim()).toBeUndefined();
      bench.pass(-600_000);
      await bench.queue.bringNearer(leaseMs, 605_000);
      for (const _ of ['soon', 'late']) {
        const job = await claimed();
        expect(job.kind).toBe('file.process');
        await bench.queue.complete(job);
      }
      expect(await claim()).toBeUndefined();
      bench.pass(leaseMs + 1);
      expect(await claimed()).toMatchObject({ id: running.id });
      expect(await claim()).toBeUndefined();
    });

    it('are not cut short that end no later than they may', async () => {
      await add('a');
      await bench.queue.claim({ workerId: 'one', leaseMs: 60 * leaseMs });
      await bench.queue.bringNearer(leaseMs, 60 * leaseMs);
      bench.pass(leaseMs + 1);
      expect(await claim(bench.other, 'two')).toBeUndefined();
      bench.pass(60 * leaseMs);
      expect(await claim(bench.other, 'two')).toBeDefined();
    });

    it('roll back a fenced write by a worker that lost it', async () => {
      await add('a');
      const first = await claimed();
      bench.pass(leaseMs + 1);
      await claimed(bench.other, 'two');
      const write = bench.db.transaction().execute(async (trx) => {
        await trx.insertInto('settings').values({ key: 'result', value: 'stale' }).execute();
        await bench.queue.fence(trx, first);
      });
      await expect(write).rejects.toBeInstanceOf(LeaseLost);
      expect(await bench.db.selectFrom('settings').selectAll().execute()).toEqual([]);
    });

    it('have tokens that only grow, over all jobs and after all are done', async () => {
      const tokens: number[] = [];
      for (const id of ['a', 'b', 'a']) {
        await add(id);
        const job = await claimed();
        tokens.push(job.token);
        await bench.queue.complete(job);
      }
      expect(tokens).toEqual([...tokens].sort((a, b) => a - b));
      expect(new Set(tokens).size).toBe(3);
    });

    it('can be ended early for all, which are then fenced off', async () => {
      await add('a');
      const first = await claimed();
      expect(await bench.queue.reap()).toBe(0);
      expect(await bench.other.reap(Number.MAX_SAFE_INTEGER)).toBe(1);
      expect(await claimed(bench.other, 'two')).toMatchObject({ id: first.id, attempt: 1 });
      await expect(bench.queue.complete(first)).rejects.toBeInstanceOf(LeaseLost);
    });

    it('that expired count as no attempt, and hardly against the job', async () => {
      await add('a', { maxAttempts: 2 });
      for (const cutOff of [0, 1, 2, 3]) {
        const job = await claimed();
        expect(job).toMatchObject({ attempt: 1, maxAttempts: 2, blame: cutOff * CUT_OFF });
        await bench.queue.begin(job);
        bench.pass(leaseMs + 1);
        expect(await bench.queue.reap()).toBe(1);
      }
      expect(4 * CUT_OFF).toBeLessThan(SUSPECT);
      expect(await claimed()).toMatchObject({ lastError: expect.stringContaining('stopped') });
    });
  });

  describe(`${name}: ending`, () => {
    it('retries at the given time, and reports the error', async () => {
      await add('a');
      await bench.queue.fail(await claimed(), 'the disk was full', bench.now() + 500);
      expect(await claim()).toBeUndefined();
      bench.pass(500);
      expect(await claimed()).toMatchObject({ attempt: 2, lastError: 'the disk was full' });
    });

    it('takes others while a job waits that has failed, or was released', async () => {
      for (const id of ['a', 'b', 'c']) await add(id);
      await bench.queue.fail(await claimed(), 'no', bench.now() + 500);
      await bench.queue.release(await claimed(), bench.now() + 500);
      expect((await claimed()).payload).toEqual({ file_id: 'c' });
    });

    it('releases an unfinished job without counting the attempt', async () => {
      await add('a');
      await bench.queue.release(await claimed());
      await bench.queue.release(await claimed(), bench.now() + 500);
      expect(await claim()).toBeUndefined();
      bench.pass(500);
      await bench.queue.fail(await claimed(), 'no', bench.now());
      await bench.queue.release(await claimed());
      expect(await bench.queue.depths()).toMatchObject([{ state: 'ready' }]);
      expect(await claimed()).toMatchObject({ attempt: 2, lastError: 'no' });
    });

    it('cancels waiting and running jobs', async () => {
      const key = jobKey('file.process', { file_id: 'a' });
      expect(await bench.queue.cancel(bench.db, key)).toBe(false);
      await add('other');
      await add('a');
      expect(await bench.queue.cancel(bench.db, key)).toBe(true);
      await bench.queue.complete(await claimed());
      expect(await claim()).toBeUndefined();
      await add('a');
      const job = await claimed();
      expect(await bench.other.cancel(bench.db, key)).toBe(true);
      expect(await bench.queue.heartbeat('one', leaseMs, [job.token])).toEqual([]);
      await expect(bench.queue.complete(job)).rejects.toBeInstanceOf(LeaseLost);
    });

    it('cancels several jobs at once, waiting and running, and no others', async () => {
      const keyOf = (file_id: string) => jobKey('file.process', { file_id });
      await add('a');
      const job = await claimed();
      await add('b');
      await add('c');
      expect(await bench.other.cancelAll(bench.db, [])).toBe(false);
      const other = jobKey('segmentation.process', { segmentation_id: 'a' });
      const keys = [keyOf('a'), keyOf('b'), keyOf('nobody'), other];
      expect(await bench.other.cancelAll(bench.db, keys)).toBe(true);
      expect(await bench.other.cancelAll(bench.db, keys)).toBe(false);
      await expect(bench.queue.complete(job)).rejects.toBeInstanceOf(LeaseLost);
      expect((await claimed()).payload).toEqual({ file_id: 'c' });
      expect(await claim()).toBeUndefined();
    });

    it('cancels the running jobs of a kind with given fields, and no others', async () => {
      await add('a');
      const job = await claimed();
      await add('b');
      const other = await claimed();
      const cancel = (file_id: string) =>
        bench.db.transaction().execute((trx) => bench.queue.cancelRunning(trx, 'file.process', { file_id }));
      await add('waiting');
      const work = { collection_id: 'c', file_id: 'a' };
      await bench.db
        .transaction()
        .execute((trx) => bench.queue.enqueue(trx, 'collection-file.process', work));
      const ofCollection = await claim(bench.queue, 'one', { kinds: ['collection-file.process'] });
      await cancel('waiting');
      await cancel('a');
      await bench.queue.complete(ofCollection as AnyJob);
      await expect(bench.queue.complete(job)).rejects.toBeInstanceOf(LeaseLost);
      await bench.queue.complete(other);
      expect((await claimed()).payload).toEqual({ file_id: 'waiting' });
    });

    it('does not cancel if the transaction is rolled back', async () => {
      await add('a');
      const failing = bench.db.transaction().execute(async (trx) => {
        await bench.queue.cancel(trx, jobKey('file.process', { file_id: 'a' }));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await claim()).toBeDefined();
    });
  });

  describe(`${name}: waiting`, () => {
    it('ends at new work, long before its time', async () => {
      const waiting = bench.queue.wait(3_600_000, new AbortController().signal);
      await add('a');
      await waiting;
      expect(await claim()).toBeDefined();
    });

    it('ends when a job is given back, long before its time', async () => {
      const wait = () => bench.queue.wait(3_600_000, new AbortController().signal);
      await add('a');
      const ends: ((job: AnyJob) => Promise<unknown>)[] = [
        (job) => bench.queue.release(job),
        () => bench.queue.died('one', { cause: 'ended', reason: 'was killed', pauseMs: 0 }),
        (job) => bench.queue.complete(job),
      ];
      for (const end of ends) {
        const job = await claimed();
        await Promise.all([wait(), add('a')]);
        await Promise.all([wait(), end(job)]);
      }
    });

    it('ends when it is aborted, and after its time', async () => {
      const stop = new AbortController();
      const waiting = bench.queue.wait(3_600_000, stop.signal);
      stop.abort();
      await waiting;
      await bench.queue.wait(3_600_000, stop.signal);
      await bench.queue.wait(1, new AbortController().signal);
    });
  });
}
