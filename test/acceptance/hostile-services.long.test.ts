/** [SAFE-4] Hostile services and how the client handles them: the real binary against raw sockets. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { anId } from './example-lines.ts';
import { bin, choosing, temporary, token } from './harness.ts';
import { type Acting, answer, begins, drip, endless, measured, raw } from './raw.ts';

const home = temporary();
afterAll(() => home.remove());

/** Time limits for services that are slow on purpose, and for slow machines. */
const short = ['--request-timeout', '1s', '--total-timeout', '2s'];
const long = ['--request-timeout', '8s', '--total-timeout', '12s'];
/** Milliseconds: three retries, their delays, and the start on a busy machine. */
const bound = 60_000;
/** Peak memory in MB. */
const mostMemory = 250;

interface Case {
  readonly does: string;
  readonly act: Acting;
  /** `file get f` by default. */
  readonly args?: readonly string[];
  readonly status: number;
  /** Expected standard output; empty by default. */
  readonly out?: RegExp;
  readonly says?: RegExp;
  /** Maximum output in characters. */
  readonly most?: number;
  /** True if it ends by timeout. */
  readonly slow?: boolean;
}

const file = '{"id":"f","status":"completed","filename":"a.mp4"}';
const head = (more = '') => `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${more}\r\n`;
const chunked = head('transfer-encoding: chunked\r\n');
const gives =
  (bytes: string | Buffer): Acting =>
  (socket) =>
    void socket.write(bytes);
const json = (body: string, headers: Record<string, string> = {}) => gives(answer(body, headers));
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const spaces = chunk(' '.repeat(65536));
const list = ['file', 'list', '--all'];
const page = (ids: readonly number[], more: object) =>
  answer(JSON.stringify({ object: 'list', data: ids.map((id) => ({ id: `f${id}` })), ...more }));
const hundred = (count: number) => Array.from({ length: 100 }, (_, index) => count * 100 + index);
const orders = 'a\\u001b[2J\\u001b]0;owned\\u0007\\u009b31m\\u202eb';

const sizes: Case[] = [
  {
    does: 'a body without end, in chunks',
    act: begins(chunked, endless(spaces)),
    status: 8,
    says: /longer than 64 MiB/,
  },
  {
    does: 'a body without end, until the connection closes',
    act: begins(head('connection: close\r\n'), endless('a'.repeat(65536))),
    status: 8,
    says: /longer than 64 MiB/,
  },
  {
    does: 'an error without end',
    act: begins('HTTP/1.1 500 Oh\r\ntransfer-encoding: chunked\r\n\r\n', endless(spaces)),
    status: 8,
    says: /answered 500/,
  },
  {
    does: 'an error of a megabyte',
    act: json(`{"error":"${'no '.repeat(300_000)}"}`, { status: '400 Bad' }),
    status: 8,
    says: /^Error: (no ){600,700}n?o?…\n/,
  },
  {
    does: 'a header without end',
    act: begins('HTTP/1.1 200 OK\r\nx-long: ', endless('a'.repeat(65536))),
    status: 8,
  },
  {
    does: 'headers without end',
    act: begins('HTTP/1.1 200 OK\r\n', endless('x-one: 1\r\n'.repeat(6000))),
    status: 8,
  },
  {
    does: 'trailers without end',
    act: begins(`${chunked}${chunk(file)}0\r\n`, endless('x-one: 1\r\n'.repeat(6000))),
    status: 8,
  },
  {
    does: 'a chunk extension without end',
    act: begins(`${chunked}5;`, endless('a'.repeat(65536))),
    status: 8,
    says: /not a valid HTTP response/,
  },
  {
    does: 'a status line without end',
    act: begins('HTTP/1.1 200 ', endless('a'.repeat(65536))),
    status: 8,
    says: /not a valid HTTP response/,
  },
];

