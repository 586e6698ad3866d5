/** Certificates and proxies, on loopback. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { createServer as createTls } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacks, locate } from '../support/programs.ts';
import { choosing, run, stage, token } from './harness.ts';

const { service, home } = await stage(() => ({ json: { id: 'f', status: 'completed' } }));
let proxy: Awaited<ReturnType<typeof openProxy>>;

beforeAll(async () => {
  proxy = await openProxy();
});
afterAll(() => closed(proxy.server));

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** A proxy that forwards http and tunnels the rest to loopback, whatever the name; it records requests. */
async function openProxy() {
  const seen: string[] = [];
  const server = createServer((asked, answer) => {
    seen.push(`${asked.method} ${asked.url}`);
    const { port, pathname, search } = new URL(asked.url ?? '');
    const { method = 'GET', headers } = asked;
    const onward = httpRequest(
      { host: '127.0.0.1', port, path: `${pathname}${search}`, method, headers },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      },
    );
    asked.pipe(onward);
  });
  server.on('connect', (asked, socket) => {
    seen.push(`CONNECT ${asked.url}`);
    if (asked.url?.startsWith('forbidden')) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const onward = connect(Number(asked.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => socket.destroy());
  });
  const url = `http://127.0.0.1:${await listening(server)}`;
  return { server, url, seen };
}

/** The service under a name that only the proxy can resolve. */
const elsewhere = () => service.url.replace('127.0.0.1', 'media.example.test');

describe('proxies', () => {
  it('HTTP_PROXY gets plain requests, including the token', async () => {
    service.arrived.length = 0;
    const env = { VAU_BASE_URL: elsewhere(), VAU_TOKEN: token, HTTP_PROXY: proxy.url };
    expect(await run(home.folder, ['file', 'get', 'f'], { env })).toMatchObject({ status: 0 });
    expect(proxy.seen).toContain(`GET ${elsewhere()}/files/f`);
    expect(service.arrived[0]?.headers.authorization).toBe(`Bearer ${token}`);
  });

  it('NO_PROXY and this machine bypass it', async () => {
    proxy.seen.length = 0;
    const env = { ...choosing(service), HTTP_PROXY: proxy.url };
    expect((await run(home.folder, ['file', 'get', 'f'], { env })).status).toBe(0);
    const past = { ...env, VAU_BASE_URL: elsewhere(), NO_PROXY: 'media.example.test' };
    expect((await run(home.folder, ['file', 'get', 'f'], { env: past })).stderr).toContain('no such host');
    expect(proxy.seen).toEqual([]);
  });

  it('a proxy that refuses, and one that cannot be reached, are named as the cause', async () => {
    const refusing = {
      VAU_BASE_URL: 'https://forbidden.example.test/v1',
      VAU_TOKEN: token,
      HTTPS_PROXY: proxy.url,
    };
    const refused = await run(home.folder, ['file', 'get', 'f', '-o', 'json'], { env: refusing });
    expect(refused.status).toBe(9);
    expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'network', exit_status: 9 });
    expect(refused.stderr).toMatch(/the proxy 127\.0\.0\.1:\d+ refused the connection \(403\)/);
    const env = { VAU_BASE_URL: elsewhere(), VAU_TOKEN: token, HTTP_PROXY: 'http://127.0.0.1:9' };
    const gone = await run(home.folder, ['file', 'get', 'f'], { env });
    expect(gone.status).toBe(9);
    expect(gone.stderr).toContain('the proxy 127.0.0.1:9 cannot be used: connection refused');
  });
});

