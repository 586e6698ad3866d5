/** A service that others reach, from the built package: its links, its clips, and the private addresses it may send to. */
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeVideo } from '../support/film.ts';
import { needs } from '../support/programs.ts';
import { startTestReceiver, type TestReceiver, verify } from '../support/receiver.ts';
import { type Serving, serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';

const PUBLIC = 'http://media.example';
const withFfmpeg = needs('ffmpeg');

let published: Serving;
let open: Serving;
let receiver: TestReceiver;
beforeAll(async () => {
  [published, open, receiver] = await Promise.all([
    serving({ env: { VAU_PUBLIC_URL: PUBLIC, VAU_PRIVATE_ADDRESSES: '10.0.0.0/8, 127.0.0.1/32' } }),
    serving({ args: ['--host', '0.0.0.0'] }),
    startTestReceiver(),
  ]);
});
afterAll(async () => {
  await Promise.all([published.stop(), open.stop()]);
  await receiver.close();
});

/** Asks the service for a public address, as a proxy before it does. */
async function visit(address: string): Promise<{ status: number; type: string; body: string }> {
  const { host, pathname, search } = new URL(address);
  const { hostname, port } = new URL(published.url);
  const asked = request({ hostname, port, path: pathname + search, headers: { host } }).end();
  const [answer] = await once(asked, 'response');
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    body: await text(answer.setEncoding('latin1')),
  };
}

describe('vau share create --clip', () => {
  withFfmpeg('gives a link at public_url whose page plays that clip, and nothing else', async () => {
    const { body } = await published.upload(await makeVideo(6), 'tone.mp4');
    await published.settled(`/files/${body.id}`);
    const line = ['share', 'create', body.id, '--clip', '2-4.5', '--wait', '-o', 'json'];
    const made = await vau(line, { env: published.home.env });
    expect(made, made.stderr).toMatchObject({ status: 0 });
    expect(made.stderr).not.toContain('this machine only');
    const share = JSON.parse(made.stdout) as { share_url: string };
    expect(share.share_url).toMatch(/^http:\/\/media\.example\/s\//);
    const page = await visit(share.share_url);
    expect([page.status, page.type]).toEqual([200, expect.stringContaining('text/html')]);
    expect(page.body).toContain(`property="og:url" content="${share.share_url}"`);
    const [, stream = ''] = /data-stream="([^"]+)"/.exec(page.body) ?? [];
    const playlist = await visit(new URL(stream, share.share_url).href);
    expect(playlist.status).toBe(200);
    const lengths = [...playlist.body.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds));
    expect(lengths.reduce((sum, seconds) => sum + seconds, 0)).toBeCloseTo(2.5, 1);
    const parts = playlist.body.match(/^[^#\s].*$/gm) ?? [];
    expect(parts.length).toBeGreaterThan(0);
    const at = (name: string) => visit(new URL(name, new URL(stream, share.share_url)).href);
    for (const part of parts) expect((await at(part)).status, part).toBe(200);
    expect((await at('segment00099.m4s')).status).toBe(404);
  });

  withFfmpeg('warns if the link opens on this machine only', async () => {
    const { body } = await open.upload(await makeVideo(6), 'tone.mp4');
    await open.settled(`/files/${body.id}`);
    const made = await vau(['share', 'create', body.id, '--clip', '1-2', '-o', 'json'], {
      env: open.home.env,
    });
    expect(made, made.stderr).toMatchObject({ status: 0 });
    expect(made.stderr).toContain('This link opens on this machine only');
  });
});

describe('a webhook', () => {
  /** Makes a webhook and sends it a test event; gives the first attempt. */
  async function attempt(service: Serving, endpoint: string) {
    const { body: hook } = await service.call('POST', '/webhooks', { endpoint });
    const { body: sent } = await service.call('POST', `/webhooks/${hook.id}/test`, {});
    const first = async () => {
      const { body } = await service.call('GET', `/webhooks/${hook.id}/deliveries/${sent.id}`);
      const { attempts } = body as unknown as { attempts: { error: string | null; status_code: number }[] };
      expect(attempts[0]?.error ?? attempts[0]?.status_code).toBeTruthy();
      return attempts[0];
    };
    return { hook, first: await vi.waitFor(first, { timeout: 60_000, interval: 50 }) };
  }

  it('reaches a private address in a range that is allowed', async () => {
    const { hook, first } = await attempt(published, receiver.url);
    expect(first).toMatchObject({ status_code: 204 });
    expect(first).not.toHaveProperty('error');
    const arrived = receiver.arrived.at(-1);
    expect(arrived && verify(hook.webhook_secret, arrived)).toBeTruthy();
  });

  it.each(['http://[::1]:9/hook', 'http://127.0.0.2:9/hook'])(
    'is refused at %s, in a range that is not',
    async (endpoint) => {
      const { first } = await attempt(published, endpoint);
      expect(first).toMatchObject({ error: expect.stringContaining('private network') });
    },
  );

  it('is refused at every private address by a service that other machines reach', async () => {
    const before = receiver.arrived.length;
    const { first } = await attempt(open, receiver.url);
    expect(first).toMatchObject({ error: expect.stringContaining('private network') });
    expect(receiver.arrived).toHaveLength(before);
  });
});
