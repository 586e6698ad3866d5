import { afterAll, beforeAll, describe, expect } from 'vitest';
import { needs } from '../../../support/programs.ts';
import { anotherToken, openTestService, strangerToken, type TestService } from '../../../support/service.ts';
import { film, listed, share, visit } from './support.ts';

const it = needs('ffmpeg');
const HTML = { accept: 'text/html' };
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const HOSTILE = `</title><script>alert("x")</script>' onload='y`;
let service: TestService;
let files: string[];

beforeAll(async () => {
  service = await openTestService();
  const bytes = await film();
  files = [];
  for (const name of ['one.mp4', 'two.mp4', 'three.mp4'])
    files.push((await service.upload(bytes, name)).body.id);
});
afterAll(() => service.close());

/** The preview tags of a page: og:* and twitter:*. */
function tagsOf(text: string): Record<string, string> {
  const found = text.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">/g);
  return Object.fromEntries([...found].map(([, name, content]) => [name, content]));
}

const signIn = (token: string, id: string, headers: Record<string, string> = {}) =>
  Promise.resolve(
    service.app.request('/s/login', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ token, share: id }).toString(),
    }),
  ).then((answer) => ({ answer, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }));

describe('pages of public shares', () => {
  it('[SHARE-4] open to anyone with the link, and play', async () => {
    const { share_url: url } = await share(service, {
      file_id: files[0],
      title: 'Open',
      description: 'To all',
    });
    const page = await visit(service, url, HTML);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const text = await page.text();
    expect(text).toContain('<h1>Open</h1>');
    expect(text).toContain('To all');
    const stream = /data-stream="([^"]+)"/.exec(text)?.[1] ?? '';
    expect((await visit(service, stream)).status).toBe(200);
    for (const [, asset = ''] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
      expect((await visit(service, asset)).status, asset).toBe(200);
  });

  it('[SHARE-8] always have the full preview, whatever link_preview says', async () => {
    const { id, share_url: url } = await listed(service);
    for (const link_preview of ['none', 'full', 'player']) {
      await service.call('PUT', `/share/${id}`, { link_preview });
      const tags = tagsOf(await (await visit(service, url, HTML)).text());
      expect(tags).toMatchObject({ 'og:title': 'Open', 'og:description': 'To all', 'og:url': url });
      const picture = await visit(service, tags['og:image'] ?? '');
      expect(picture.status).toBe(200);
      expect(picture.headers.get('content-type')).toBe('image/jpeg');
    }
  });

  it('[SAFE-5] show hostile texts without running them, under a strict content security policy', async () => {
    const { id, share_url: url } = await listed(service);
    await service.call('PUT', `/share/${id}`, { title: HOSTILE, description: HOSTILE });
    const page = await visit(service, url, HTML);
    const text = await page.text();
    expect(text).not.toContain('<script>');
    expect(text).not.toContain("' onload='");
    expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39; onload=&#39;y');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect([...text.matchAll(/https?:\/\/([^/"]+)/g)].every(([, host]) => host === new URL(url).host)).toBe(
      true,
    );
  });

  it('[SHARE-10] with a clip in the URL play that clip', async () => {
    const { share_url: url } = await listed(service);
    const text = await (await visit(service, `${url}?clip_start=30&clip_end=34.5`, HTML)).text();
    const [, start, end] = /data-start="([\d.]+)" data-end="([\d.]+)"/.exec(text) ?? [];
    expect(Number(end) - Number(start)).toBeCloseTo(4.5, 2);
    expect(text).toMatch(/data-stream="[^"]+\/clip\/30-34\.5\/index\.m3u8"/);
    for (const wrong of ['clip_start=3', 'clip_start=9&clip_end=3', 'clip_start=x&clip_end=y'])
      expect((await visit(service, `${url}?${wrong}`, HTML)).status).toBe(400);
  });

  it('say that a share is being prepared, or does not exist', async () => {
    const made = (await service.call('POST', '/share', { file_id: files[1] })).body;
    const page = await (await visit(service, made.share_url, HTML)).text();
    expect(page).toContain('being prepared');
    expect(page).toContain('http-equiv="refresh"');
    await service.call('DELETE', `/share/${made.id}`);
    const gone = await visit(service, made.share_url, HTML);
    expect(gone.status).toBe(404);
    expect(await gone.text()).toContain('This share does not exist');
    const told = await visit(service, made.share_url, { accept: 'application/json' });
    expect(await told.json()).toEqual({ error: expect.any(String) });
  });
});

