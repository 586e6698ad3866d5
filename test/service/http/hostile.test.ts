import { once } from 'node:events';
import { request, type Server } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Operation, openapi, operations } from '../../../src/contract/index.ts';
import { addressOf, closeServer, makeServer } from '../../../src/service/http/server.ts';
import { logTo } from '../../../src/service/log.ts';
import { seeded } from '../../support/seeded.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { bodyFor, hostile, nested, texts } from './hostile-values.ts';

interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
}

let service: TestService;
let server: Server;
let port: number;
let known: string[];
const logged: string[] = [];

beforeAll(async () => {
  const log = logTo(({ level, message, fields }) => {
    const error = fields.error instanceof Error ? `${fields.error.stack}` : '';
    logged.push(`${level} ${message} ${JSON.stringify(fields)} ${error}`);
  }, 'debug');
  service = await openTestService({ requestsPerSecond: 0, failedSignInsPerMinute: 0 }, { log });
  server = makeServer(service.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = Number(new URL(addressOf(server)).port);
  const { body } = await service.upload('not a film', 'a.mp4');
  const made = await service.call('POST', '/collections', {
    name: 'there',
    collection_type: 'media-descriptions',
  });
  known = [body.id, made.body.id];
});
afterAll(async () => {
  await closeServer(server, 0);
  await service.close();
});

/** Sends it unchanged: fetch would normalize paths and headers. */
async function send({ method, path, headers = {}, body }: Sent) {
  const outgoing = request({ host: '127.0.0.1', port, method, path, agent: false, setHost: true });
  outgoing.setHeader('authorization', `Bearer ${service.token}`);
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body));
  const answered = once(outgoing, 'response');
  outgoing.end(body);
  const [answer] = await answered;
  return { status: Number(answer.statusCode), headers: answer.headers, text: await readText(answer) };
}

/** An internal error, an error in another format, or a secret in the response; undefined if all is well. */
function wrong(sent: Sent, answer: Awaited<ReturnType<typeof send>>): string | undefined {
  const told = `${sent.method} ${sent.path.slice(0, 200)} ${String(sent.body ?? '').slice(0, 300)}: ${answer.status} ${answer.text.slice(0, 300)}`;
  if (answer.status === 500)
    return `${told} ${logged
      .filter((line) => line.startsWith('error'))
      .at(-1)
      ?.slice(0, 1500)}`;
  if (answer.text.includes(service.token)) return `the token is in the response to ${told}`;
  if (answer.status < 300 || answer.status === 304 || sent.method === 'HEAD') return undefined;
  try {
    const { error, ...rest } = JSON.parse(answer.text);
    return typeof error === 'string' && error !== '' && Object.keys(rest).length === 0 ? undefined : told;
  } catch {
    return told;
  }
}

const json = { 'content-type': 'application/json' };

async function check(sent: Sent): Promise<string[]> {
  const found = wrong(sent, await send(sent));
  return found === undefined ? [] : [found];
}

/** The process lives, Object.prototype is unchanged, and no secret is in the log. */
async function expectUnharmed(): Promise<void> {
  expect((await send({ method: 'GET', path: '/v1/health' })).status).toBe(200);
  expect((await send({ method: 'GET', path: '/v1/files' })).status).toBe(200);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(logged.filter((line) => line.includes(service.token))).toEqual([]);
}

const all: Operation[] = Object.values(operations);
const described = openapi() as {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: { schemas: Record<string, unknown> };
};

/** Half a surrogate pair cannot be encoded, and stands for itself as text. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

/** A path with existing ids, or with hostile texts. */
function pathFor({ path }: Operation, pick: () => string): string {
  return `/v1${path.replace(/\{[^}]+\}/g, () => encoded(pick()))}`;
}

