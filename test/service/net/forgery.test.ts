import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { outgoing } from '../../../src/service/net/outgoing.ts';
import { forms, type Taker, type TakerCollections, takers } from '../../support/addresses.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let server: Server;
let port: number;
let reached: string[] = [];
let collections: TakerCollections;

beforeAll(async () => {
  service = await openTestService({ retryMs: 1 });
  server = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.end('secret');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  const make = async (collection_type: string) =>
    (await service.call('POST', '/collections', { name: collection_type, collection_type })).body.id;
  collections = { texts: await make('media-descriptions'), faces: await make('face-analysis') };
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

describe('a URL given by somebody', () => {
  it.each(takers({ texts: '', faces: '' }).map(({ name }, index) => [name, index] as const))(
    'to %s must not lead to this machine or its network, in any spelling',
    async (_, index) => {
      const { path, body } = takers(collections)[index] as Taker;
      const taken: string[] = [];
      for (const form of forms) {
        const sent = body(form.replace('PORT', String(port)), {
          film: 'vau://files/x',
          picture: 'vau://files/x',
        });
        const { status, body: answer } = await service.call('POST', path, sent);
        if (status !== 400 && status !== 404) taken.push(`${form}: ${status}`);
        expect(typeof answer.error, form).toBe('string');
      }
      expect(taken).toEqual([]);
    },
  );

  it('is judged by the resolved address at the socket', async () => {
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

  it('whose name has a public address and a private one is refused, and requested once', async () => {
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