describe.skipIf(lacks('openssl'))('certificates', () => {
  let secure: ReturnType<typeof createTls>;
  let ca: string;
  let base: string;

  beforeAll(async () => {
    const folder = path.join(home.folder, 'tls');
    mkdirSync(folder);
    ca = path.join(folder, 'ca.pem');
    const openssl = (...args: string[]) =>
      execFileSync(locate('openssl'), args, { cwd: folder, stdio: 'pipe' });
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-subj',
      '/CN=Test authority',
      '-days',
      '2',
    );
    openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'own.key',
      '-out',
      'own.csr',
      '-subj',
      '/CN=localhost',
    );
    writeFileSync(
      path.join(folder, 'names'),
      'subjectAltName=DNS:localhost,DNS:secure.example.test,IP:127.0.0.1\n',
    );
    openssl(
      'x509',
      '-req',
      '-in',
      'own.csr',
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-out',
      'own.pem',
      '-days',
      '2',
      '-extfile',
      'names',
    );
    const [key, cert] = ['own.key', 'own.pem'].map((name) => readFileSync(path.join(folder, name)));
    secure = createTls({ key, cert }, (_, answer) => {
      answer.setHeader('content-type', 'application/json');
      answer.end('{"id":"f","status":"completed"}');
    });
    base = `https://127.0.0.1:${await listening(secure)}/v1`;
  });
  afterAll(() => closed(secure));

  const get = (env: Record<string, string>, ...more: string[]) =>
    run(home.folder, ['file', 'get', 'f', '-o', 'json', ...more], { env: { VAU_TOKEN: token, ...env } });

  it('an unknown authority is refused, with the fix', async () => {
    const ended = await get({ VAU_BASE_URL: base });
    expect(ended).toMatchObject({ status: 9, stdout: '' });
    expect(ended.stderr).toContain('TLS failed');
    expect(ended.stderr).toContain('--ca-file');
  });

  it('--ca-file trusts it', async () => {
    expect(await get({ VAU_BASE_URL: base }, '--ca-file', ca)).toMatchObject({ status: 0, stderr: '' });
  });

  it('VAU_CA_FILE trusts it, and so does the ca_file of a profile', async () => {
    expect(await get({ VAU_BASE_URL: base, VAU_CA_FILE: ca })).toMatchObject({ status: 0, stderr: '' });
    const folder = path.join(home.folder, 'tls');
    const env = { VAU_CONFIG_DIR: path.join(folder, 'config') };
    const set = await run(folder, ['config', 'set', 'ca_file', path.basename(ca)], { env });
    expect(set).toMatchObject({ status: 0, stderr: 'Set ca_file of profile default\n' });
    expect(await get({ ...env, VAU_BASE_URL: base })).toMatchObject({ status: 0, stderr: '' });
    const explained = await run(folder, ['config', 'explain', 'ca_file'], {
      env: { ...env, VAU_CA_FILE: 'x.pem' },
    });
    expect(explained.stdout).toContain('It is x.pem, from VAU_CA_FILE (environment).');
    expect(explained.stdout).toContain(`It overrides ${ca} from profile default (profile).`);
  });

  it('vau doctor trusts it too', async () => {
    const line = ['doctor', '-o', 'json', '--query', "checks[?check=='sign-in'].state"];
    const states = async (env: Record<string, string>) =>
      JSON.parse(
        (await run(home.folder, line, { env: { VAU_BASE_URL: base, VAU_TOKEN: token, ...env } })).stdout,
      );
    expect(await states({ VAU_CA_FILE: ca })).toEqual(['ok']);
    expect(await states({})).toEqual([]);
  });

  it('a file that is missing or contains no certificate is refused with the name of its setting', async () => {
    const none = await get({ VAU_BASE_URL: base, VAU_CA_FILE: '/nowhere/ca.pem' });
    expect(none).toMatchObject({ status: 2, stdout: '' });
    expect(none.stderr).toContain('VAU_CA_FILE: /nowhere/ca.pem does not exist');
    const kept = await run(home.folder, ['config', 'set', 'ca_file', path.join(home.folder, 'tls', 'names')]);
    expect(kept.status).toBe(2);
    expect(kept.stderr).toContain('ca_file: ');
  });

  it('--ca-file trusts it through a tunnel too', async () => {
    const far = base.replace('127.0.0.1', 'secure.example.test');
    const env = { VAU_BASE_URL: far, HTTPS_PROXY: proxy.url };
    expect(await get(env, '--ca-file', ca)).toMatchObject({ status: 0, stderr: '' });
    expect(proxy.seen).toContain(`CONNECT ${new URL(far).host}`);
    expect((await get(env)).stderr).toContain('TLS failed');
  });

  it('a file without a certificate is named', async () => {
    const ended = await get({ VAU_BASE_URL: base }, '--ca-file', path.join(home.folder, 'tls', 'names'));
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('no certificate');
  });
});