const paces: Case[] = [
  {
    does: 'nothing',
    act: () => undefined,
    slow: true,
    status: 9,
    says: /timeout: no response/,
  },
  {
    does: 'headers, a byte at a time',
    act: begins('HTTP/1.1 200 OK\r\nx-slow: ', drip('a', 50)),
    slow: true,
    status: 9,
    says: /timeout: no response/,
  },
  {
    does: 'a body, a byte at a time',
    act: begins(chunked, drip(chunk(' '), 50)),
    slow: true,
    status: 9,
    says: /not complete after 2 s.*\n.*--total-timeout/,
  },
  {
    does: 'the beginning of a body, then nothing',
    act: gives(`${chunked}${chunk('{"id":')}`),
    slow: true,
    status: 9,
    says: /timeout: no response/,
  },
  {
    does: 'events without end',
    act: begins(
      'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n',
      drip('event: deep_search.text.delta\ndata: {"text":"a"}\n\n', 20),
    ),
    args: ['api', 'POST', '/deepSearch', '--body', '{"stream":true}'],
    slow: true,
    status: 9,
    says: /not complete after 2 s/,
  },
  {
    does: '102 Processing without end, slowly',
    act: (socket) => drip('HTTP/1.1 102 Processing\r\n\r\n', 50)(socket),
    slow: true,
    status: 9,
  },
  {
    does: '102 Processing without end, fast',
    act: (socket) => endless('HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000))(socket),
    status: 8,
    says: /interim responses/,
  },
];

const forms: Case[] = [
  {
    does: '100 Continue before the answer',
    act: gives(Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), answer(file)])),
    status: 0,
    out: /^id +f\n/,
  },
  {
    does: '100, 103 and 102 before the answer, and between two of them',
    act: (socket, { count }) =>
      void socket.write(
        Buffer.concat([
          Buffer.from('HTTP/1.1 100 Continue\r\nx-a: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n'),
          Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'),
          page(hundred(count), { total: 200 }),
        ]),
      ),
    args: [...list, '-o', 'ndjson', '--fields', 'id'],
    status: 0,
    out: /^({"id":"f\d+"}\n){200}$/,
  },
  {
    does: '101 Switching Protocols',
    act: gives('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
    status: 8,
  },
  {
    does: '204 with a body',
    act: json(file, { status: '204 No Content', 'content-length': '' }),
    status: 8,
    says: /not a valid HTTP response/,
  },
  {
    does: 'a body that is longer than its length',
    act: gives(answer(file, { 'content-length': '10' })),
    status: 8,
    says: /not a valid HTTP response/,
  },
  {
    does: 'a body that is shorter than its length, and closes',
    act: (socket) => socket.end(answer(file, { 'content-length': '1000' })),
    status: 9,
  },
  ...[8_000, 66_000, 70_000, 90_000, 130_000, 1_000_000].map((size) => ({
    does: `a body of ${size} bytes as HTTP/1.0 does, ended by the end of the connection`,
    act: (socket: Socket) => socket.end(`HTTP/1.0 200 OK\r\n\r\n${file}${' '.repeat(size - file.length)}`),
    status: 0,
    out: /^id +f\n/,
  })),
  {
    does: 'the beginning of chunks, and closes',
    act: (socket) =>
      socket.end(`${head('connection: close\r\ntransfer-encoding: chunked\r\n')}${spaces}5\r\n `),
    status: 9,
    says: /closed before the whole response/,
  },
  {
    does: 'a body that is shorter than its length, and waits',
    act: gives(answer(file, { 'content-length': '1000' })),
    slow: true,
    status: 9,
  },
  { does: 'a length below zero', act: json(file, { 'content-length': '-5' }), status: 8 },
  {
    does: 'two lengths',
    act: gives(`${head(`content-length: ${file.length}\r\ncontent-length: 7\r\n`)}${file}`),
    status: 8,
  },
  {
    does: 'a length and chunks',
    act: gives(`${head('content-length: 5\r\ntransfer-encoding: chunked\r\n')}${chunk(file)}0\r\n\r\n`),
    status: 8,
  },
  {
    does: 'a length of 1e18',
    act: json(file, { 'content-length': '1000000000000000000' }),
    slow: true,
    status: 9,
  },
  { does: 'chunks of no size', act: gives(`${chunked}zz\r\n${file}\r\n0\r\n\r\n`), status: 8 },
  {
    does: 'a chunk of 2^64 bytes',
    act: gives(`${chunked}ffffffffffffffff\r\n${file}`),
    slow: true,
    status: 9,
  },
  { does: 'another protocol', act: gives('SSH-2.0-OpenSSH_9.2\r\n'), status: 8 },
  { does: 'nothing, and closes', act: (socket) => socket.end(), status: 9 },
  {
    does: 'the beginning of a body, then a reset',
    act: (socket) => socket.write(`${chunked}${chunk('{"id"')}`, () => socket.resetAndDestroy()),
    status: 9,
  },
  {
    does: 'a name of a header that is none, and bytes of no text',
    act: gives(Buffer.from('HTTP/1.1 200 OK\r\n\x00\xff: \x80\r\n\r\n', 'latin1')),
    status: 8,
  },
];

