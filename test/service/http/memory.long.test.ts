import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lacks } from '../../support/programs.ts';
import { binary, emptyHome, type Home } from '../../support/vau.ts';

const BYTES = 1024 ** 3;
const MOST_MB = 200;

let home: Home;
let service: ChildProcess;
const start = (...args: string[]) =>
  spawn(process.execPath, [binary, ...args], {
    env: { ...process.env, ...home.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** The peak memory of a process in MB, on Linux; 0 if it is gone. */
async function peak(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

describe.skipIf(lacks('ffmpeg') || process.platform !== 'linux')('a file of 1 GB', () => {
  beforeAll(async () => {
    home = await emptyHome();
    const file = await open(path.join(home.folder, 'large.bin'), 'w');
    await file.write('fLaC'); // What does not begin as media is refused.
    await file.truncate(BYTES);
    await file.close();
    service = start('serve', '--port', '0', '--workers', '1');
    await vi.waitFor(() => readFile(path.join(home.dataFolder, 'service.json')), {
      timeout: 60_000,
      interval: 100,
    });
  });
  afterAll(async () => {
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
    await home.remove();
  });

  it('is uploaded with less than 200 MB in the client and in the service', async () => {
    const large = path.join(home.folder, 'large.bin');
    const client = start('file', 'upload', large, '--no-preflight', '--output', 'json');
    let printed = '';
    client.stdout?.on('data', (piece) => {
      printed += piece;
    });
    let highest = 0;
    const watch = setInterval(async () => {
      highest = Math.max(highest, await peak(client.pid));
    }, 50);
    const [status] = await once(client, 'close');
    clearInterval(watch);
    expect(status).toBe(0);
    expect(JSON.parse(printed)).toMatchObject({ bytes: BYTES, filename: 'large.bin' });
    const served = await peak(service.pid);
    console.log(`1 GB uploaded: client ${highest} MB, service ${served} MB at most`);
    for (const megabytes of [highest, served]) {
      expect(megabytes).toBeGreaterThan(0);
      expect(megabytes).toBeLessThan(MOST_MB);
    }
  });
});