function queryFor(operation: Operation, chance: ReturnType<typeof seeded>): string {
  const names = [...Object.keys(operation.query.shape), '__proto__', 'constructor'];
  const pairs = Array.from(
    { length: chance.below(4) },
    () => `${chance.pick(names)}=${encoded(chance.pick(texts))}`,
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function schemaOf({ path, method }: Operation): Record<string, unknown> {
  const { requestBody } = described.paths[path]?.[method.toLowerCase()] ?? {};
  const { content } = requestBody as { content: Record<string, { schema: Record<string, unknown> }> };
  return Object.values(content)[0]?.schema ?? {};
}

describe('[ERR-1] hostile requests get {error: string}, never an internal error', () => {
  it.each([1, 2])('parameters, queries and bodies of every operation, seed %i', async (seed) => {
    const chance = seeded(seed);
    const found: string[] = [];
    for (const operation of all) {
      // Resources are not deleted, so that every operation has something to work on.
      const odds = operation.method === 'DELETE' ? 0 : 2;
      const ids = () =>
        chance.below(3) < odds ? chance.pick(known) : chance.pick(texts.filter((one) => one !== ''));
      for (let turn = 0; turn < 5; turn += 1) {
        const sent: Sent = {
          method: operation.method,
          path: pathFor(operation, ids) + queryFor(operation, chance),
        };
        if (operation.body && operation.bodyType !== 'multipart') {
          const calm = chance.pick([0, 3, 8, 20]);
          const body = bodyFor(schemaOf(operation), described.components.schemas, chance, calm, known);
          sent.body = JSON.stringify(body) ?? 'undefined';
          sent.headers = json;
        }
        found.push(...(await check(sent)));
      }
    }
    expect(found).toEqual([]);
    await expectUnharmed();
  });

  it('bodies that are not JSON, or not of their declared type', async () => {
    const chance = seeded(4);
    const type = json['content-type'];
    const bodies: [string, string | Buffer, Record<string, string>?][] = [
      [type, nested(10_000, '[', ']')],
      [type, nested(10_000, '{"a":', '}').replace(/:}/, ':1}')],
      [type, `{"name":"x","collection_type":"metadata","metadata":${nested(10_000, '[', ']')}}`],
      [type, nested(1_000_000, '[', '')],
      [type, '{"__proto__":{"polluted":true}}'],
      [type, Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
      [type, Buffer.from('{"name":"\xff\xfe"}', 'latin1')],
      [type, gzipSync('{"name":"x"}'), { 'content-encoding': 'gzip' }],
      [type, '\ufeff{}'],
      [type, '{"a":1,"a":2}'],
      [type, 'NaN'],
      [type, '"text"'],
      ['application/json; charset=utf-16', Buffer.from('{}', 'utf16le')],
      ['text/plain', '{}'],
      ['multipart/form-data', 'no boundary'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
      ],
      [
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name="file"; filename="../../../etc/passwd"\r\n\r\nx\r\n--b',
      ],
      [
        'multipart/form-data; boundary=b',
        `--b\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n${nested(10_000, '[', ']')}\r\n--b--\r\n`,
      ],
      ['x'.repeat(3000), '{}'],
      ['', '{}'],
    ];
    const found: string[] = [];
    for (const operation of all) {
      if (!operation.body) continue;
      for (let turn = 0; turn < 7; turn += 1) {
        const [sentType, body, more] = chance.pick(bodies);
        const path = pathFor(operation, () => chance.pick(known));
        found.push(
          ...(await check({
            method: operation.method,
            path,
            body,
            headers: { 'content-type': sentType, ...more },
          })),
        );
      }
    }
    expect(found).toEqual([]);
    await expectUnharmed();
  });

  it('HEAD, OPTIONS and unknown methods, on every path', async () => {
    const found: string[] = [];
    for (const operation of all)
      for (const method of ['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'])
        found.push(...(await check({ method, path: pathFor(operation, () => known[0] ?? '') })));
    expect(found).toEqual([]);
    await expectUnharmed();
  });

  it('paths with .., double encoding, and invalid paths', async () => {
    const { context } = service;
    await context.objects.putBytes('files/x/thumbnail.jpg', Buffer.from('picture'));
    const climbing = [
      '../../vau.sqlite',
      '..%2f..%2fvau.sqlite',
      '%2e%2e/%2e%2e/vau.sqlite',
      '..%252f..%252fvau.sqlite',
      '....//vau.sqlite',
      '/etc/passwd',
      '%2fetc%2fpasswd',
      'files/x/..%5c..%5cvau.sqlite',
      'files/x/thumbnail.jpg%00.txt',
      'files//x/thumbnail.jpg',
      '%c0%ae%c0%ae/vau.sqlite',
      '%',
      '%ff%fe',
    ];
    const found: string[] = [];
    for (const way of climbing)
      for (const base of ['/m/abc.def/', '/m/public/shares/', '/assets/', '/s/', '/v1/files/', '/v1/', '/']) {
        const sent = { method: 'GET', path: base + way };
        const answer = await send({ ...sent, headers: { accept: 'application/json' } });
        if (answer.status < 400) found.push(`${sent.path}: ${answer.status}`);
        const odd = wrong(sent, answer);
        if (odd !== undefined) found.push(odd);
      }
    expect(found).toEqual([]);
    await expectUnharmed();
  });

  it('endless headers, and lines that are not HTTP', async () => {
    const lines = [
      `GET /v1/files HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
      `GET /v1/files HTTP/1.1\r\nhost: localhost\r\n${'a: b\r\n'.repeat(5000)}\r\n`,
      `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
      'GET /v1/files\r\n\r\n',
      'GET /v1/files HTTP/9.9\r\n\r\n',
      'POST /v1/tags HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n',
      'POST /v1/tags HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST /v1/tags HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'GET /v1/files HTTP/1.1\r\n\r\n',
      'GET /v1/files HTTP/1.1\r\nhost: a b\r\n\r\n',
      'GET http://localhost/v1/files HTTP/1.1\r\nhost: \r\n\r\n',
      '\0\0\0\0\r\n\r\n',
    ];
    for (const line of lines) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(line);
      const [first] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      const told = `${JSON.stringify(line.slice(0, 100))}: ${first}`;
      expect(String(first), told).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(String(first), told).toMatch(/\r\n\r\n[\s\S]*\{"error":"/);
    }
    await expectUnharmed();
  });

  it('values anywhere in a valid body', async () => {
    const chance = seeded(5);
    const found: string[] = [];
    for (const depth of [95, 101, 3000, 10_000, 1_000_000]) {
      const body = `{"metadata":{"a":${nested(depth, '[', ']')}}}`;
      const answer = await send({ method: 'PUT', path: `/v1/files/${known[0]}`, body, headers: json });
      expect({ depth, status: answer.status }).toEqual({ depth, status: depth < 100 ? 200 : 400 });
    }
    for (let turn = 0; turn < 80; turn += 1) {
      const metadata = Object.fromEntries([[String(hostile(chance)).slice(0, 200), hostile(chance)]]);
      const path = `/v1/files/${known[0]}`;
      const body = JSON.stringify({ metadata });
      found.push(
        ...(await check({ method: 'PUT', path, body, headers: { 'content-type': 'application/json' } })),
      );
      found.push(...(await check({ method: 'GET', path })));
    }
    expect(found).toEqual([]);
    await expectUnharmed();
  });
});