const blank = Buffer.alloc(80 * 1024 * 1024, ' ');
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const bombs: Case[] = [
  { encoding: 'gzip', bytes: gzipSync(blank, { level: 1 }) },
  { encoding: 'gzip, gzip', bytes: gzipSync(gzipSync(blank, { level: 1 })) },
  { encoding: 'br', bytes: brotliCompressSync(blank, quick) },
].map(({ encoding, bytes }) => ({
  does: `a bomb of ${encoding}`,
  act: gives(answer(bytes, { 'content-encoding': encoding })),
  status: 8,
  says: /compressed/,
}));
const packed: Case[] = [
  ...bombs,
  {
    does: 'gzip that is none',
    act: json(file, { 'content-encoding': 'gzip' }),
    status: 8,
    says: /compressed/,
  },
  {
    does: 'gzip that ends early',
    act: gives(answer(gzipSync(file).subarray(0, 20), { 'content-encoding': 'gzip' })),
    status: 8,
    says: /compressed/,
  },
];

const shapes: Case[] = [
  ...[
    ['[]', 'a list'],
    ['null', 'null'],
    ['"x"', 'a text'],
    ['5', 'a number'],
    ['true', 'a boolean'],
    ['{}', 'an empty object'],
    ['{"message":"hello"}', 'another object'],
  ].map(([body = '', what]) => ({
    does: `${body} for a file`,
    act: json(body),
    status: 8,
    says: new RegExp(`must be an object with id, status, uri and so on: it is ${what}\n`),
  })),
  ...['[]', 'null', '{}', '{"data":{}}', '{"data":"x"}', '{"object":"list","data":null}'].map((body) => ({
    does: `${body} for a list`,
    act: json(body),
    args: ['file', 'list'],
    status: 8,
    says: /must be an object with a list in data: it is/,
  })),
  {
    does: 'unknown fields, values and states',
    act: json('{"id":"f","status":"resting","source":"satellite","extra":{"deep":[1]}}'),
    args: ['file', 'get', 'f', '-o', 'json'],
    status: 0,
    out: /"source": "satellite",\n {2}"extra"/,
  },
  {
    does: 'a list of rows that are none',
    act: json('{"data":[null,5,"x",[]]}'),
    args: ['file', 'list'],
    status: 0,
    out: /ID/,
  },
  { does: 'HTML', act: json('<html>', { 'content-type': 'text/html' }), status: 8, says: /not JSON/ },
  { does: 'an empty body', act: json(''), status: 8, says: /an empty object/ },
  {
    does: 'lists in lists, a million deep',
    act: json(`{"id":${'['.repeat(1e6)}${']'.repeat(1e6)}}`),
    status: 8,
    says: /nested deeper/,
  },
  { does: 'lists that are never closed', act: json('['.repeat(30e6)), status: 8, says: /nested deeper/ },
  {
    does: 'a million fields',
    act: (socket) =>
      void socket.write(answer(`{"id":1,${Array.from({ length: 1e6 }, (_, i) => `"k${i}":${i}`).join()}}`)),
    status: 8,
    says: /field names/,
  },
  { does: 'ten million lists', act: json(`[${'[],'.repeat(1e7)}1]`), status: 8, says: /values/ },
  { does: 'an error that is a million deep', act: json('['.repeat(5e5), { status: '400 No' }), status: 8 },
];

