import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { locateFfmpeg } from '../../../src/media/index.ts';
import { openService, type RunningService, startService } from '../../../src/service/index.ts';
import { silentLog } from '../../../src/service/log.ts';
import { needs } from '../../support/programs.ts';

const withFfmpeg = needs('ffmpeg');
let dataDir: string;
let service: RunningService;
const start = () => startService({ dataDir, port: 0, workers: 0, log: silentLog });

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-port-'));
  if (await locateFfmpeg().catch(() => undefined)) service = await start();
});
afterAll(async () => {
  await service?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const headers = () => ({ authorization: `Bearer ${service.token}` });
const unfinished = async () => {
  const entries = await readdir(path.join(dataDir, 'tmp'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
};
const total = async (): Promise<number> => {
  const answer = await fetch(`${service.url}/files`, { headers: headers() });
  return ((await answer.json()) as { total: number }).total;
};

/** Starts an upload of many megabytes by hand and sends the first of them. */
async function beginUpload(token = service.token) {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`;
  socket.write(
    `POST /v1/files HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: multipart/form-data; boundary=b\r\ncontent-length: 50000000\r\n\r\n${head}`,
  );
  socket.write(Buffer.alloc(3_000_000));
  return socket;
}

describe('the service on a port', () => {
  withFfmpeg('listens on loopback, and returns a token when it created one', () => {
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(service.token).toMatch(/^vau_/);
  });

  withFfmpeg('deletes what an interrupted upload left', async () => {
    const socket = await beginUpload();
    await expect.poll(unfinished).toBe(1);
    socket.destroy();
    await expect.poll(unfinished).toBe(0);
    expect(await total()).toBe(0);
  });

  withFfmpeg('stores a complete upload', async () => {
    const form = new FormData();
    form.set('file', new Blob(['fLaC', Buffer.alloc(4_999_996, 1)]), 'five.flac');
    const answer = await fetch(`${service.url}/files`, { method: 'POST', body: form, headers: headers() });
    expect(await answer.json()).toMatchObject({ bytes: 5_000_000, status: 'pending' });
    expect(await unfinished()).toBe(0);
  });

  withFfmpeg('[AUTH-2] responds to a stranger without waiting for the body', async () => {
    const socket = await beginUpload('wrong');
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(String(first)).toMatch(/^HTTP\/1\.1 401/);
    socket.destroy();
    expect(await unfinished()).toBe(0);
  });

  withFfmpeg('refuses a Host that is not its own', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.end('GET /v1/files HTTP/1.1\r\nhost: attacker.example\r\nconnection: close\r\n\r\n');
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(String(first)).toMatch(/^HTTP\/1\.1 403/);
    socket.destroy();
  });

  withFfmpeg('has its data folder for itself', async () => {
    await expect(start()).rejects.toMatchObject({
      name: 'FolderInUse',
      message: expect.stringContaining(dataDir),
    });
    await expect(openService({ config: { dataDir } })).rejects.toThrow(/another service/);
  });

  withFfmpeg(
    'releases the folder when it stops, keeps its token, and creates a new one on request',
    async () => {
      const token = service.token;
      await service.stop();
      service = await start();
      expect(service.token).toBeUndefined();
      const answer = await fetch(`${service.url}/files`, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(200);
      await service.stop();
      service = await startService({ dataDir, port: 0, workers: 0, log: silentLog, newToken: true });
      expect(service.token).toMatch(/^vau_/);
      expect(service.token).not.toBe(token);
    },
  );

  withFfmpeg('reports that its port is in use', async () => {
    const other = await mkdtemp(path.join(os.tmpdir(), 'vau-port-'));
    const port = Number(new URL(service.url).port);
    await expect(startService({ dataDir: other, port, workers: 0, log: silentLog })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    const again = await startService({ dataDir: other, port: 0, workers: 0, log: silentLog });
    await again.stop();
    await rm(other, { recursive: true });
  });
});
