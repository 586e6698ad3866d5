import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Supervisor, superviseWorkers } from '../../src/service/boot/processes/supervisor.ts';
import { jobKey } from '../../src/service/queue/queue.ts';
import { addJob, type Bench, noFfmpeg, openBench, until } from '../service/jobs/support.ts';
import { bundleFaults, type FaultBundles } from './support/bundle.ts';
import { treeBytes } from './support/memory.ts';
import { isRunning, notes } from './support/watch.ts';

let bundles: FaultBundles;
let bench: Bench;
let supervisor: Supervisor;

beforeAll(async () => {
  bundles = await bundleFaults();
});

afterAll(() => bundles.remove());

beforeEach(async () => {
  bench = await openBench();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await supervisor.stop(500);
  await bench.close();
});

/** @param leaseMs short if a test waits for a lease to expire; long if a busy machine must not let it expire */
async function supervise(workers: number, leaseMs = bench.context.config.leaseMs): Promise<void> {
  const { config, log } = bench.context;
  supervisor = superviseWorkers({
    config: { ...config, workers, leaseMs },
    ffmpeg: noFfmpeg,
    log,
    workerPath: bundles.worker,
    heartbeatPath: bundles.heartbeat,
    restartMs: 10,
    onDeath: (workerId, death) => bench.context.queue.died(workerId, death),
  });
  await supervisor.ready();
}

const settings = () => notes(bench.context.db);
/** Tracks the memory of the workers, in bytes: the maximum of one worker with its descendants. */
function watchPeak() {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, ...supervisor.pids().map(treeBytes));
  }, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

const isEmpty = async () => (await bench.context.queue.size()) === 0;

async function started(id: string): Promise<number> {
  await until(async () => `at ${id}` in (await settings()), `the start of ${id}`);
  return Number((await settings())[`at ${id}`]);
}

describe('several worker processes on one store', () => {
  it('run every job, and none twice', async () => {
    await supervise(3, 30_000);
    const ids = Array.from({ length: 150 }, (_, index) => `quick-${index}`);
    for (const id of ids) await addJob(bench.context, id);
    await until(isEmpty, 'the last job');
    const found = await settings();
    expect(ids.filter((id) => !(`done ${id}` in found))).toEqual([]);
    expect(ids.filter((id) => found[`tries ${id}`] !== '1')).toEqual([]);
    expect(new Set(ids.map((id) => found[`done ${id}`])).size).toBeGreaterThan(1);
  });

  it.each([
    ['two of them', undefined, '2'],
    ['as many as the operator says', '5', '5'],
  ])('keep freed memory in few arenas of the C library: %s', async (_, given, used) => {
    vi.stubEnv('MALLOC_ARENA_MAX', given);
    await supervise(1);
    const [pid] = supervisor.pids();
    expect((await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0')).toContain(
      `MALLOC_ARENA_MAX=${used}`,
    );
  });

  it('continue the job of a worker that was killed in the middle of it', async () => {
    await supervise(2);
    await addJob(bench.context, 'hang-1');
    const first = await started('hang-1');
    process.kill(first, 'SIGKILL');
    await until(isEmpty, 'the job');
    const found = await settings();
    expect(found).toMatchObject({ 'tries hang-1': '2' });
    expect(found['done hang-1']).not.toBe(String(first));
    await until(() => supervisor.pids().length === 2, 'the new worker');
    expect(supervisor.pids()).not.toContain(first);
  });

  it('[SAFE-3] fail a job, with a reason, after four of them were killed while it alone ran, and no sooner', async () => {
    await supervise(1);
    await addJob(bench.context, 'block-1');
    const killed = new Set<number>();
    while (killed.size < 4) {
      expect(await settings()).not.toHaveProperty('failed block-1');
      const at = async () => Number((await settings())['at block-1'] ?? 0);
      await until(async () => (await at()) > 0 && !killed.has(await at()), 'the next attempt');
      killed.add(await at());
      process.kill(await at(), 'SIGKILL');
    }
    await until(isEmpty, 'the failure');
    expect((await settings())['failed block-1']).toMatch(
      /^failed: the workers that ran it died, while others lived; the last one was killed/,
    );
  });

  it('[SAFE-3] [SAFE-2] fail a job that fills their memory, below a gigabyte, and run the others', async () => {
    await supervise(2, 30_000);
    const peak = watchPeak();
    await addJob(bench.context, 'greedy-1');
    const ids = Array.from({ length: 20 }, (_, index) => `quick-${index}`);
    for (const id of ids) await addJob(bench.context, id);
    await until(isEmpty, 'the last job');
    const found = await settings();
    expect(found['failed greedy-1']).toMatch(/the workers that ran it died, .* ran out of memory$/);
    expect(ids.filter((id) => !(`done ${id}` in found))).toEqual([]);
    expect(peak.stop()).toBeLessThan(1024 ** 3);
  });

  it('keep a job that blocks their event loop for longer than its lease', async () => {
    await supervise(2, 1_500);
    await addJob(bench.context, 'block-1');
    await until(isEmpty, 'the job');
    expect(await settings()).toMatchObject({ 'tries block-1': '1' });
  });

  it('refuse the write of a worker that was presumed dead and comes back', async () => {
    await supervise(2);
    await addJob(bench.context, 'late-1');
    const first = await started('late-1');
    process.kill(first, 'SIGSTOP');
    await until(async () => 'done late-1' in (await settings()), 'the second attempt');
    process.kill(first, 'SIGCONT');
    await until(async () => 'refused late-1' in (await settings()), 'the late write');
    const found = await settings();
    expect(found).toMatchObject({ 'refused late-1': 'LeaseLost', 'tries late-1': '2' });
    expect(found).not.toHaveProperty('done late-1 by 1');
  });

  it('leave no program running when they are killed', async () => {
    await supervise(1);
    await addJob(bench.context, 'program-1');
    const worker = await started('program-1');
    const program = Number((await settings())['program program-1']);
    expect(isRunning(program)).toBe(true);
    process.kill(worker, 'SIGKILL');
    await until(() => !isRunning(program), 'the end of the program');
    await bench.context.queue.cancel(bench.context.db, jobKey('file.process', { file_id: 'program-1' }));
  });

  it('release their jobs when the service stops', async () => {
    await supervise(2);
    await addJob(bench.context, 'program-1');
    await started('program-1');
    const program = Number((await settings())['program program-1']);
    await supervisor.stop();
    expect(isRunning(program)).toBe(false);
    expect(supervisor.pids()).toEqual([]);
    expect(await bench.context.queue.claim({ workerId: 'next', leaseMs: 1 })).toMatchObject({ attempt: 1 });
  });
});
