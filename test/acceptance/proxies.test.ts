/** Which proxy is used, and errors of unusable proxies. */
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { run, temporary, token } from './harness.ts';
import { runInProcess } from './in-process.ts';

const home = temporary();
const file = JSON.stringify({ id: 'f', status: 'completed' });
/** Requests to the proxy: method, URL and sign-in. */
const seen: string[] = [];
let password: string | undefined;

/** Responds to plain http itself; refuses tunnels without the password. */
const proxy = createServer((asked, answer) => {
  const sign = asked.headers['proxy-authorization'];
  seen.push(`${asked.method} ${asked.url} ${sign ?? ''}`.trim());
  const allowed = password === undefined || sign === `Basic ${btoa(password)}`;
  answer.writeHead(allowed ? 200 : 407, { 'content-type': 'application/json' }).end(file);
});
proxy.on('connect', (asked, socket) => {
  seen.push(`CONNECT ${asked.url}`);
  socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
});
/** Accepts connections and stays silent. */
const silent = createSocketServer((socket) => socket.on('error', () => undefined).unref());
let at: string;
let silentAt: string;

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};
beforeAll(async () => {
  at = await listening(proxy);
  silentAt = await listening(silent);
});
beforeEach(() => {
  seen.length = 0;
  password = undefined;
});
afterAll(() => {
  proxy.close();
  silent.close();
  home.remove();
});

const get = (base: string, env: Record<string, string>, ...flags: string[]) =>
  run(home.folder, ['file', 'get', 'f', ...flags], { env: { VAU_BASE_URL: base, VAU_TOKEN: token, ...env } });
/** The same in this process, for many values of a variable. */
const getSimilar = (base: string, env: Record<string, string>, ...flags: string[]) =>
  runInProcess(['file', 'get', 'f', ...flags], {
    HOME: home.folder,
    VAU_CONFIG_DIR: `${home.folder}/config`,
    VAU_BASE_URL: base,
    VAU_TOKEN: token,
    ...env,
  });
const plain = 'http://media.example.test:81/v1';
const url = 'http://media.example.test:81/v1/files/f';

describe('which proxy', () => {
  it('an address without a scheme means http, like for curl', async () => {
    expect((await get(plain, { HTTP_PROXY: at })).status).toBe(0);
    expect(seen).toEqual([`GET ${url}`]);
  });

  it('the lower-case variable comes first', async () => {
    expect((await get(plain, { http_proxy: `http://${at}`, HTTP_PROXY: 'http://nobody.test' })).status).toBe(
      0,
    );
  });

  it('user name and password of its address sign in to it, and are never shown', async () => {
    password = 'me:p@ss';
    const ended = await get(plain, { HTTP_PROXY: `http://me:p%40ss@${at}` }, '--debug');
    expect(ended.status).toBe(0);
    expect(seen).toEqual([`GET ${url} Basic ${btoa('me:p@ss')}`]);
    expect(ended.stderr).not.toMatch(/p%40ss|p@ss|Basic/);
    expect((await get(plain, { HTTP_PROXY: `http://only-a-name@${at}` })).status).toBe(9);
    expect(seen[1]).toBe(`GET ${url} Basic ${btoa('only-a-name:')}`);
  });

  it.each([
    'media.example.test',
    '.example.test',
    '*.example.test',
    'example.test',
    'EXAMPLE.Test',
    'media.example.test:81',
    'elsewhere.test, media.example.test',
    '*',
  ])('NO_PROXY=%s goes past it', async (none) => {
    const ended = await getSimilar(plain, { HTTP_PROXY: `http://${at}`, NO_PROXY: none });
    expect(ended.stderr).toContain('no such host');
    expect(seen).toEqual([]);
  });

  it.each(['media.example.test:82', 'edia.example.test', 'x.media.example.test', '10.0.0.0/8', ' , '])(
    'NO_PROXY=%s does not',
    async (none) => {
      expect((await getSimilar(plain, { HTTP_PROXY: `http://${at}`, NO_PROXY: none })).status).toBe(0);
      expect(seen).toEqual([`GET ${url}`]);
    },
  );

  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['192.0.2.7', '192.0.2.7'],
    ['[2001:db8::7]', '2001:db8::/32'],
  ])('addresses: %s is in %s', async (host, none) => {
    const env = { HTTP_PROXY: `http://${at}` };
    const base = `http://${host}:9/v1`;
    expect((await getSimilar(base, env)).status).toBe(0);
    seen.length = 0;
    await getSimilar(base, { ...env, NO_PROXY: none }, '--request-timeout', '300ms');
    expect(seen).toEqual([]);
  });
});

describe('an unusable proxy', () => {
  it.each(['socks5://127.0.0.1:1', 'http://me:secret@', '::1::', 'ftp://host:1'])(
    '%s is not a proxy address: exit 2, names the variable but not its value',
    async (value) => {
      const ended = await get(plain, { HTTP_PROXY: value });
      expect(ended).toMatchObject({ status: 2, stdout: '' });
      expect(ended.stderr).toMatch(/^Error: HTTP_PROXY must be the address of an http or https proxy/);
      expect(ended.stderr).not.toContain(value);
    },
  );

  it.each([
    ['HTTP_PROXY', plain],
    ['HTTPS_PROXY', 'https://media.example.test/v1'],
  ])('%s that asks for a password is distinguished from a service that does', async (variable, base) => {
    password = 'me:secret';
    const ended = await get(base, { [variable]: `http://me:wrong@${at}` });
    expect(ended.status).toBe(9);
    expect(ended.stderr).toContain(`the proxy ${at} asks for a name and password (407)`);
    expect(ended.stderr).not.toContain('wrong');
  });

  it.each([
    ['HTTP_PROXY', plain],
    ['HTTPS_PROXY', 'https://media.example.test/v1'],
  ])('%s that says nothing is given up after --request-timeout', async (variable, base) => {
    const ended = await get(base, { [variable]: silentAt }, '--request-timeout', '300ms');
    expect(ended).toMatchObject({ status: 9, stdout: '' });
    expect(ended.stderr).toContain('timeout: no response');
  });

  it('Ctrl-C ends a request that is not connected yet', async () => {
    let kill: ((signal: NodeJS.Signals) => void) | undefined;
    silent.once('connection', () => kill?.('SIGINT'));
    const ended = await run(home.folder, ['file', 'get', 'f', '--debug'], {
      env: { VAU_BASE_URL: 'https://media.example.test/v1', VAU_TOKEN: token, HTTPS_PROXY: silentAt },
      // The trace appears before the connection.
      onError: (_, now) => {
        kill = now;
      },
    });
    expect(ended.status).toBe(130);
  });
});

describe('a port without TLS', () => {
  it('has a clear error', async () => {
    const ended = await get(`https://${at}/v1`, {});
    expect(ended.status).toBe(9);
    expect(ended.stderr).toContain('the server does not use TLS');
    expect(ended.stderr).not.toContain('openssl');
  });
});
