/** What a service does with programs and jobs that an earlier one on its data folder left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  killEarlierStrays,
  killStrays,
  ownerName,
  ownerVariable,
  takeOver,
} from '../../../src/service/jobs/strays.ts';
import { isAlive } from '../../../src/service/store/objects/temporary.ts';
import { addJob, type Bench, openBench } from './support.ts';

let started: ChildProcess[] = [];
/** What becomes of a program of this test that is killed. */
let onKill: (end: () => void) => void;

/**
 * Only what this file started is ever killed, whatever goes wrong in the sources. It stays: a test that took too long may still
 * be at work after all others.
 */
const ask = process.kill.bind(process);
process.kill = (pid, signal) => {
  if (signal === 0) return ask(pid, 0);
  const child = started.find((one) => one.pid === pid);
  if (child) onKill(() => void child.kill('SIGKILL'));
  return true;
};

beforeEach(() => {
  onKill = (end) => end();
});
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started = [];
});

/** A program with this owner; returns its id. */
async function program(owner?: string): Promise<number> {
  const env = {
    PATH: process.env.PATH,
    ...(owner === undefined ? {} : { OTHER: '1', [ownerVariable]: owner }),
  };
  const child = spawn('sleep', ['100'], { env, stdio: 'ignore' });
  started.push(child);
  await once(child, 'spawn');
  return child.pid ?? 0;
}

/** The id of a process that has ended. */
async function ended(): Promise<number> {
  const child = spawn('true', { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

const folder = '/data of/one';
/** The name of what a service on a folder starts, as if its process had this id. */
const nameOf = (pid: number, dataDir = folder) => ownerName(dataDir).replace(/\.\d+\./, `.${pid}.`);
const gone = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false);

describe.skipIf(process.platform !== 'linux')('programs that were left behind', () => {
  it('[SAFE-3] are killed by the name of their worker, and no others', async () => {
    const [owner, another] = [ownerName(folder), ownerName(folder)];
    expect(owner).not.toBe(another);
    const ours = [await program(owner), await program(owner)];
    const others = [await program(another), await program()];
    expect(killStrays((name) => name === owner).sort()).toEqual(ours.sort());
    for (const pid of ours) await gone(pid);
    expect(others.map(isAlive)).toEqual([true, true]);
  });

  it('[SAFE-3] are those of a service that is gone, or that had our process id, on the same folder', async () => {
    const [dead, alive] = [await ended(), await program()];
    const strays = [
      await program(nameOf(dead)),
      await program(nameOf(process.pid)),
      await program(nameOf(dead, path.relative('.', folder))),
    ];
    for (const name of [nameOf(alive), nameOf(dead, '/data of/two'), nameOf(process.pid, '/data')])
      await program(name);
    expect(killEarlierStrays(folder).sort()).toEqual(strays.sort());
  });

  it('are not counted when another kills them first', async () => {
    const owner = ownerName(folder);
    const both = [await program(owner), await program(owner)];
    onKill = () => {
      onKill = (end) => end();
      throw new Error('kill ESRCH');
    };
    const killed = killStrays((name) => name === owner);
    expect(killed).toHaveLength(1);
    expect(both).toEqual(expect.arrayContaining(killed));
  });

  it('are not looked for where a system does not say what started a program', async () => {
    const owner = ownerName(folder);
    await program(owner);
    const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
    Object.defineProperty(process, 'platform', { ...own, value: 'darwin' });
    const killed = killStrays((name) => name === owner);
    Object.defineProperty(process, 'platform', own);
    expect(killed).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('a service that starts after another was interrupted', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench({}, true);
    await addJob(bench.context, 'a');
    await bench.context.queue.claim({ workerId: 'dead', leaseMs: 3_600_000 });
  });
  afterEach(() => bench.close());
  const claim = () => bench.context.queue.claim({ workerId: 'new', leaseMs: 1_000 });
  const said = () => bench.records.filter(({ message }) => /earlier service/.test(message));

  it('[SAFE-3] takes over its jobs at once, when the programs that it left are gone', async () => {
    const stray = await program(nameOf(await ended(), bench.context.config.dataDir));
    onKill = (end) => void setTimeout(end, 200);
    await takeOver(bench.context);
    expect(isAlive(stray)).toBe(false);
    expect(await claim()).toMatchObject({ payload: { file_id: 'a' } });
    expect(said()).toMatchObject([{ fields: { ended: [stray], taken: 1 } }]);
    // Its jobs alone, and nothing.
    for (const times of [2, 2]) {
      await takeOver(bench.context);
      expect(said()).toHaveLength(times);
    }
  });

  it('waits no longer than two seconds for programs that do not end', async () => {
    const stray = await program(nameOf(process.pid, bench.context.config.dataDir));
    onKill = () => undefined;
    await takeOver(bench.context);
    expect(isAlive(stray)).toBe(true);
    expect(await claim()).toBeDefined();
  });

  it('[DB-1] leaves the jobs of a shared store to their leases: other machines may work on them', async () => {
    const { context } = bench;
    await takeOver({ ...context, config: { ...context.config, store: 'postgres://elsewhere' } });
    expect(await claim()).toBeUndefined();
    expect(said()).toEqual([]);
  });
});
