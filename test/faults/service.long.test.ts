import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobKey } from '../../src/service/queue/queue.ts';
import { addJob, type Bench, openBench, until } from '../service/jobs/support.ts';
import { bundleFaults, type FaultBundles } from './support/bundle.ts';
import { isRunning, notes } from './support/watch.ts';

let bundles: FaultBundles;
let bench: Bench;
const started: number[] = [];

beforeAll(async () => {
  bundles = await bundleFaults();
});

afterAll(() => bundles.remove());

beforeEach(async () => {
  bench = await openBench();
});

afterEach(async () => {
  for (const pid of started.splice(0)) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  await bench.close();
});

/** A service in its own process, with one worker. */
async function startService(): Promise<{ service: ChildProcess; worker: number }> {
  const service = fork(bundles.service, [], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  service.send({ config: { ...bench.context.config, workers: 1 }, bundles });
  const [[worker]] = (await once(service, 'message')) as [number[]];
  started.push(service.pid ?? 0, worker ?? 0);
  return { service, worker: worker ?? 0 };
}

async function programOf(id: string): Promise<number> {
  await until(async () => `at ${id}` in (await notes(bench.context.db)), `the start of ${id}`);
  const program = Number((await notes(bench.context.db))[`program ${id}`]);
  started.push(program);
  return program;
}

describe('a service that is killed', () => {
  it('takes its workers and their programs with it', async () => {
    const { service, worker } = await startService();
    await addJob(bench.context, 'program-1');
    const program = await programOf('program-1');
    service.kill('SIGKILL');
    await until(() => !isRunning(worker), 'the end of the worker');
    await until(() => !isRunning(program), 'the end of the program');
    expect(await bench.context.queue.claim({ workerId: 'next', leaseMs: 1 })).toMatchObject({ attempt: 1 });
  });

  it('takes a blocked worker with it that hears no signal', async () => {
    const { service, worker } = await startService();
    await addJob(bench.context, 'hang-1');
    await until(async () => 'at hang-1' in (await notes(bench.context.db)), 'the job');
    service.kill('SIGKILL');
    await until(() => !isRunning(worker), 'the end of the worker');
  });

  it('together with its workers has their programs killed by the next service, and its jobs done', async () => {
    const { service, worker } = await startService();
    await addJob(bench.context, 'program-1');
    const program = await programOf('program-1');
    for (const pid of [service.pid ?? 0, worker]) process.kill(pid, 'SIGKILL');
    await until(() => !isRunning(worker), 'the end of the worker');
    expect(isRunning(program)).toBe(true);
    await bench.context.queue.cancel(bench.context.db, jobKey('file.process', { file_id: 'program-1' }));
    await addJob(bench.context, 'quick-1');
    const next = await startService();
    await until(() => !isRunning(program), 'the end of the program');
    await until(async () => 'done quick-1' in (await notes(bench.context.db)), 'the other job');
    next.service.kill('SIGKILL');
    await until(() => !isRunning(next.worker), 'the end of the next worker');
  });
});
