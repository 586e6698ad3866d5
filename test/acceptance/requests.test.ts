import { describe, expect, it } from 'vitest';
import { type Answer, choosing, run, type Script, scripted, stage, temporary, token } from './harness.ts';
import { runInProcess } from './in-process.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const { service, home } = await stage();

const vau = (...args: string[]) => run(home.folder, args, { env: choosing(service) });

describe('--dry-run', () => {
  const mutations: [line: string[], method: string, path: string][] = [
    [['share', 'create', a, '--title', "it's"], 'POST', '/share'],
    [['file', 'delete', a], 'DELETE', `/files/${a}`],
    [['collection', 'delete', a], 'DELETE', `/collections/${a}`],
    [['webhook', 'update', 'w', '--active'], 'PUT', '/webhooks/w'],
    [['file', 'upload', 'film.mp4', '--metadata', '{"k":1}'], 'POST', '/files'],
    [['deep-search', 'run', 'budget', '--collection', a], 'POST', '/deepSearch'],
    [['api', 'DELETE', `/tags/${a}`], 'DELETE', `/tags/${a}`],
  ];

  it.each(mutations)('vau %j sends nothing, asks nothing and needs no token', async (line, method, route) => {
    const env = { VAU_BASE_URL: service.url, HOME: home.folder, VAU_CONFIG_DIR: `${home.folder}/config` };
    const words = [...line, '--dry-run', '-o', 'json'];
    // The first in the binary, the others in this process, where a start costs nothing.
    const inBinary = line === mutations[0]?.[0];
    const ended = await (inBinary ? run(home.folder, words, { env }) : runInProcess(words, env));
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    const told = JSON.parse(ended.stdout);
    expect(told).toMatchObject({ method, url: `${service.url}${route}` });
    expect(told.curl).toContain(`curl -X ${method} '${service.url}${route}'`);
    expect(service.arrived).toEqual([]);
  });

  it('shows headers without secrets and an equivalent curl command', async () => {
    const ended = await vau('share', 'create', a, '--title', "it's", '--dry-run');
    expect(ended.stdout).not.toContain(token);
    expect(ended.stdout).toContain('authorization: Bearer ****\n');
    expect(ended.stdout).toContain(`"file_id": "${a}"`);
    expect(ended.stdout).toContain(`--data-raw '{"file_id":"${a}","title":"it'\\''s"}'`);
  });

  it('[LIM-1] still refuses what the contract refuses', async () => {
    expect((await vau('share', 'create', a, '--segment-id', 'x', '--dry-run')).status).toBe(2);
  });
});

describe('--debug', () => {
  it('[CLI-3] traces requests and responses on standard error without secrets', async () => {
    const hidden = ['whsec_abc', 'signed-token', 'SIGNATURE', 'pass-word', 'cookie-value'];
    service.script = () => ({
      headers: { 'set-cookie': 'session=cookie-value', 'x-request-id': 'r7' },
      json: {
        id: 'w',
        webhook_secret: 'whsec_abc',
        stream_url: 'https://media.example/m/signed-token/index.m3u8',
        thumbnail_url: 'https://user:pass-word@media.example/a.jpg?X-Amz-Signature=SIGNATURE&width=5',
        echoed: `Bearer ${token}`,
      },
    });
    const ended = await vau('webhook', 'get', 'w', '--debug', '-o', 'ndjson');
    expect(ended.status).toBe(0);
    expect(ended.stderr).toContain(`> GET ${service.url}/webhooks/w\n`);
    expect(ended.stderr).toContain('> authorization: Bearer ****\n');
    expect(ended.stderr).toMatch(/^< 200 in \d+ ms$/m);
    expect(ended.stderr).toContain('< x-request-id: r7\n');
    expect(ended.stderr).toContain('width=5');
    for (const secret of [...hidden, token]) expect(ended.stderr).not.toContain(secret);
    // The result itself is unchanged.
    expect(ended.stdout).toContain('whsec_abc');
  });
});

describe('--debug, details', () => {
  it('[CLI-3] hides secrets in lists, inside secret fields, and in texts', async () => {
    const body = {
      secrets: ['one-secret', { inner: 'two-secret' }],
      note: 'verify with whsec_three/secret+=',
      input_tokens: 5,
    };
    const ended = await vau('api', 'POST', '/x', '--body', JSON.stringify(body), '--debug');
    expect(ended.status).toBe(0);
    for (const secret of ['one-secret', 'two-secret', 'three']) expect(ended.stderr).not.toContain(secret);
    expect(ended.stderr).toContain('"input_tokens":5');
  });
});