const texts: Case[] = [
  {
    does: 'numbers that no machine holds',
    act: json('{"id":"f","bytes":1e999,"n":12345678901234567890123,"m":-0.0,"z":1.0000}'),
    args: ['file', 'get', 'f', '-o', 'ndjson'],
    status: 0,
    out: /^{"id":"f","bytes":1e999,"n":12345678901234567890123,"m":-0.0,"z":1.0000}\n$/,
  },
  {
    does: 'a number of a million digits',
    act: json(`{"id":"f","bytes":${'9'.repeat(1e6)}}`),
    args: ['file', 'get', 'f', '-o', 'ndjson'],
    status: 0,
    out: /^{"id":"f","bytes":9{1000000}}\n$/,
  },
  {
    does: 'halves of characters',
    act: json('{"id":"f","filename":"\\ud800 \\udc00"}'),
    status: 0,
    out: /filename +\ufffd \ufffd\n/,
  },
  {
    does: 'bytes that are not UTF-8',
    act: gives(answer(Buffer.from('{"id":"f","filename":"\xff\xfe\xc0\xaf"}', 'latin1'))),
    status: 0,
    out: /filename +\ufffd+\n/,
  },
  {
    does: 'orders to a terminal in every field and name',
    act: json(`{"id":"${orders}","status":"${orders}","filename":"${orders}","k${orders}":["${orders}"]}`),
    status: 0,
    out: /filename +a\]0;owned31mb\n/,
  },
  {
    does: 'orders to a terminal in an error',
    act: json(`{"error":"${orders}"}`, { status: `404 ${orders}`, 'x-request-id': 'r\u009b31m' }),
    status: 5,
    says: /a\]0;owned31mb\n/,
  },
  {
    does: 'blanks without end in a field',
    act: json(`{"id":"f","filename":"a${' '.repeat(2e6)}b"}`),
    status: 0,
    out: /filename +a {2000000}b\n/,
  },
  {
    does: 'a name as long as a book',
    act: json(
      `{"id":"f","${'a'.repeat(5e6)}":1,${Array.from({ length: 5000 }, (_, i) => `"k${i}":1`).join()}}`,
    ),
    status: 0,
    out: /\nk4999 +1\n/,
    most: 1e6,
  },
  {
    does: 'names as long as chapters, in one another',
    act: json(
      `{"id":"f",${`"${'a'.repeat(50_000)}":{`.repeat(100)}${Array.from({ length: 1000 }, (_, i) => `"k${i}":1`).join()}${'}'.repeat(101)}`,
    ),
    status: 0,
    out: /k999 +1\n/,
    most: 2e6,
  },
  {
    does: 'a cell as long as a book among thousands',
    act: json(
      `{"data":[${'{"id":"x","filename":"y"},'.repeat(5000)}{"id":"z","filename":"${'a'.repeat(5e6)}"}]}`,
    ),
    args: ['file', 'list'],
    status: 0,
    out: /a{5000000}/,
  },
  {
    does: 'the token in the result',
    act: json(`{"id":"f","filename":"it is ${token}"}`),
    args: ['file', 'get', 'f', '-o', 'json'],
    status: 0,
    out: /"it is \*\*\*\*"/,
  },
  {
    does: 'the token in error, header and status',
    act: json(`{"error":"not ${token}"}`, { status: `403 ${token}`, 'x-request-id': token, [token]: token }),
    status: 4,
    says: /not \*\*\*\*/,
  },
  {
    does: 'the token in all that --debug traces',
    act: json(`{"error":"not ${token}"}`, { status: `403 ${token}`, 'x-request-id': token }),
    args: ['file', 'get', 'f', '--debug'],
    status: 4,
    says: /< x-request-id: \*\*\*\*/,
  },
];

