import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { outgoing } from '../../../src/service/net/outgoing.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let server: Server;
let port: number;
let reached: string[] = [];
let collection: string;

beforeAll(async () => {
  service = await openTestService({ retryMs: 1 });
  server = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.end('secret');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  const made = { name: 'addresses', collection_type: 'media-descriptions' };
  collection = (await service.call('POST', '/collections', made)).body.id;
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  expect(reached).toEqual([]);
  reached = [];
});
afterAll(async () => {
  server.close();
  await service.close();
});

/** Every operation that takes an address of somebody else's choice. */
const takers: readonly [string, (url: string) => [string, object]][] = [
  ['files/sync', (url) => ['/files/sync', { url }]],
  ['adding media', (url) => [`/collections/${collection}/media`, { url }]],
  ['describe', (url) => ['/describe', { url }]],
  ['face-detect', (url) => ['/face-detect', { url }]],
  ['face-match', (url) => ['/face-match', { source_image: { url }, target_video_url: 'vau://files/x' }]],
  ['extract', (url) => ['/extract', { url, prompt: 'names' }]],
];

/** Ways to write an address that leads to this machine, its network or no host at all. */
const forms = [
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0x7f.0.0.0x1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST.:PORT/',
  'http://a.localhost:PORT/',
  'http://ⓛocalhost:PORT/',
  'http://127。0。0。1:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://[::1]:PORT/',
  'http://[::]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[fe80::1]:PORT/',
  'http://[fd00::1]:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://[::ffff:169.254.169.254]/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://user:pass@127.0.0.1:PORT/',
  'http://user@films.example/',
  'http://films.example@127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT\\',
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:PORT/',
  'data:text/plain,x',
  'concat:/etc/passwd|/etc/passwd',
  '//127.0.0.1:PORT/',
  'http://',
  'http://127.0.0.1:99999/',
];

describe('an address that somebody gives', () => {
  it.each(takers)(
    'to %s must not lead into this machine or its network, however it is written',
    async (_, make) => {
      const taken: string[] = [];
      for (const form of forms) {
        const [where, body] = make(form.replace('PORT', String(port)));
        const { status, body: answer } = await service.call('POST', where, body);
        if (status !== 400 && status !== 404) taken.push(`${form}: ${status}`);
        expect(typeof answer.error, form).toBe('string');
      }
      expect(taken).toEqual([]);
    },
  );

  it('is judged by the address its name has at the socket', async () => {
    const url = `http://${os.hostname()}:${port}/`;
    const { status, body } = await service.call('POST', '/files/sync', { url });
    await service.drain();
    if (status === 200) {
      const file = (await service.call('GET', `/files/${body.id}`)).body as { status: string; error: string };
      expect(file).toMatchObject({
        status: 'failed',
        error: expect.stringMatching(/private|cannot be reached/),
      });
    }
  });

  it('whose name has a public address and a private one is refused, and asked for once', async () => {
    let asked = 0;
    const both = [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, _options: object, done: Answered) => {
      asked += 1;
      done(null, both);
    }) as typeof dns.lookup);
    syncBuiltinESMExports();
    await expect(outgoing(`http://films.example:${port}/`, { allowPrivate: false })).rejects.toThrow(
      /films\.example is on a private network/,
    );
    expect(asked).toBe(1);
  });
});

type Answered = (error: null, addresses: { address: string; family: number }[]) => void;
