import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { share, visit } from './support.ts';

const it = needs('ffmpeg');
const TITLE = `<b>"Harbour"</b>`;
let service: TestService;
let links: Record<'public' | 'private', { id: string; url: string }>;

beforeAll(async () => {
  service = await openTestService();
  const file = (await service.upload(await makeVideo(1), 'a.mp4')).body.id;
  const made = async (visibility: string) => {
    const { id, share_url: url } = await share(service, { file_id: file, visibility, title: TITLE });
    return { id, url };
  };
  links = { public: await made('public'), private: await made('private') };
});
afterAll(() => service.close());

async function oembed(url: string, more = '') {
  const answer = await visit(service, `http://localhost/oembed?url=${encodeURIComponent(url)}${more}`);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('oEmbed', () => {
  it('[SHARE-8] of a public share is its player, found through its page, within the asked size', async () => {
    const text = await (await visit(service, links.public.url, { accept: 'text/html' })).text();
    const found =
      /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(text)?.[1] ?? '';
    const answer = await visit(service, found.replaceAll('&amp;', '&'));
    expect(await answer.json()).toMatchObject({
      version: '1.0',
      type: 'video',
      title: TITLE,
      width: 320,
      height: 180,
      html: expect.stringContaining(`<iframe src="${links.public.url}/embed" width="320" height="180"`),
    });
    const small = await oembed(`${links.public.url}?t=3`, '&maxwidth=160&maxheight=x');
    expect(small.body).toMatchObject({ width: 160, height: 90 });
    expect(small.body.html).not.toContain('<b>');
  });

  it('[SHARE-7] of a private share is nothing, a title, or its player, as link_preview says', async () => {
    const { id, url } = links.private;
    const at = async (link_preview: string) => {
      await service.call('PUT', `/share/${id}`, { link_preview });
      return oembed(url);
    };
    expect((await at('none')).status).toBe(404);
    const full = await at('full');
    expect(full).toMatchObject({ status: 200, body: { type: 'link', title: TITLE } });
    expect(full.body).not.toHaveProperty('html');
    expect((await at('player')).body).toMatchObject({ type: 'video' });
  });

  it('knows no link of another site, and no other format', async () => {
    for (const url of [
      '',
      'https://elsewhere.example/s/1',
      'http://localhost/s/',
      'http://localhost/files/1',
    ])
      expect((await oembed(url)).status, url).toBe(404);
    expect((await oembed(links.public.url, '&format=xml')).status).toBe(501);
  });
});
