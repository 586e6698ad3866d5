import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchLoop } from '../../../src/service/boot/processes/start-service.ts';
import { makeActivities } from '../../../src/service/context/activities.ts';
import { type LogRecord, logTo } from '../../../src/service/log.ts';
import { makeRegistry } from '../../../src/service/metrics/metrics.ts';

let endWatch = () => {};
afterEach(() => endWatch());

function watched() {
  const records: LogRecord[] = [];
  const register = makeActivities();
  const activities = { ...register, recent: vi.fn(register.recent) };
  const metrics = makeRegistry();
  endWatch = watchLoop({ activities, metrics, log: logTo((record) => void records.push(record), 'debug') });
  return { records, activities, metrics };
}

/** Keeps this thread busy until it has used that much processor time, in milliseconds. */
function compute(ms: number): void {
  const from = process.cpuUsage();
  while (process.cpuUsage(from).user < ms * 1_000);
}

/** Blocks this thread without using the processor, as a stopped process is blocked. */
function sleepBlocked(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('the watch on the event loop', () => {
  it('logs a stall with its length and all work in progress, also if that has ended since', async () => {
    const { records, activities } = watched();
    const endSweep = activities.begin('sweep');
    const end = activities.begin('file.list');
    compute(250);
    end();
    await expect.poll(() => records.map(({ level }) => level)).toEqual(['warn']);
    endSweep();
    expect(records[0]?.fields.during).toEqual(['file.list', 'sweep']);
    expect(records[0]?.fields.ms).toBeGreaterThanOrEqual(200);
    expect(records[0]?.fields.processor_ms).toBeGreaterThanOrEqual(200);
  });

  it('does not blame work that had ended before', async () => {
    const { records, activities } = watched();
    activities.begin('file.get')();
    await expect.poll(() => activities.recent).toHaveBeenCalled();
    compute(250);
    await expect.poll(() => records).toHaveLength(1);
    expect(records[0]?.fields.during).toEqual([]);
  });

  it('reports only for debugging that the process was stopped or waited for the disk', async () => {
    const { records, activities, metrics } = watched();
    sleepBlocked(400);
    await expect.poll(() => activities.recent).toHaveBeenCalled();
    expect(records.map(({ level }) => level)).toEqual(['debug']);
    compute(250);
    await expect.poll(() => records.map(({ level }) => level)).toEqual(['debug', 'warn']);
    const counted = metrics.samples().filter(({ name }) => name === 'vau_loop_stalls_total');
    expect(counted.map(({ labels, value }) => [labels.cause, value])).toEqual([
      ['blocked', 1],
      ['computing', 1],
    ]);
  });
});

describe('the register of activities', () => {
  it('counts work of the same name', () => {
    const activities = makeActivities();
    const ends = [activities.begin('file.get'), activities.begin('file.get')];
    ends[0]?.();
    expect(activities.recent()).toEqual(['file.get']);
    expect(activities.recent()).toEqual(['file.get']);
    ends[1]?.();
    expect(activities.recent()).toEqual(['file.get']);
    expect(activities.recent()).toEqual([]);
  });
});
