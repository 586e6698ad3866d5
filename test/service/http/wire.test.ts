import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { addressOf, closeServer, makeServer } from '../../../src/service/http/server.ts';
import { logTo } from '../../../src/service/log.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { chunked, type RawAnswer, speak } from './raw.ts';

let service: TestService;
let server: Server;
let port: number;
let faults: string[] = [];
let count = 0;

beforeAll(async () => {
  const log = logTo(({ level, message, fields }) => {
    if (level === 'error') faults.push(`${message} ${fields.error}`);
  });
  const config = { requestsPerSecond: 0, failedSignInsPerMinute: 0, bodyGraceMs: 300 };
  service = await openTestService(config, { log });
  server = makeServer(service.app, 400).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = Number(new URL(addressOf(server)).port);
});
beforeEach(() => {
  faults = [];
});
afterAll(async () => {
  await closeServer(server, 0);
  await service.close();
});

const NOBODY = '5f0c7a52-3c1e-4f55-9d1a-0a4f4d3c2b1a';
const JSON_TYPE = 'content-type: application/json\r\n';
const body = () => JSON.stringify({ name: `named ${++count}`, collection_type: 'metadata' });
const lengthOf = (text: string | Buffer) => `content-length: ${Buffer.byteLength(text)}\r\n`;

/** A request with its token and `connection: close`; `headers` are lines. */
function request(line: string, headers = '', content: string | Buffer = '', host = 'localhost'): Buffer {
  const head = `${line} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${service.token}\r\n`;
  return Buffer.concat([Buffer.from(`${head}connection: close\r\n${headers}\r\n`), Buffer.from(content)]);
}

/** Its single response. An error must be `{error}`, and nothing may be logged as an internal error. */
async function ask(bytes: Buffer | string): Promise<RawAnswer> {
  const { answers, rest } = await speak(port, bytes);
  const [answer] = answers;
  expect({ answers: answers.length, rest }).toEqual({ answers: 1, rest: '' });
  if (!answer) throw new Error('there is no response');
  if (answer.status >= 400) expect(JSON.parse(answer.text)).toEqual({ error: expect.stringMatching(/\S/) });
  expect(faults).toEqual([]);
  return answer;
}

const collection = (headers: string, content: string | Buffer) =>
  ask(request('POST /v1/collections', headers, content));
const list = async (target: string) => ask(request(`GET ${target}`));
const errorOf = ({ text }: RawAnswer) => (JSON.parse(text) as { error: string }).error;

/** Lets a busy machine take long to send a large body. @returns undoes it */
async function patient(): Promise<() => Promise<void>> {
  const { config } = service.context;
  const [before, grace] = [port, config.bodyGraceMs];
  const other = makeServer(service.app, 60_000).listen(0, '127.0.0.1');
  await once(other, 'listening');
  port = Number(new URL(addressOf(other)).port);
  Object.assign(config, { bodyGraceMs: 60_000 });
  return async () => {
    port = before;
    Object.assign(config, { bodyGraceMs: grace });
    await closeServer(other, 0);
  };
}

