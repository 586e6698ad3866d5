import { describe, expect, it } from 'vitest';
import { askToEnd } from '../../../src/service/boot/processes/supervisor.ts';
import { flagsToSync } from '../../../src/service/store/objects/durable.ts';

/** A worker that notes what it is asked. */
function worker(connected = true) {
  const asked: string[] = [];
  const kill = (signal?: NodeJS.Signals | number) => asked.push(String(signal)) > 0;
  return { asked, child: { connected, kill, disconnect: () => void asked.push('disconnect') } };
}

describe('a worker asked to end', () => {
  it('gets SIGTERM, and on Windows a closed channel, because a signal would kill it', () => {
    const [unix, windows, gone] = [worker(), worker(), worker(false)];
    askToEnd(unix.child, 'darwin');
    askToEnd(windows.child, 'win32');
    askToEnd(gone.child, 'win32');
    expect([unix.asked, windows.asked, gone.asked]).toEqual([['SIGTERM'], ['disconnect'], []]);
  });
});

describe('flushing to disk', () => {
  it('opens a file for writing on Windows, and leaves folders alone there', () => {
    expect(flagsToSync(false, 'win32')).toBe('r+');
    expect(flagsToSync(true, 'win32')).toBeUndefined();
    expect([flagsToSync(false, 'linux'), flagsToSync(true, 'darwin')]).toEqual(['r', 'r']);
  });
});