const lists: Case[] = [
  {
    does: 'cursors without end',
    act: (socket, { count }) =>
      void socket.write(page(hundred(count), { total: 300, next_cursor: `c${count}` })),
    args: [...list, '-o', 'json'],
    status: 8,
    says: /announced a total of 300: the list does not end/,
  },
  {
    does: 'a total that grows without end',
    act: (socket, { count }) => void socket.write(page(hundred(count), { total: count * 1000 })),
    args: [...list, '-o', 'json'],
    status: 8,
    says: /announced a total of 1000: the list does not end/,
  },
  {
    does: 'the same page again and again',
    act: gives(page(hundred(0), { total: 1e9 })),
    args: [...list, '-o', 'json'],
    status: 8,
    says: /same page twice/,
  },
  {
    does: 'the same cursor again and again',
    act: (socket, { count }) => void socket.write(page(hundred(count), { total: 1e9, next_cursor: 'c' })),
    args: [...list, '-o', 'json'],
    status: 8,
    says: /same page twice/,
  },
  {
    does: 'empty pages without end',
    act: (socket, { count }) => void socket.write(page([], { total: 5, next_cursor: `c${count}` })),
    args: [...list, '-o', 'json'],
    status: 8,
    says: /empty pages in a row/,
  },
  {
    does: 'a list that is longer than a value can be',
    act: (socket, { count }) =>
      void socket.write(
        answer(JSON.stringify({ data: [{ id: `f${count}`, name: 'a'.repeat(3e6) }], total: 1e9 })),
      ),
    args: [...list, '-o', 'yaml'],
    status: 1,
    says: /32 MiB(.|\n)*ndjson/,
  },
  {
    does: 'a cursor as long as a book',
    act: gives(page(hundred(0), { total: 1e9, next_cursor: 'c'.repeat(1e6) })),
    args: [...list, '-o', 'json'],
    status: 8,
    says: /cursor of more than/,
  },
];

const retries: Case[] = [
  {
    does: '429 with a Retry-After of thirty years',
    act: json('{"error":"slow down"}', { status: '429 No', 'retry-after': '1000000000' }),
    status: 7,
    says: /more than a day/,
  },
  {
    does: '429 with a Retry-After of more than a number holds',
    act: json('{"error":"slow down"}', { status: '429 No', 'retry-after': '9'.repeat(400) }),
    status: 7,
    says: /more than a day/,
  },
  { does: '503 for ever', act: json('{"error":"busy"}', { status: '503 No' }), status: 8, says: /busy/ },
  {
    does: 'a state that never ends, while it is waited for',
    act: json('{"id":"f","status":"processing"}'),
    args: ['wait', 'file', anId, '--timeout', '1', '--interval', '0.2'],
    status: 124,
  },
  {
    does: '429 with a Retry-After of thirty years, while it is waited for',
    act: json('{"error":"slow down"}', { status: '429 No', 'retry-after': '1000000000' }),
    args: ['wait', 'file', anId, '--timeout', '1', '--interval', '0.2'],
    status: 124,
  },
  {
    does: 'a redirect to itself',
    act: (socket, { line }) =>
      void socket.write(answer('', { status: '302 Found', location: line.split(' ')[1] ?? '' })),
    status: 8,
    says: /redirect \(302\)/,
  },
];

