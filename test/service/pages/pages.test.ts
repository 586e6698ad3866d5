/** The pages of collections and files, as their account and another one see them. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { make } from '../../support/film.ts';
import { needs } from '../../support/programs.ts';
import { openTestService, strangerToken, type TestService } from '../../support/service.ts';
import { signedIn, type Visitor } from './support.ts';

const it = needs('ffmpeg');
const HOSTILE = `"'><script>alert(1)</script>`;
const SUBTITLES = [
  '1\n00:00:00,000 --> 00:00:01,000\nThe kettle boils.\n',
  `2\n00:00:01,000 --> 00:00:02,000\n${HOSTILE} in the kitchen.\n`,
].join('\n');
let service: TestService;
let visitor: Visitor;
let stranger: Visitor;
let file: string;
let broken: string;
let collection: string;

beforeAll(async () => {
  service = await openTestService({ requestsPerSecond: 0 });
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10', '-pix_fmt', 'yuv420p'];
  const film = await make(['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=4', ...codec], 'mp4');
  const subtitles = new Blob([SUBTITLES]);
  file = (await service.upload(film, `${HOSTILE}.mp4`, { subtitles })).body.id;
  broken = (await service.upload('nothing', 'broken.mp4')).body.id;
  const about = { name: `films ${HOSTILE}`, description: HOSTILE, collection_type: 'rich-transcripts' };
  collection = (await service.call('POST', '/collections', about)).body.id;
  for (const file_id of [file, broken])
    await service.call('POST', `/collections/${collection}/media`, { file_id });
  await service.drain();
  visitor = await signedIn(service);
  stranger = await signedIn(service, await strangerToken(service));
});
afterAll(() => service?.close());

const paths = () => ['/', '/files', `/collections/${collection}`, `/files/${file}`, `/files/${broken}`];

describe('the pages', () => {
  it('[SAFE-5] show names, descriptions and transcripts as text, under a strict policy', async () => {
    for (const path of paths()) {
      const { status, text, headers } = await visitor.open(path);
      expect(status, path).toBe(200);
      expect(text, path).not.toContain('<script>alert');
      expect(text, path).not.toMatch(/="[^"]*"'>/);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(text, path).not.toMatch(/ (style|on\w+)="/);
    }
    expect((await visitor.open(`/files/${file}`)).text).toContain('&lt;script&gt;');
  });

  it('every link and file of a page is there', async () => {
    for (const path of paths()) {
      const { text } = await visitor.open(path);
      const links = [...text.matchAll(/(?:href|src)="(\/[^"#]*)"/g)].map(([, link = '']) => link);
      expect(links.length, path).toBeGreaterThan(5);
      for (const link of new Set(links))
        expect([200, 206], `${path} ${link}`).toContain((await visitor.open(link)).status);
    }
  });

  it('a collection shows its files as thumbnails, and why one failed', async () => {
    const { text } = await visitor.open(`/collections/${collection}`);
    expect(text).toContain('2 files · rich-transcripts');
    expect(text).toMatch(/<img src="\/m\/[^"]+thumbnail\.jpg"/);
    expect(text).toMatch(/<span class="badge bad">failed<\/span><\/p><p class="why">[^<]+</);
  });

  it('a file has its player, its transcript with links to every line, and its timeline', async () => {
    const { text } = await visitor.open(`/files/${file}?t=1`);
    expect(text).toContain(`src="/files/${file}/media#t=1"`);
    expect(text).toMatch(/href="\?t=0"><time>0:00<\/time>[^\n]*The kettle boils\./);
    expect(text).toMatch(/<svg [^>]*class="speech"><a href="\?t=0"/);
    const media = await visitor.open(`/files/${file}/media`, { range: 'bytes=4-7' });
    expect(media).toMatchObject({ status: 206, text: 'ftyp' });
    expect(media.headers.get('content-type')).toBe('video/mp4');
    const captions = await visitor.open(`/files/${file}/captions.vtt`);
    expect(captions.text).toContain('00:00:00.000 --> 00:00:01.000\nThe kettle boils.');
  });

  it('[ACC-1] another account finds none of it', async () => {
    for (const path of [...paths().slice(2), `/files/${file}/media`, `/files/${file}/captions.vtt`]) {
      const { status, text } = await stranger.open(path);
      expect(status, path).toBe(404);
      expect(text, path).not.toContain('kettle');
    }
    for (const path of ['/', '/files']) expect((await stranger.open(path)).text).not.toContain('.mp4');
  });

  it('a failed file can be tried again from its collection, by its account only', async () => {
    const { text } = await visitor.open(`/collections/${collection}`);
    const path = `/collections/${collection}/files/${broken}/retry`;
    expect(text).toContain(`action="${path}"`);
    expect((await visitor.send(path, {})).status).toBe(403);
    // The file itself failed, so trying again is refused with the reason.
    const again = await visitor.sendFrom(text, path);
    expect(again.status).toBe(409);
    expect(again.text).toContain(broken);
    expect((await stranger.sendFrom((await stranger.open('/')).text, path)).status).toBe(404);
  });

  it('a file is shared from its page', async () => {
    const { text } = await visitor.open(`/files/${file}`);
    const sent = await visitor.sendFrom(text, `/files/${file}/share`, { visibility: 'public' });
    expect(sent).toMatchObject({ status: 303, to: `/files/${file}` });
    expect((await visitor.open(`/files/${file}`)).text).toMatch(/href="\/s\/[^"]+">Share<\/a>/);
    expect((await visitor.sendFrom(text, `/files/${file}/share`, { visibility: 'public' })).status).toBe(409);
    expect((await visitor.sendFrom(text, `/files/${file}/share`, { visibility: 'x' })).status).toBe(400);
  });
});
