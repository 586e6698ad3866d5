import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startInBackground } from '../../../src/cli/local/service/background.ts';
import { isAlive } from '../../../src/cli/local/service/process.ts';
import { readRecord, recordFile, removeRecord, writeRecord } from '../../../src/cli/local/service/record.ts';
import { freePort } from '../../../src/cli/local/service/serve.ts';
import { planReset, reset, stopService } from '../../../src/cli/local/service/service-actions.ts';
import { serviceStatus } from '../../../src/cli/local/service/status.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-local-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const record = { url: 'http://127.0.0.1:9/v1', started_at: 1_700_000_000_000 };

/** A stand-in for the service: responds to health checks, writes the record, and ends on SIGTERM. */
async function standIn(body = ''): Promise<string> {
  const file = path.join(folder, 'stand-in.mjs');
  await writeFile(
    file,
    `import { createServer } from 'node:http';
     import { writeFileSync } from 'node:fs';
     ${body}
     const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1', () => {
       const url = 'http://127.0.0.1:' + server.address().port + '/v1';
       const record = { pid: process.pid, url, started_at: 1 };
       writeFileSync(process.env.RECORD, JSON.stringify(record));
       console.log('listening', url);
     });`,
  );
  return file;
}

describe('the record of a running service', () => {
  it('is read back as written, only by its owner', async () => {
    const data = path.join(folder, 'new', 'data');
    await writeRecord(data, { ...record, pid: 42 });
    expect(await readRecord(data)).toEqual({ ...record, pid: 42 });
    expect((await stat(recordFile(data))).mode & 0o077).toBe(0);
  });

  it('is ignored if it is missing or incomplete', async () => {
    expect(await readRecord(folder)).toBeUndefined();
    await writeFile(recordFile(folder), '{"pid": 4');
    expect(await readRecord(folder)).toBeUndefined();
  });

  it('is removed only by the process that wrote it', async () => {
    await writeRecord(folder, { ...record, pid: 42 });
    await removeRecord(folder, 43);
    expect(await readRecord(folder)).toBeDefined();
    await removeRecord(folder, 42);
    expect(await readRecord(folder)).toBeUndefined();
  });
});

describe('status', () => {
  it.runIf(process.platform === 'linux')('does not take a zombie for alive', async () => {
    // The shell starts a child and becomes a sleep that never reaps it. Only then the child ends, or the
    // shell might reap it.
    const shell = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 30'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [printed] = (await once(shell.stdout, 'data')) as [Buffer];
    const zombie = Number(String(printed));
    await expect.poll(() => isAlive(zombie), { timeout: 10_000 }).toBe(false);
    expect(() => process.kill(zombie, 0)).not.toThrow();
    shell.kill();
  });

  it('is stopped when the process of the record is gone', async () => {
    const gone = spawn(process.execPath, ['-e', '']);
    await once(gone, 'exit');
    await writeRecord(folder, { ...record, pid: gone.pid ?? 0 });
    expect(await serviceStatus(folder)).toEqual({ state: 'stopped' });
  });

  it('is stopped when its process id was taken by another program', async () => {
    await writeRecord(folder, { ...record, pid: process.pid });
    expect((await serviceStatus(folder)).state).toBe('stopped');
  });

  it('is running when its process is alive and responds', async () => {
    const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await writeRecord(folder, { ...record, pid: process.pid, url: `http://127.0.0.1:${port}/v1` });
    expect((await serviceStatus(folder)).state).toBe('running');
    server.close();
  });
});

describe('start in the background and stop', () => {
  it('starts a process that responds, finds it again, and stops it', async () => {
    const env = { ...process.env, RECORD: recordFile(folder) };
    const launcher = await standIn();
    const { record: started } = await startInBackground({
      dataFolder: folder,
      launcher,
      args: ['serve'],
      env,
    });
    expect(started && isAlive(started.pid)).toBe(true);
    expect((await serviceStatus(folder)).state).toBe('running');
    expect(await stopService(folder)).toBe(started?.pid);
    expect(await serviceStatus(folder)).toEqual({ state: 'stopped' });
    expect(await stopService(folder)).toBeUndefined();
  });

  it('shows the end of the log when the process exits at once', async () => {
    const launcher = await standIn(`console.error('no sqlite here'); process.exit(3);`);
    const starting = startInBackground({ dataFolder: folder, launcher, args: [], env: process.env });
    await expect(starting).rejects.toThrow(/exited at once[\s\S]*no sqlite here/);
    const again = await standIn(`console.error('no disk here'); process.exit(3);`);
    const second = startInBackground({ dataFolder: folder, launcher: again, args: [], env: process.env });
    await expect(second).rejects.toThrow(/no disk here/);
    await expect(second, 'what an earlier one wrote').rejects.not.toThrow(/no sqlite here/);
  });

  it('does not kill a service that stops slowly, and says what to do', async () => {
    const env = { ...process.env, RECORD: recordFile(folder) };
    const launcher = await standIn(`process.on('SIGTERM', () => undefined);`);
    const { record: started } = await startInBackground({
      dataFolder: folder,
      launcher,
      args: ['serve'],
      env,
    });
    const pid = started?.pid ?? 0;
    await expect(stopService(folder, 300)).rejects.toThrow(`kill -9 ${pid}`);
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });
});

describe('a port', () => {
  it('is the preferred one if free, else another', async () => {
    const wished = await freePort(0, '127.0.0.1');
    expect(await freePort(wished, '127.0.0.1')).toBe(wished);
    const server = createServer().listen(wished, '127.0.0.1');
    await once(server, 'listening');
    const other = await freePort(wished, '127.0.0.1');
    expect(other).not.toBe(wished);
    expect(other).toBeGreaterThan(0);
    server.close();
  });
});

describe('reset', () => {
  it('deletes the data of the service and keeps an installed ffmpeg', async () => {
    await writeFile(path.join(folder, 'vau.sqlite'), '');
    await mkdir(path.join(folder, 'objects', 'files'), { recursive: true });
    await mkdir(path.join(folder, 'ffmpeg'));
    const plan = await planReset(folder);
    expect(plan).toMatchObject({ deletes: ['objects', 'vau.sqlite'], keeps: ['ffmpeg'] });
    await reset(plan);
    expect(await readdir(folder)).toEqual(['ffmpeg']);
  });

  it('deletes the folder itself if it is then empty', async () => {
    await writeFile(path.join(folder, 'vau.sqlite'), '');
    await reset(await planReset(folder));
    await expect(stat(folder)).rejects.toThrow('ENOENT');
  });

  it('keeps a foreign folder, and unknown files', async () => {
    await writeFile(path.join(folder, 'thesis.docx'), 'years of work');
    await expect(planReset(folder)).rejects.toThrow('thesis.docx');
    await writeFile(path.join(folder, 'vau.sqlite'), '');
    await reset(await planReset(folder));
    expect(await readdir(folder)).toEqual(['thesis.docx']);
  });
});