describe('pages of private shares', () => {
  const open = async (url: string, headers: Record<string, string> = {}) => {
    const page = await visit(service, url, { ...HTML, ...headers });
    return { status: page.status, text: await page.text() };
  };

  it('[AUTH-3] need sign-in: by header, or by the form and its cookie', async () => {
    const body = { file_id: files[0], visibility: 'private', title: 'Secret harbour' };
    const { id, share_url: url } = await share(service, body);
    const stranger = await open(url);
    expect(stranger.status).toBe(401);
    expect(stranger.text).not.toContain('Secret harbour');
    expect(stranger.text).not.toContain('data-stream');
    expect((await open(url, { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await open(url, { authorization: `Bearer ${service.token}` })).text).toContain('Secret harbour');

    const { answer, cookie } = await signIn(service.token, id);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`/s/${id}`);
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly/);
    expect(answer.headers.get('set-cookie')).toMatch(/SameSite=/);
    expect(answer.headers.get('set-cookie')).not.toContain(service.token);
    const member = await open(url, { cookie });
    expect(member.status).toBe(200);
    expect(member.text).toContain('Secret harbour');

    const wrong = await signIn('vau_wrong', id);
    expect(wrong.answer.status).toBe(401);
    expect(wrong.cookie).toBe('');
    expect((await open(url, { cookie: `${cookie.slice(0, -3)}AAA` })).status).toBe(401);
  });

  it("[AUTH-3] [ACC-1] do not exist for another account's member", async () => {
    const { id, share_url: url } = await listed(service, 'visibility=private');
    const token = await strangerToken(service);
    const { cookie } = await signIn(token, id);
    expect(cookie).not.toBe('');
    for (const headers of [{ cookie }, { authorization: `Bearer ${token}` }]) {
      const page = await open(url, headers);
      const unknown = await open(url.replace(id, NOWHERE), headers);
      expect(page).toEqual({ status: 404, text: unknown.text });
      for (const part of ['embed', 'stream', 'preview.jpg'])
        expect((await open(`${url}/${part}`, headers)).status).toBe(404);
    }
  });

  it('[AUTH-3] a session ends when its token is revoked', async () => {
    const { id, share_url: url } = await listed(service, 'visibility=private');
    const { id: tokenId, token } = await anotherToken(service);
    const { cookie } = await signIn(token, id);
    expect((await open(url, { cookie })).status).toBe(200);
    await service.context.db
      .updateTable('tokens')
      .set({ revoked_at: Date.now() })
      .where('id', '=', tokenId)
      .execute();
    expect((await open(url, { cookie })).status).toBe(401);
  });

  it('[AUTH-4] a page that stays open gets a fresh stream URL, for members only', async () => {
    const { share_url: url } = await listed(service, 'visibility=private');
    const headers = { authorization: `Bearer ${service.token}` };
    const renewed = JSON.parse((await open(`${url}/stream?clip_start=1&clip_end=2`, headers)).text);
    expect(renewed.expires_at).toBeGreaterThan(Date.now());
    expect((await visit(service, renewed.stream_url)).status).toBe(200);
    expect((await open(`${url}/stream`)).status).toBe(401);
  });

  it('[SHARE-7] show as much preview as link_preview says: nothing, the tags, or a playing embed too', async () => {
    const { id, share_url: url } = await listed(service, 'visibility=private');
    const at = async (link_preview: string) => {
      await service.call('PUT', `/share/${id}`, { link_preview, description: 'By night' });
      return open(url);
    };
    const none = await at('none');
    expect(tagsOf(none.text)).toEqual({});
    expect(none.text).not.toContain('Secret harbour');
    expect((await visit(service, `${url}/preview.jpg`)).status).toBe(401);
    expect((await open(`${url}/embed`)).status).toBe(401);

    const full = await at('full');
    expect(full.status).toBe(200);
    expect(full.text).not.toContain('data-stream');
    const tags = tagsOf(full.text);
    expect(tags).toMatchObject({ 'og:title': 'Secret harbour', 'og:description': 'By night' });
    expect((await visit(service, tags['og:image'] ?? '')).status).toBe(200);
    expect(tags).not.toHaveProperty('og:video');
    expect((await open(`${url}/embed`)).status).toBe(401);

    const player = tagsOf((await at('player')).text);
    expect(player).toMatchObject({ 'og:title': 'Secret harbour', 'twitter:card': 'player' });
    const embed = await visit(service, player['og:video'] ?? '', HTML);
    expect(embed.status).toBe(200);
    expect(embed.headers.get('content-security-policy')).toContain('frame-ancestors *');
    const stream = /data-stream="([^"]+)"/.exec(await embed.text())?.[1] ?? '';
    expect((await visit(service, stream)).status).toBe(200);
    expect((await open(url)).text).not.toContain('data-stream');
  });
});