/** What a terminal interprets, and text direction marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

describe.concurrent.each([
  ['sizes', sizes],
  ['paces', paces],
  ['forms of HTTP', forms],
  ['compression', packed],
  ['shapes', shapes],
  ['texts', texts],
  ['lists', lists],
  ['retries', retries],
])('[SAFE-4] a service that gives: %s', (_, cases) => {
  it.each(cases)(
    '$does',
    async ({ act, args = ['file', 'get', 'f'], status, out, says, slow, most = 70e6 }) => {
      const service = await raw(act);
      const ended = await measured(home.folder, service, [...args, ...(slow ? short : long)], {
        killAfter: bound,
      });
      await service.close();
      const shown = `${ended.stdout}${ended.stderr}`;
      expect(ended.status, ended.stderr.slice(0, 2000)).toBe(status);
      if (out)
        expect(ended.stdout.length > 0 && out.test(ended.stdout), ended.stdout.slice(0, 500)).toBe(true);
      else expect(ended.stdout).toBe('');
      expect(ended.stdout.length).toBeLessThan(most);
      if (says) expect(ended.stderr).toMatch(says);
      expect(shown.includes(token)).toBe(false);
      expect(obeyed.test(shown)).toBe(false);
      expect(ended.stderr).not.toMatch(/\n {4}at |call stack|heap/);
      expect(ended.peak).toBeLessThan(mostMemory);
      expect(ended.ms).toBeLessThan(bound);
    },
  );
});

describe('[SAFE-4] a service', () => {
  it('that redirects to another host is not followed: the token is not sent there', async () => {
    const other = await raw((socket) => void socket.write(answer(file)));
    for (const status of ['301 A', '302 B', '303 C', '307 D', '308 E']) {
      const service = await raw(
        (socket) => void socket.write(answer('', { status, location: `${other.url}/files/f` })),
      );
      const ended = await measured(home.folder, service, ['file', 'get', 'f', ...long]);
      expect(ended).toMatchObject({ status: 8, stdout: '' });
      expect(ended.stderr).toContain(`redirect (${status.slice(0, 3)}) to ${other.url}/files/f`);
      await service.close();
    }
    expect(other.heads).toEqual([]);
    await other.close();
  });

  it('that does not read the upload is given up', async () => {
    const film = path.join(home.folder, 'film.mp4');
    writeFileSync(film, Buffer.alloc(20e6));
    const service = await raw((socket) => void socket.pause());
    const line = ['file', 'upload', film, '--no-preflight', ...short];
    const ended = await measured(home.folder, service, line, { killAfter: bound });
    expect(ended).toMatchObject({ status: 9, stdout: '' });
    expect(ended.peak).toBeLessThan(mostMemory);
    await service.close();
  });

  it('that writes without end does not keep SIGTERM from ending the client', async () => {
    let end = (_: NodeJS.Signals) => {};
    const service = await raw(
      begins(chunked, (socket) => {
        let left = 50;
        drip(chunk(' '), 5)(socket);
        const timer = setInterval(() => {
          left -= 1;
          if (left === 0) end('SIGTERM');
        }, 5);
        socket.once('close', () => clearInterval(timer));
      }),
    );
    const ended = await measured(home.folder, service, ['file', 'get', 'f', '--debug'], {
      killAfter: bound,
      onError: (_, kill) => {
        end = kill;
      },
    });
    expect(ended).toMatchObject({ status: 130, stdout: '' });
    await service.close();
  });

  it('that responds endlessly to many requests takes no more memory than for one', async () => {
    const service = await raw(begins(chunked, endless(spaces)));
    const ids = Array.from({ length: 8 }, (_, index) => `f${index}`);
    const ended = await measured(home.folder, service, ['wait', 'file', ...ids, ...long], {
      killAfter: bound,
    });
    expect(ended).toMatchObject({ status: 8, stdout: '' });
    expect(ended.stderr).toContain('longer than 64 MiB');
    expect(ended.peak).toBeLessThan(mostMemory);
    await service.close();
  });

  it('that fails endlessly is read only as far as needed for the error', async () => {
    let sent = 0;
    const service = await raw(
      begins('HTTP/1.1 400 No\r\ntransfer-encoding: chunked\r\n\r\n', (socket) => {
        socket.on('close', () => {
          sent += socket.bytesWritten;
        });
        endless(spaces)(socket);
      }),
    );
    expect((await measured(home.folder, service, ['file', 'get', 'f', ...long])).status).toBe(8);
    await service.close();
    // In transit, beside the megabyte that is read.
    expect(sent).toBeLessThan(20e6);
  });

  it('whose response nobody reads does not keep SIGTERM from ending the client', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({
      id: `f${index}`,
      filename: 'a'.repeat(50_000),
    }));
    const service = await raw(json(JSON.stringify({ data: rows, total: 1e9 })));
    const child = spawn(process.execPath, [bin, ...list, '-o', 'ndjson'], {
      env: { PATH: process.env.PATH ?? '', HOME: home.folder, ...choosing(service) },
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: bound,
      killSignal: 'SIGKILL',
    });
    // There is more than fits into the pipe, and it stays there.
    child.stdout.once('readable', () => child.kill('SIGTERM'));
    const ended = await new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    expect(ended).toBe('SIGTERM');
    await service.close();
  });
});