describe('[ERR-1] a JSON body', () => {
  it('is accepted in chunks of any size', async () => {
    const header = `${JSON_TYPE}transfer-encoding: chunked\r\n`;
    for (const size of [1, 7, 1000])
      expect(await collection(header, chunked(body(), size))).toMatchObject({ status: 200 });
  });

  it('that is missing is an empty object: 400 for its missing fields, however its absence is expressed', async () => {
    for (const headers of [
      '',
      JSON_TYPE,
      `${JSON_TYPE}content-length: 0\r\n`,
      'content-type: text/plain\r\n',
    ])
      expect(errorOf(await collection(headers, ''))).toMatch(/name is required/);
    const empty = `${JSON_TYPE}transfer-encoding: chunked\r\n`;
    expect(errorOf(await collection(empty, chunked('')))).toMatch(/name is required/);
  });

  it('that an operation does not need may be missing under any content type', async () => {
    for (const type of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded', 'x', ''])
      for (const length of ['content-length: 0\r\n', '']) {
        const headers = `content-type: ${type}\r\n${length}`;
        expect((await ask(request(`POST /v1/deepSearch/${NOBODY}/cancel`, headers))).status).toBe(404);
        expect((await ask(request('POST /v1/files', headers))).status).toBe(400);
      }
  });

  it('of another type, charset or encoding gets 415; a repeated type counts once', async () => {
    const text = body();
    const sent = async (headers: string) => (await collection(headers + lengthOf(text), text)).status;
    for (const type of [
      'text/plain',
      'text/json',
      'application/jsonx',
      'application/json, text/plain',
      'application/json; charset=latin1',
      'application/json;charset="UTF-16"',
    ])
      expect({ type, status: await sent(`content-type: ${type}\r\n`) }).toEqual({ type, status: 415 });
    expect(await sent(JSON_TYPE + JSON_TYPE)).toBe(415);
    expect(await sent(`${JSON_TYPE}content-encoding: br\r\n`)).toBe(415);
  });

  it('may have no type, a charset of UTF-8 and a byte order mark', async () => {
    for (const type of [
      '',
      'content-type:\r\n',
      'content-type: application/JSON;charset="utf-8"\r\n',
      JSON_TYPE,
    ]) {
      const text = `\ufeff${body()}`;
      expect({ type, ...(await collection(type + lengthOf(text), text)) }).toMatchObject({
        type,
        status: 200,
      });
    }
  });

  it('is limited in bytes, declared or not, in depth and in values', async () => {
    onTestFinished(await patient());
    const large = `"${'x'.repeat(9_000_000)}"`;
    expect((await collection(`${JSON_TYPE}content-length: 99999999\r\n`, 'x')).status).toBe(413);
    const header = `${JSON_TYPE}transfer-encoding: chunked\r\n`;
    expect((await collection(header, chunked(large))).status).toBe(413);
    const values = `[${'1,'.repeat(300_000)}1]`;
    expect(errorOf(await collection(JSON_TYPE + lengthOf(values), values))).toMatch(/100000 values/);
  });

  it('with another transfer coding, or framed in two ways, gets 400', async () => {
    for (const headers of [
      'transfer-encoding: gzip, chunked\r\n',
      'transfer-encoding: gzip\r\n',
      'transfer-encoding: chunked\r\ncontent-length: 5\r\n',
      'content-length: 5\r\ncontent-length: 6\r\n',
      'content-length: +5\r\n',
    ])
      expect((await collection(JSON_TYPE + headers, chunked(body()))).status).toBe(400);
  });

  it('that was announced with Expect: 100-continue is requested and read', async () => {
    const text = body();
    expect((await collection(`${JSON_TYPE}expect: 100-continue\r\n${lengthOf(text)}`, text)).status).toBe(
      200,
    );
    expect((await collection(`${JSON_TYPE}expect: magic\r\n${lengthOf(text)}`, text)).status).toBe(417);
  });

  it('that is too slow gets 408, and so do slow headers', async () => {
    const drip = async (start: string | Buffer) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(start);
      const timer = setInterval(() => socket.write('x'), 50);
      const [first] = (await once(socket, 'data')) as [Buffer];
      clearInterval(timer);
      socket.destroy();
      return String(first);
    };
    const form = 'content-type: multipart/form-data; boundary=b\r\n';
    for (const start of [
      request('POST /v1/collections', `${JSON_TYPE}content-length: 5000\r\n`, '{"name":"'),
      request('POST /v1/files', `${form}content-length: 5000\r\n`, '--b\r\ncontent-disposition: form-data; '),
      'GET /v1/files HTTP/1.1\r\nhost: localhost\r\nx: ',
    ]) {
      const began = performance.now();
      const answer = await drip(start);
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(performance.now() - began).toBeLessThan(20_000);
      expect(answer).toMatch(/\{"error":"/);
    }
    expect(faults).toEqual([]);
  });

  it('on a GET or a DELETE is not read', async () => {
    expect((await ask(request('GET /v1/files', 'content-length: 5\r\n', 'hello'))).status).toBe(200);
    expect(
      (await ask(request('GET /v1/files', 'transfer-encoding: chunked\r\n', chunked('hello')))).status,
    ).toBe(200);
    expect((await ask(request('DELETE /v1/files/x', 'content-length: 5\r\n', 'hello'))).status).toBe(404);
  });
});

describe('a form', () => {
  const part = (disposition: string, content = 'x') =>
    `--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const file = part('name="file"; filename="a.mp4"');
  const send = (content: string, type = 'multipart/form-data; boundary=b') =>
    ask(request('POST /v1/files', `content-type: ${type}\r\n${lengthOf(content)}`, content));
  const filesIn = async (folder: string) => {
    const where = path.join(service.dataDir, folder);
    const entries = await readdir(where, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  };
  const kept = async () => ({
    rows: JSON.parse((await list('/v1/files')).text).total as number,
    objects: await filesIn('objects'),
    unfinished: await filesIn('tmp'),
  });

  /** A hundred thousand parts with this header, each with its number in it. */
  const many = (header: string) =>
    Array.from({ length: 100_000 }, (_, at) => `--b\r\n${header.replace('#', `${at}`)}\r\n\r\nx\r\n`).join(
      '',
    );

  const refused: [string, string, number, RegExp, string?][] = [
    ['two parts named file', `${file}${file}--b--\r\n`, 400, /more than one file part named "file"/],
    [
      'two fields of one name',
      `${part('name="metadata"', '{}').repeat(2)}${file}--b--\r\n`,
      400,
      /"metadata" twice/,
    ],
    ['a file part of another name', `${part('name="film"; filename="a"')}--b--\r\n`, 400, /named "film"/],
    [
      'a part without a name',
      '--b\r\ncontent-type: application/octet-stream\r\n\r\nx\r\n--b--\r\n',
      400,
      /file/,
    ],
    ['no file part', '--b--\r\n', 400, /no file part named "file"/],
    ['an end before its end', file, 400, /end of form/],
    ['an end inside a header', '--b\r\ncontent-disp', 400, /end of form/],
    [
      'a hundred thousand parts of one name',
      `${part('name="x"').repeat(100_000)}--b--\r\n`,
      400,
      /"x" twice/,
    ],
    [
      'a hundred thousand parts',
      `${many('content-disposition: form-data; name="x#"')}${file}`,
      400,
      /50 fields/,
    ],
    ['a hundred thousand nameless parts', `${many('x: #')}${file}--b--\r\n`, 400, /50 fields/],
    ['a part whose name is a megabyte', `${part(`name="${'n'.repeat(1_000_000)}"`)}--b--\r\n`, 400, /header/],
    [
      'a field of two megabytes',
      `${part('name="metadata"', 'x'.repeat(2_000_000))}${file}--b--\r\n`,
      413,
      /1048576/,
    ],
    ['metadata that is not JSON', `${part('name="metadata"', '{')}${file}--b--\r\n`, 400, /metadata/],
    ['no boundary', `${file}--b--\r\n`, 400, /oundary/, 'multipart/form-data'],
    ['an empty boundary', `${file}--b--\r\n`, 400, /content type/, 'multipart/form-data; boundary='],
    [
      'another boundary than it says',
      `${file}--b--\r\n`,
      400,
      /end of form/,
      'multipart/form-data; boundary=c',
    ],
    ['another type', 'file=x', 415, /multipart/, 'application/x-www-form-urlencoded'],
    ['a NUL in the filename', `${part('name="file"; filename="a\0b.mp4"')}--b--\r\n`, 400, /header/],
    [
      'a coded NUL in the filename',
      `${part('name="file"; filename*=UTF-8\'\'a%00b.mp4')}--b--\r\n`,
      400,
      /NUL/,
    ],
  ];

  it.each(refused)(
    'with %s is refused and leaves nothing behind',
    async (_, content, status, words, type) => {
      const before = await kept();
      const answer = await send(content, type);
      expect({ status: answer.status, error: errorOf(answer) }).toEqual({
        status,
        error: expect.stringMatching(words),
      });
      expect(await kept()).toEqual(before);
    },
  );

  it('that is cut off leaves nothing behind', async () => {
    const before = await kept();
    const head = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 500000\r\n';
    const bytes = request('POST /v1/files', head, `${file}${'x'.repeat(100_000)}`);
    for (const abortAt of [bytes.length, bytes.length - 90_000]) await speak(port, bytes, { abortAt });
    await expect.poll(kept, { timeout: 10_000 }).toEqual(before);
    expect(faults).toEqual([]);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\films\\a.mp4', 'a.mp4'],
    ['a\u202eb\u200bc.mp4', 'abc.mp4'],
    [`${'é'.repeat(300)}.mp4`, 'é'.repeat(255)],
    [`${'😀'.repeat(300)}`, '😀'.repeat(255)],
    ['..', 'untitled'],
    ['back\\slash.mp4', 'back\\slash.mp4'],
    ['\\\\server\\films\\a.mp4', 'a.mp4'],
    ['say %22hi%22%0D%0A100%25.mp4', 'say "hi" 100%25.mp4'],
    [
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.mp4',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.mp4',
    ],
  ])('names a file %j as %j', async (given, shown) => {
    const answer = await send(
      `${part(`name="file"; filename="${given.replaceAll('\\', '\\\\')}"`, 'fLaC')}--b--\r\n`,
    );
    expect(JSON.parse(answer.text)).toMatchObject({ filename: shown });
  });
});

describe('the Host header', () => {
  const asked = (host: string) => ask(request('GET /v1/files', '', '', host));

  it.each(['localhost', 'localhost:4747', 'LOCALHOST', '127.0.0.1:80', '[::1]', '[::1]:4747', 'a.localhost'])(
    'may be %s',
    async (host) => {
      expect((await asked(host)).status).toBe(200);
    },
  );

  it.each([
    ...[
      '',
      'a b',
      'a/b',
      'a?b',
      'a#b',
      'user@localhost',
      '"><script>',
      "a'b",
      'a,b',
      'a;b',
      '*',
      '-',
      '.',
      '..',
    ],
    ...[
      'a..localhost',
      'localhost:',
      'localhost:x',
      'localhost:99999',
      'localhost:80:80',
      '::1',
      '[::1',
      '[::1%25a]',
    ],
    ...[
      'xn--a',
      'xn--.localhost',
      '127.1',
      '2130706433',
      '0x7f.1',
      '127.0.0.1.1',
      'l%6fcalhost',
      'localhost\\x',
      '{localhost}',
      'localhost\r\nhost: localhost',
    ],
  ])('must be a host: %j is 400', async (host) => {
    expect((await asked(host)).status).toBe(400);
  });

  it('must be there', async () => {
    const { answers } = await speak(port, 'GET /v1/files HTTP/1.1\r\nconnection: close\r\n\r\n');
    expect(answers).toMatchObject([{ status: 400 }]);
  });

  it('is that of an absolute target where there is one', async () => {
    expect((await list('http://localhost/v1/files')).status).toBe(200);
    expect((await list('http://elsewhere.example/v1/files')).status).toBe(403);
    for (const target of [
      'http://user:pw@localhost/v1/files',
      'https://localhost/v1/files',
      'ftp://localhost/v1/files',
    ])
      expect((await list(target)).status).toBe(400);
  });
});

describe('a request line', () => {
  it.each([
    ['GET', '/v1/files/', 404],
    ['GET', '//v1/files', 404],
    ['GET', '/v1//files', 404],
    ['GET', '/v1/%66iles', 200],
    ['GET', '/v1/files/%2e%2e/files', 200],
    ['GET', '/v1/files/..%2f..%2fetc%2fpasswd', 404],
    ['GET', '/v1/files/%', 400],
    ['GET', '/v1/files/%zz', 400],
    ['GET', '/v1/files/%ff', 400],
    ['GET', '/v1/files/%00', 400],
    ['GET', '/v1/files\\', 400],
    ['GET', '/v1/files?a=%', 400],
    ['GET', '/v1/files?a=%ff%fe', 400],
    ['GET', '/v1/files?limit=1&limit=2', 400],
    ['GET', '/v1/files?sort=asc&sort=asc', 400],
    ['GET', '/v1/files?limit[]=3', 200],
    ['GET', '/v1/files?limit=', 400],
    ['GET', '*', 400],
    ['OPTIONS', '*', 400],
    ['OPTIONS', '/v1/files', 405],
    ['TRACE', '/v1/files', 405],
    ['PURGE', '/v1/files', 405],
    ['CONNECT', 'localhost:80', 405],
    ['FOO', '/v1/files', 400],
    ['get', '/v1/files', 400],
  ])('of %s %s is answered with %i', async (method, target, status) => {
    expect((await ask(request(`${method} ${target}`))).status).toBe(status);
  });

  it('may be long, within bounds', async () => {
    expect((await list(`/v1/files?${'a&'.repeat(7000)}`)).status).toBe(200);
    expect((await list(`/v1/files?x=${'y'.repeat(15_000)}`)).status).toBe(200);
    expect((await list(`/v1/files?x=${'y'.repeat(20_000)}`)).status).toBe(431);
  });

  it('names the parameter that is given twice', async () => {
    expect(errorOf(await list('/v1/files?limit=1&limit=2'))).toBe(
      'query parameter limit is given more than once; give it once',
    );
  });
});

describe('a connection', () => {
  it('accepts pipelined requests, also after refused ones', async () => {
    const get = request('GET /v1/files').toString().replace('connection: close\r\n', '');
    const bad = request('POST /v1/collections', `${JSON_TYPE}content-length: 3\r\n`, 'abc')
      .toString()
      .replace('connection: close\r\n', '');
    const stranger = bad.replace(/authorization: [^\r]+\r\n/, '');
    const { answers } = await speak(port, get + bad + stranger + get + request('GET /v1/health'));
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 200, 200]);
  });

  it('continues after a refused upgrade', async () => {
    const { status } = await ask(request('GET /v1/files', 'upgrade: websocket\r\n'));
    expect(status).toBe(200);
  });

  it('that is dropped in the middle of a body is not an error of the service', async () => {
    const bytes = request('POST /v1/collections', `${JSON_TYPE}content-length: 500\r\n`, '{"name":');
    for (let turn = 0; turn < 5; turn += 1) await speak(port, bytes, { abortAt: bytes.length });
    expect((await list('/v1/health')).status).toBe(200);
    expect(faults).toEqual([]);
  });

  it('that is dropped while the service works is not an error either', async () => {
    const text = JSON.stringify({ scope: 'file', collections: [NOBODY], query: 'x' });
    for (let turn = 0; turn < 20; turn += 1) {
      const bytes = request('POST /v1/search', JSON_TYPE + lengthOf(text), text);
      await speak(port, bytes, { abortAt: bytes.length });
    }
    expect((await list('/v1/health')).status).toBe(200);
    expect(faults).toEqual([]);
  });
});
