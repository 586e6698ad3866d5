import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { hostname } from 'node:os';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { isLoopback, isPrivateAddress } from '../../../src/service/net/addresses.ts';
import { outgoing } from '../../../src/service/net/outgoing.ts';
import { ROUGH, roughKinds, roughServer, soundOf } from '../../support/rough-servers.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '::',
    '::1',
    '[::1]',
    'fe80::1%eth0',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    'ff02::1',
    '::ffff:0:127.0.0.1',
    '::ffff:0:a00:1',
    '::ffff:0:8.8.8.8',
    '64:ff9b:1::a00:1',
    '2001:0:7f00:1::',
    '2001:0:4136:e378:8000:63bf:f5ff:fffe',
    '2606:4700::5efe:10.0.0.1',
    '2606:4700::200:5efe:7f00:1',
    '::5efe:a00:1',
    '100::1',
    '100:0:0:1::1',
    '5f00::1',
    '4000::1',
    '8000::1',
    'fec0::1',
    '3fff::1',
    'localhost',
    '',
  ])('%s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each([
    ...[
      '8.8.8.8',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '2a00:1450:4001:800::200e',
      '::ffff:8.8.8.8',
    ],
    ...['2606:4700::5eff:a00:1', '2606:5efe::a00:1', '2606:4700:1:1:1:5efe:a00:1', '2001:200::1'],
  ])('%s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it.each(['localhost', 'LOCALHOST', 'vau.localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])(
    '%s is this machine',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  it.each(['localhost.example', 'notlocalhost', '127.0.0.1.example', '128.0.0.1', '10.0.0.1', '::2', ''])(
    '%j is another',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

describe('an outgoing request', () => {
  it('sends no header but its own', async () => {
    const url = await listen((request, response) =>
      response.end(JSON.stringify(Object.keys(request.headers))),
    );
    const answer = await outgoing(url, { allowPrivate: true });
    expect(JSON.parse(await text(answer.body)).sort()).toEqual([
      'accept',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('to a name that resolves to a private address is refused at the socket', async () => {
    let reached = 0;
    const { port } = new URL(await listen((_, response) => response.end(String(++reached))));
    // A machine resolves its own name to itself, and that name is on no list of ours.
    await expect(outgoing(`http://${hostname()}:${port}/`, { allowPrivate: false })).rejects.toThrow(
      /private|cannot be reached/,
    );
    expect(reached).toBe(0);
  });

  it('follows redirects only as configured, and checks each', async () => {
    const url = await listen((request, response) => {
      const to = {
        '/one': '/two',
        '/two': '/end',
        '/out': 'http://169.254.169.254/',
        '/file': 'file:///etc/passwd',
      }[request.url ?? ''];
      if (to) response.writeHead(302, { location: to }).end();
      else response.end('end');
    });
    await expect(outgoing(`${url}/one`, { allowPrivate: true })).rejects.toThrow(/redirect/);
    await expect(outgoing(`${url}/one`, { allowPrivate: true, redirects: 1 })).rejects.toThrow(/redirect/);
    const answer = await outgoing(`${url}/one`, { allowPrivate: true, redirects: 2 });
    expect(await text(answer.body)).toBe('end');
    expect(answer.url.pathname).toBe('/end');
    await expect(outgoing(`${url}/file`, { allowPrivate: true, redirects: 9 })).rejects.toThrow(/http/);
  });

  it('reports that nobody responds', async () => {
    const url = await listen(() => undefined);
    server?.close();
    await once(server as Server, 'close');
    await expect(outgoing(url, { allowPrivate: true })).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining(url),
    });
  });

  it('ends when it is aborted', async () => {
    const url = await listen(() => undefined);
    const signal = AbortSignal.timeout(100);
    await expect(outgoing(url, { allowPrivate: true, signal })).rejects.toThrow();
    server?.closeAllConnections();
  });

  it('gives up on a server that stops sending', async () => {
    const url = await listen((_, response) => void response.write('a'));
    const answer = await outgoing(url, { allowPrivate: true, idleMs: 300 });
    await expect(text(answer.body)).rejects.toThrow(/timeout/i);
    server?.closeAllConnections();
  });
});

describe('a response', () => {
  const cases = roughKinds('whole', 'broken', 'never').flatMap((kind) =>
    [8_000, 70_000, 110_000, 3_000_000].map((size) => [kind, size] as const),
  );

  it.each(cases)('of a server that is %s, with %i bytes, comes whole or fails', async (kind, size) => {
    const body = soundOf(size, 1);
    const idleMs = ROUGH[kind].comes === 'never' ? 400 : 20_000;
    const rough = await roughServer(() => ({ kind, body }));
    try {
      const answer = await outgoing(`${rough.url}/a`, { allowPrivate: true, idleMs });
      // While the reader is busy, the connection may end.
      await sleep(100);
      const read = buffer(answer.body);
      if (ROUGH[kind].comes === 'whole') expect(body.equals(await read)).toBe(true);
      else await expect(read).rejects.toThrow(/before the whole response|more than it announced|timeout/);
    } finally {
      await rough.close();
    }
  });

  it('that comes too slowly fails, and one that waits for its reader does not', async () => {
    const drip = await listen((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const pace = { allowPrivate: true, idleMs: 300, leastRate: 1_000 };
    const dripping = await outgoing(drip, pace);
    await expect(buffer(dripping.body)).rejects.toThrow(/less than 1000 bytes per second/);
    server?.closeAllConnections();
    const body = soundOf(3_000_000, 1);
    const answer = await outgoing(await listen((_, response) => void response.end(body)), pace);
    await sleep(1_000);
    expect(body.equals(await buffer(answer.body))).toBe(true);
  });

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', /did not respond in HTTP/],
    ['only interim responses', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(200), /interim responses/],
    [
      'another protocol to switch to',
      'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      /without a response/,
    ],
    ['nothing', '', /timeout: nothing|timeout: no response/],
  ])('of %s is an error', async (_, bytes, reason) => {
    const odd = createSocketServer((socket) => void socket.on('error', () => undefined).write(bytes));
    await once(odd.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}/`;
    await expect(outgoing(url, { allowPrivate: true, idleMs: 400 })).rejects.toThrow(reason);
    odd.close();
  });
});