describe.concurrent('delays between retries', () => {
  /** Against a service of its own: most of the time passes between the requests. */
  const own = async (script: Script, ...line: string[]) => {
    const other = await scripted(script);
    const ended = await run(home.folder, line, { env: choosing(other) });
    await other.close();
    return { ...ended, requests: other.arrived.length };
  };

  it.each([
    ['GET', ['file', 'get', a]],
    ['PUT', ['webhook', 'update', 'w', '--active']],
    ['DELETE', ['tag', 'delete', a, '--yes']],
  ])('a %s is repeated when the connection breaks and when the service is overloaded', async (_, line) => {
    const answers: Answer[] = [{ hangUp: true }, { status: 502, json: {} }];
    const ended = await own((__, count) => answers[count - 1] ?? { json: { id: a } }, ...line);
    expect(ended).toMatchObject({ status: 0, requests: 3 });
    expect(ended.stderr).toContain('retrying');
  });

  it.each([
    ['none', {}],
    ['a time that has passed', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }],
    ['no number at all', { 'retry-after': '-5' }],
    ['zero', { 'retry-after': '0' }],
  ])('a Retry-After that is %s does not make it hammer the service', async (_, headers) => {
    const busy = { status: 429, headers, json: { error: 'slow down' } };
    const ended = await own(() => busy, 'file', 'get', a);
    expect(ended.status).toBe(7);
    const waits = [...ended.stderr.matchAll(/retrying in (\d+\.\d) s/g)].map(([, wait]) => Number(wait));
    expect(waits).toHaveLength(3);
    expect(Math.min(...waits)).toBeGreaterThan(0);
  });
});

describe('retries', () => {
  it('does not retry a POST, unless the service says when', async () => {
    service.script = () => ({ status: 502, json: { error: 'upstream' } });
    expect((await vau('share', 'create', a)).status).toBe(8);
    expect(service.arrived).toHaveLength(1);
    service.arrived.length = 0;
    service.script = (_, count) =>
      count === 1 ? { status: 503, headers: { 'retry-after': '0' }, json: {} } : { json: { id: a } };
    expect((await vau('share', 'create', a)).status).toBe(0);
    expect(service.arrived).toHaveLength(2);
  });

  it('reports a delay of more than a minute instead of waiting', async () => {
    service.script = () => ({
      status: 429,
      headers: { 'retry-after': '3600' },
      json: { error: 'slow down' },
    });
    const ended = await vau('file', 'get', a, '-o', 'json');
    expect(ended.status).toBe(7);
    expect(JSON.parse(ended.stderr).hint).toBe('The service asks to wait 60 min before you retry.');
    expect(service.arrived).toHaveLength(1);
  });

  it('a request that came too late is not a usage error', async () => {
    service.script = () => ({ status: 408, json: { error: 'the request did not arrive' } });
    expect((await vau('share', 'create', a)).status).toBe(8);
  });

  it('a response that is not JSON keeps its status and its request id, and is not retryable', async () => {
    service.script = () => ({
      text: '<html>',
      headers: { 'content-type': 'text/html', 'x-request-id': 'r9' },
    });
    const ended = await vau('file', 'get', a, '-o', 'json');
    expect(ended).toMatchObject({ status: 8, stdout: '' });
    expect(JSON.parse(ended.stderr)).toMatchObject({ status: 200, request_id: 'r9', retryable: false });
  });

  it('a retried deletion that finds nothing says that it may have succeeded', async () => {
    service.script = (_, count) =>
      count === 1 ? { hangUp: true } : { status: 404, json: { error: 'the tag was not found' } };
    const ended = await vau('tag', 'delete', a, '--yes');
    expect(ended.status).toBe(5);
    expect(ended.stderr).toContain('may have succeeded');
  });

  it('retries a refused connection to another machine with any method, as nothing was sent', async () => {
    const gone = await scripted();
    await gone.close();
    // This address reaches this machine but is not one of its names.
    const env = { VAU_BASE_URL: gone.url.replace('127.0.0.1', '0.0.0.0'), VAU_TOKEN: token };
    const ended = await run(home.folder, ['share', 'create', a], { env });
    expect(ended.status).toBe(9);
    expect(ended.stderr.match(/retrying/g)).toHaveLength(3);
  });
});

describe('time-outs', () => {
  it('--request-timeout ends a request without a response, exit 9', async () => {
    service.script = () => ({ never: true });
    const ended = await vau('file', 'get', a, '--request-timeout', '300ms', '-o', 'json');
    expect(ended).toMatchObject({ status: 9, stdout: '' });
    expect(JSON.parse(ended.stderr)).toMatchObject({ code: 'network', retryable: true, exit_status: 9 });
    expect(ended.stderr).toContain('timeout: no response');
  });

  it.each([
    ['the flag', ['--total-timeout', '300ms'], {}],
    ['the environment', [], { VAU_TOTAL_TIMEOUT: '300ms' }],
    ['the profile', [], {}],
  ])('[SAFE-4] a whole answer takes no longer than %s says', async (from, more, env) => {
    const own = temporary();
    const set = (key: string, value: string) => run(own.folder, ['config', 'set', key, value]);
    if (from === 'the profile') expect(await set('total_timeout', '300ms')).toMatchObject({ status: 0 });
    service.script = () => ({ never: true });
    const ended = await run(own.folder, ['file', 'get', a, ...more], {
      env: { ...choosing(service), ...env },
    });
    expect(ended).toMatchObject({ status: 9, stdout: '' });
    expect(ended.stderr).toContain('not complete after 0.3 s');
    expect(await set('total_timeout', 'soon')).toMatchObject({ status: 2 });
    own.remove();
  });

  it('--total-timeout 0 is refused', async () => {
    expect((await vau('file', 'get', a, '--total-timeout', '0')).status).toBe(2);
  });

  it('--request-timeout 0 is refused', async () => {
    expect((await vau('file', 'get', a, '--request-timeout', '0')).status).toBe(2);
  });
});
