import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeAudio } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

let service: TestService;
let server: Server | undefined;
beforeAll(async () => {
  service = await openTestService({ allowPrivateAddresses: true, maxUploadBytes: 500_000, retryMs: 1 });
});
afterEach(() => server?.close());
afterAll(() => service.close());

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ingests a URL, and reads the file when it is done. */
async function sync(url: string) {
  const { body } = await service.call('POST', '/files/sync', { url, metadata: { from: 'web' } });
  await service.drain();
  return (await service.call('GET', `/files/${body.id}`)).body;
}

describe('a file from a URL', () => {
  needs('ffmpeg')('is fetched through redirects, probed, and keeps its metadata', async () => {
    const sound = await makeAudio(1);
    const url = await serve((request, response) => {
      if (request.url === '/a') response.writeHead(301, { location: '/b' }).end();
      else response.end(sound);
    });
    const file = await sync(`${url}/a`);
    expect(file).toMatchObject({
      status: 'completed',
      bytes: sound.length,
      media_type: 'audio',
      source: 'http',
      metadata: { from: 'web' },
    });
  });

  it.each([
    ['is not there', (_, response) => void response.writeHead(404).end(), /responded with 404/],
    ['leads nowhere', (_, response) => void response.writeHead(302, { location: '/' }).end(), /redirect/],
    [
      'declares that it is too large',
      (_, response) => void response.writeHead(200, { 'content-length': '500001' }).end(),
      /500000 bytes/,
    ],
    [
      'is too large without declaring it',
      (_, response) => void response.end(Buffer.alloc(500_001)),
      /500000 bytes/,
    ],
    ['is a page, not a film', (_, response) => void response.end('<html>not a film</html>'), /media/],
    ['fails each time', (_, response) => void response.writeHead(503).end(), /responded with 503/],
  ] satisfies [string, RequestListener, RegExp][])(
    'that %s fails with the reason, and leaves nothing',
    async (_, answer, reason) => {
      const file = await sync(`${await serve(answer)}/film.mp4`);
      expect(file.status).toBe('failed');
      expect(file.error).toMatch(reason);
      const entries = await readdir(path.join(service.dataDir, 'tmp'), {
        recursive: true,
        withFileTypes: true,
      });
      expect(entries.filter((entry) => entry.isFile())).toEqual([]);
    },
  );

  it('that failed is fetched again on request', async () => {
    let status = 404;
    const url = await serve((_, response) => void response.writeHead(status).end('no film'));
    const failed = await sync(url);
    expect(failed.error).toMatch(/404/);
    status = 200;
    const again = await sync(url);
    expect(again.id).toBe(failed.id);
    expect(again.error).not.toMatch(/404/);
  });

  it('[SAFE-1] whose original is already there, as after a crash, is not overwritten', async () => {
    let asked = 0;
    const url = await serve((_, response) => response.end(String(++asked)));
    const { body } = await service.call('POST', '/files/sync', { url: `${url}/there.mp4` });
    await service.context.objects.putBytes(`files/${body.id}/original`, 'fetched before');
    await service.drain();
    const { objects } = service.context;
    expect([asked, await readFile(await objects.path(`files/${body.id}/original`), 'utf8')]).toEqual([
      0,
      'fetched before',
    ]);
  });

  it('that is deleted during the fetch leaves nothing', async () => {
    let id = '';
    const url = await serve((_, response) => {
      // The job that deletes its objects runs before they exist.
      const deleted = service.call('DELETE', `/files/${id}`).then(() => service.drain());
      void deleted.then(() => response.end('a film'));
    });
    id = (await service.call('POST', '/files/sync', { url: `${url}/deleted.mp4` })).body.id;
    await service.drain();
    expect(await service.context.objects.changedAt(`files/${id}`)).toBeUndefined();
  });

  it('that leads to a private network is refused by default', async () => {
    const careful = await openTestService({ allowPrivateAddresses: false });
    let reached = 0;
    const url = await serve((_, response) => response.end(String(++reached)));
    const named = url.replace('127.0.0.1', 'localhost.');
    expect((await careful.call('POST', '/files/sync', { url: named })).status).toBe(400);
    expect(reached).toBe(0);
    await careful.close();
  });
});
