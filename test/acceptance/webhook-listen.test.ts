import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bin, run, scripted, temporary } from './harness.ts';

const home = temporary();
const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const other = `whsec_${Buffer.from('another secret, just as long!!!!').toString('base64')}`;

beforeAll(() => writeFileSync(path.join(home.folder, 'secret.txt'), secret));
afterAll(() => home.remove());

interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

interface Listening {
  url: string;
  child: ReturnType<typeof spawn>;
  ended: Promise<Ended>;
  stderr(): string;
}

/** `vau webhook listen` on a free port, once it listens. */
function listening(...flags: string[]): Promise<Listening> {
  const line = ['webhook', 'listen', '--port', '0', '--secret-file', 'secret.txt', ...flags];
  const env = { PATH: process.env.PATH ?? '', HOME: home.folder };
  const child = spawn(process.execPath, [bin, ...line], { cwd: home.folder, env, timeout: 60_000 });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (status) => resolve({ status, stdout, stderr })),
  );
  return new Promise((resolve, reject) => {
    void ended.then(({ stderr }) => reject(new Error(stderr)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      const url = /Listening on (\S+)\./.exec(stderr)?.[1];
      if (url) resolve({ url, child, ended, stderr: () => stderr });
    });
  });
}

function event(type = 'file.job.completed'): string {
  return JSON.stringify({
    event_id: 'e1',
    event_type: type,
    created_at: 1777000000000,
    payload: { id: 'f1' },
  });
}

async function deliver(url: string, body: string, { age = 0, by = secret, sent = body } = {}) {
  const at = new Date(Date.now() - age * 1000);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  };
  return (await fetch(`${url}/hook`, { method: 'POST', headers, body: sent })).status;
}

describe('vau webhook listen', () => {
  it('[AUTH-5] shows a genuine event as a line, and ends after --count', async () => {
    const { url, ended } = await listening('--count', '1');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await deliver(url, event())).toBe(204);
    expect(await ended).toMatchObject({
      status: 0,
      stdout: '2026-04-24T03:06:40.000Z  file.job.completed  {"id":"f1"}\n',
    });
  });

  it('[AUTH-5] shows nothing of a changed body, a wrong secret or an old timestamp, and responds 401', async () => {
    const { url, ended } = await listening('--count', '1', '-o', 'json');
    expect(await deliver(url, event(), { sent: event('file.job.failed') })).toBe(401);
    expect(await deliver(url, event(), { by: other })).toBe(401);
    expect(await deliver(url, event(), { age: 400 })).toBe(401);
    expect((await fetch(url, { method: 'POST', body: event() })).status).toBe(401);
    expect(await deliver(url, event())).toBe(204);
    const { status, stdout, stderr } = await ended;
    expect(status).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([{ verified: true, id: 'msg_1', event: JSON.parse(event()) }]);
    expect(stderr.match(/Refused a delivery/g)).toHaveLength(4);
    // A second or two later, if the machine is busy.
    expect(stderr).toMatch(/ 4\d\d s old/);
  });

  it('shows the requested events, and accepts the others', async () => {
    const { url, ended } = await listening('--count', '1', '--event', 'file.job.failed');
    expect(await deliver(url, event())).toBe(204);
    expect(await deliver(url, event('file.job.failed'))).toBe(204);
    expect((await ended).stdout).toMatch(/^\S+ {2}file\.job\.failed {2}[^\n]+\n$/);
  });

  it('forwards an event byte by byte with its signature, and returns the status', async () => {
    const next = await scripted((_, count) => ({ status: count === 1 ? 503 : 200 }));
    const { url, ended } = await listening('--count', '2', '--forward', `${next.url}/hook?a=1`);
    expect(await deliver(url, event())).toBe(503);
    expect(await deliver(url, event())).toBe(200);
    expect((await ended).stderr).toContain('answered 503');
    expect(next.arrived[1]).toMatchObject({
      method: 'POST',
      path: '/v1/hook',
      query: { a: '1' },
      body: JSON.parse(event()),
      headers: { 'webhook-id': 'msg_1', 'content-type': 'application/json' },
    });
    await next.close();
  });

  it('responds 502 if the target cannot be reached, so that the sender retries', async () => {
    const gone = await scripted();
    await gone.close();
    const { url, ended } = await listening('--count', '1', '--forward', gone.url);
    expect(await deliver(url, event())).toBe(502);
    expect((await ended).stderr).toContain('cannot be reached');
  });

  it('Ctrl-C does not wait for a target that never responds', async () => {
    const next = await scripted(() => ({ never: true }));
    const { url, child, ended } = await listening('--forward', next.url);
    const delivered = deliver(url, event()).catch(() => 'cut off');
    await expect.poll(() => next.arrived).toHaveLength(1);
    child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect(status).toBe(0);
    expect(stderr).not.toContain('cannot be reached');
    expect(await delivered).toBe(502);
    await next.close();
  });

  it('refuses what is not a delivery, and what is too large', async () => {
    const { url, child, ended } = await listening();
    expect((await fetch(url)).status).toBe(405);
    const large = await fetch(url, { method: 'POST', body: 'x'.repeat(5 * 1024 ** 2) }).then(
      ({ status }) => status,
      () => 'closed',
    );
    expect([413, 'closed']).toContain(large);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ status: 0, stdout: '' });
  });

  it('foreign text cannot control the terminal', async () => {
    const { url, ended } = await listening('--count', '1');
    await deliver(url, event('file.job.completed\u001b[2J'));
    expect((await ended).stdout).not.toContain('\u001b');
  });

  it('needs a secret, or --unverified', async () => {
    const ended = await run(home.folder, ['webhook', 'listen', '--port', '0']);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('--unverified');
  });

  it('reports a port in use, and refuses an invalid one', async () => {
    const { url, child, ended } = await listening();
    const line = ['webhook', 'listen', '--unverified', '--port', new URL(url).port];
    const second = await run(home.folder, line);
    expect(second).toMatchObject({ status: 1, stdout: '' });
    expect(second.stderr).toContain('--port 0');
    child.kill('SIGINT');
    await ended;
    expect((await run(home.folder, ['webhook', 'listen', '--port', '70000'])).status).toBe(2);
  });
});
