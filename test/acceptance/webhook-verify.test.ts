import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choosing, run, scripted, temporary } from './harness.ts';

const home = temporary();
const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const other = `whsec_${Buffer.from('another secret, just as long!!!!').toString('base64')}`;
const body = JSON.stringify({ event_type: 'file.job.completed', payload: { title: 'Größe' } });
const file = (name: string) => path.join(home.folder, name);

beforeAll(() => {
  writeFileSync(file('secret.txt'), `${secret}\n`);
  writeFileSync(file('body.json'), body);
});
afterAll(() => home.remove());

/** The headers of a delivery signed `age` seconds ago. */
function signed(text: string | Buffer, age = 0, by = secret): Record<string, string> {
  const at = new Date(Date.now() - age * 1000);
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, text),
  };
}

const flagsOf = (headers: Record<string, string>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [`--${name.replace('webhook-', '')}`, value]);

const verify = (line: string[], stdin?: string, env: Record<string, string> = {}) =>
  run(home.folder, ['webhook', 'verify', ...line], { env, ...(stdin === undefined ? {} : { stdin }) });

describe('vau webhook verify', () => {
  it('[AUTH-5] a genuine delivery: exit 0', async () => {
    const ended = await verify(['body.json', '--secret-file', 'secret.txt', ...flagsOf(signed(body))]);
    expect(ended).toEqual({ status: 0, stdout: 'Genuine: msg_1\n', stderr: '' });
  });

  it('[AUTH-5] takes headers from a file, as lines or as JSON, and the body from standard input', async () => {
    const headers = signed(body);
    const lines = Object.entries(headers).map(
      ([name, value]) => `${name.replace('webhook', 'Webhook')}: ${value}\r\n`,
    );
    writeFileSync(file('headers.txt'), `POST /hook HTTP/1.1\r\nhost: here\r\n${lines.join('')}`);
    writeFileSync(file('headers.json'), JSON.stringify(headers));
    for (const name of ['headers.txt', 'headers.json']) {
      const ended = await verify(['-', '--headers', name, '-o', 'json'], body, {
        VAU_WEBHOOK_SECRET: secret,
      });
      expect(ended).toMatchObject({ status: 0, stderr: '' });
      expect(JSON.parse(ended.stdout)).toEqual({
        genuine: true,
        id: 'msg_1',
        timestamp: Number(headers['webhook-timestamp']),
      });
    }
  });

  const bad: [what: string, body: string | Buffer, headers: Record<string, string>, reason: string][] = [
    ['an altered body', body.replace('completed', 'failed'), signed(body), 'does not match'],
    ['one byte more', `${body}\n`, signed(body), 'does not match'],
    ['a wrong secret', body, signed(body, 0, other), 'does not match'],
    ['another id', body, { ...signed(body), 'webhook-id': 'msg_2' }, 'does not match'],
    ['an old timestamp, sent again', body, signed(body, 301), 'the timestamp is 30'],
    ['a timestamp of the future', body, signed(body, -400), 'in the future'],
    [
      'an old one with the time of today',
      body,
      { ...signed(body, 900), 'webhook-timestamp': signed(body)['webhook-timestamp'] ?? '' },
      'does not match',
    ],
    [
      'no signature',
      body,
      { 'webhook-id': 'msg_1', 'webhook-timestamp': '1' },
      'missing headers: webhook-signature',
    ],
    ['an invalid timestamp', body, { ...signed(body), 'webhook-timestamp': '12ab' }, 'is not a time'],
    ['a body that is not text', Buffer.from([0xff, 0xfe]), signed(Buffer.from([0xff, 0xfe])), 'not UTF-8'],
  ];

  it.each(bad)('[AUTH-5] %s: exit 1 with the reason', async (_, bytes, headers, reason) => {
    writeFileSync(file('bad.json'), bytes);
    const ended = await verify(['bad.json', '--secret-file', 'secret.txt', ...flagsOf(headers)]);
    expect(ended).toMatchObject({ status: 1, stdout: '' });
    expect(ended.stderr).toContain(reason);
  });

  it('[AUTH-5] accepts any of several signatures, for secret rotation', async () => {
    const headers = signed(body);
    const both = `${signed(body, 0, other)['webhook-signature']} ${headers['webhook-signature']}`;
    const line = flagsOf({ ...headers, 'webhook-signature': both });
    expect((await verify(['body.json', '--secret-file', 'secret.txt', ...line])).status).toBe(0);
  });

  it('fetches the secret of a webhook from the service', async () => {
    const service = await scripted(() => ({ json: { id: 'w1', webhook_secret: secret } }));
    const line = ['body.json', '--webhook', 'w1', ...flagsOf(signed(body))];
    expect((await verify(line, undefined, choosing(service))).status).toBe(0);
    expect(service.arrived).toMatchObject([{ method: 'GET', path: '/v1/webhooks/w1' }]);
    await service.close();
  });

  it('an invalid secret, and no secret, are usage errors', async () => {
    writeFileSync(file('none.txt'), 'not base64 !');
    const flags = flagsOf(signed(body));
    expect((await verify(['body.json', '--secret-file', 'none.txt', ...flags])).status).toBe(2);
    const ended = await verify(['body.json', ...flags]);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('--secret-file');
  });
});
