/** What hostile and broken clients do with resumable uploads. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../../../src/service/accounts/tokens.ts';
import { closeServer, makeServer } from '../../../../src/service/http/server.ts';
import { mediaOf, openTestService, strangerToken, type TestService } from '../../../support/service.ts';
import { base64, tusOf } from './support.ts';

let service: TestService;
let tus: ReturnType<typeof tusOf>;
const MOST = 1_000_000;

beforeAll(async () => {
  service = await openTestService({ requestsPerSecond: 0, maxUploadBytes: MOST, bodyGraceMs: 300 });
  tus = tusOf(service);
});
afterAll(() => service.close());

const streamed = (pieces: readonly string[]) =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

describe('the address of an upload of another account', () => {
  it('[ACC-1] is unknown, and its bytes stay as they are', async () => {
    const id = await tus.begin(100);
    await tus.patch(id, 0, 'fLaC');
    const stranger = tusOf(service, await strangerToken(service));
    expect((await stranger.ask('HEAD', `/${id}`)).status).toBe(404);
    expect((await stranger.ask('GET', `/${id}`)).body.error).toBe(`upload ${id} was not found`);
    expect((await stranger.patch(id, 4, 'evil')).status).toBe(404);
    expect((await stranger.ask('DELETE', `/${id}`)).status).toBe(404);
    expect(await tus.offset(id)).toBe('4');
  });

  it('does not end the request that is sending to it', async () => {
    // One that is patient: a body may wait while another request is answered.
    const patient = await openTestService({ requestsPerSecond: 0 });
    const own = tusOf(patient);
    const id = await own.begin(8);
    const stranger = tusOf(patient, await strangerToken(patient));
    let release = () => {};
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(mediaOf('abc'));
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        controller.enqueue(new TextEncoder().encode('d'));
        controller.close();
      },
    });
    const sending = own.patch(id, 0, body);
    await expect.poll(() => bytesOf(id, patient)).toBe(7);
    expect((await stranger.ask('HEAD', `/${id}`)).status).toBe(404);
    release();
    expect((await sending).status).toBe(204);
    await patient.close();
  });

  it('needs a token, of scope write', async () => {
    const id = await tus.begin(100);
    const [account] = await service.context.db.selectFrom('accounts').select('id').execute();
    const { token } = await createToken(service.context.db, account?.id ?? '', 'r', Date.now(), 'read');
    const reader = tusOf(service, token);
    for (const [status, one] of [[401, tusOf(service, 'wrong')] as const, [403, reader] as const]) {
      expect((await one.ask('OPTIONS', '')).status).toBe(status);
      expect((await one.create(5)).status).toBe(status);
      expect((await one.ask('HEAD', `/${id}`)).status).toBe(status);
      expect((await one.patch(id, 0, 'x')).status).toBe(status);
      expect((await one.ask('DELETE', `/${id}`)).status).toBe(status);
    }
  });
});

async function bytesOf(id: string, { dataDir } = service): Promise<number | undefined> {
  const { stat } = await import('node:fs/promises');
  return (await stat(path.join(dataDir, 'uploads', id)).catch(() => undefined))?.size;
}

describe('a request that does not fit', () => {
  it('is refused at another offset, and nothing of it is kept', async () => {
    const id = await tus.begin(100);
    await tus.patch(id, 0, 'fLaC');
    for (const offset of [0, 3, 5, 99, 100, 101]) {
      const refused = await tus.patch(id, offset, 'other');
      expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('4 bytes')]);
    }
    expect(await tus.offset(id)).toBe('4');
  });

  it('is refused with more bytes than were declared, told or not', async () => {
    const id = await tus.begin(6);
    const told = await tus.patch(id, 0, 'fLaC123', { 'content-length': '7' });
    expect([told.status, told.body.error]).toEqual([413, expect.stringContaining('6 bytes')]);
    const untold = await tus.patch(id, 0, streamed(['fLaC', '12', '3']));
    expect(untold.status).toBe(413);
    expect(await tus.offset(id)).toBe('0');
    expect((await tus.patch(id, 0, 'fLaC12')).status).toBe(204);
  });

  it('is refused with another content type, another version or a broken header', async () => {
    const id = await tus.begin(100);
    const type = await tus.patch(id, 0, 'x', { 'content-type': 'application/octet-stream' });
    expect([type.status, type.body.error]).toEqual([415, expect.stringContaining('offset+octet-stream')]);
    const version = await tus.patch(id, 0, 'x', { 'tus-resumable': '0.2.2' });
    expect([version.status, version.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    for (const offset of ['', '-1', '1e3', 'x', '9'.repeat(20)])
      expect((await tus.patch(id, 0, 'x', { 'upload-offset': offset })).status, offset).toBe(400);
    expect(await tus.offset(id)).toBe('0');
  });

  it.each([
    ['no length', {}, 400, /upload-length/],
    ['a length that is no number', { 'upload-length': '0x10' }, 400, /upload-length/],
    ['no bytes', { 'upload-length': '0' }, 400, /empty/],
    ['too many bytes', { 'upload-length': String(MOST + 1) }, 413, /1000000 bytes/],
    ['metadata not in base64', { 'upload-length': '9', 'upload-metadata': 'filename !' }, 400, /base64/],
    [
      'a name twice',
      { 'upload-length': '9', 'upload-metadata': 'filename YQ==,filename YQ==' },
      400,
      /twice/,
    ],
    [
      'bytes that are no text',
      { 'upload-length': '9', 'upload-metadata': `filename ${Buffer.from([0xff]).toString('base64')}` },
      400,
      /UTF-8/,
    ],
    [
      'metadata that is no object',
      { 'upload-length': '9', 'upload-metadata': `metadata ${base64('[1]')}` },
      400,
      /metadata must be a JSON object/,
    ],
    [
      'a field that the contract refuses',
      { 'upload-length': '9', 'upload-metadata': `enable_segment_thumbnails ${base64('maybe')}` },
      400,
      /enable_segment_thumbnails/,
    ],
  ] as const)('begins nothing with %s', async (_, headers, status, words) => {
    const refused = await tus.ask('POST', '', headers);
    expect([refused.status, refused.body.error]).toEqual([status, expect.stringMatching(words)]);
  });

  it('is answered with the methods that there are', async () => {
    const refused = await tus.ask('GET', '');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });

  it('names no file outside of its folder', async () => {
    for (const id of ['..%2fvau.sqlite', '%2e%2e', 'x%00y'])
      expect((await tus.ask('HEAD', `/${id}`)).status, id).toBe(404);
  });
});

describe('too much', () => {
  it('is more than 100 unfinished uploads, or than four times the largest upload', async () => {
    const own = tusOf(service, await strangerToken(service));
    const statuses = new Set<number>();
    let last = '';
    for (let count = 0; count < 100; count += 1) {
      const { status, headers } = await own.create(10);
      statuses.add(status);
      last = headers.get('location') ?? '';
    }
    expect([...statuses]).toEqual([201]);
    const refused = await own.create(10);
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('100 unfinished')]);
    await own.ask('DELETE', `/${last.split('/').at(-1)}`);
    expect((await own.create(10)).status).toBe(201);
    const other = tusOf(service, await strangerToken(service));
    for (let count = 0; count < 4; count += 1) expect((await other.create(MOST)).status).toBe(201);
    expect((await other.create(1)).status).toBe(409);
  });

  it('is what the disk has no room for', async () => {
    const full = await openTestService({ minFreeBytes: Number.MAX_SAFE_INTEGER });
    const refused = await tusOf(full).create(10);
    expect([refused.status, refused.body.error]).toEqual([507, expect.stringContaining('room')]);
    await full.close();
  });
});

describe('over a connection', () => {
  let url: URL;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const server = makeServer(service.app);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    url = new URL(`http://127.0.0.1:${port}`);
    close = () => closeServer(server, 100);
  });
  afterAll(() => close());

  /** Begins a PATCH by hand, and sends some of its bytes. */
  async function begin(id: string, offset: number, length: number, bytes: string): Promise<Told> {
    const socket = connect(Number(url.port), url.hostname);
    let said = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `PATCH /v1/uploads/${id} HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${service.token}\r\n` +
        `tus-resumable: 1.0.0\r\ncontent-type: application/offset+octet-stream\r\n` +
        `upload-offset: ${offset}\r\ncontent-length: ${length}\r\n\r\n${bytes}`,
    );
    return { socket, said: () => said };
  }
  interface Told {
    readonly socket: Socket;
    said(): string;
  }

  it('what came before a break is kept, and the rest completes it', async () => {
    const id = await tus.begin(10);
    const { socket } = await begin(id, 0, 10, 'fLaC12');
    await expect.poll(() => bytesOf(id)).toBe(6);
    socket.destroy();
    await expect.poll(() => tus.offset(id)).toBe('6');
    expect((await tus.patch(id, 6, '3456')).status).toBe(204);
    expect((await service.call('GET', `/files/${id}`)).body.bytes).toBe(10);
  });

  it('the newest of two clients goes on, and their bytes never mix', async () => {
    const id = await tus.begin(12);
    const first = await begin(id, 0, 12, 'fLaC11');
    await expect.poll(() => bytesOf(id)).toBe(6);
    const second = await begin(id, 6, 6, '22');
    await expect.poll(first.said).toContain('HTTP/1.1 423');
    first.socket.write('111111');
    await expect.poll(() => bytesOf(id)).toBe(8);
    second.socket.write('2222');
    await expect.poll(second.said).toContain('HTTP/1.1 204');
    const original = await service.context.objects.path(`files/${id}/original`);
    const { readFile } = await import('node:fs/promises');
    expect(await readFile(original, 'utf8')).toBe('fLaC11222222');
    first.socket.destroy();
    second.socket.destroy();
  });

  it('one that drips is cut off, and what it sent is kept', async () => {
    const id = await tus.begin(1_000);
    const { socket, said } = await begin(id, 0, 1_000, 'fLaC');
    await expect.poll(said, { timeout: 3_000 }).toContain('HTTP/1.1 408');
    expect(await tus.offset(id)).toBe('4');
    socket.destroy();
  });

  it('leaves nothing open in the folder of temporary files', async () => {
    const entries = await readdir(path.join(service.dataDir, 'tmp'), {
      recursive: true,
      withFileTypes: true,
    });
    expect(entries.filter((entry) => entry.isFile())).toEqual([]);
  });
});
