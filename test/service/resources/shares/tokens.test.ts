/** Tokens of links to a private share, tampered with in hundreds of ways. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { make } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addSegment, share, visit } from './support.ts';

const it = needs('ffmpeg');
const MINUTE = 60_000;
let service: TestService;
let movedBy = 0;
/** Links to two private shares: of the file and of a segment. */
let links: string[];
let others: string[];

beforeAll(async () => {
  service = await openTestService({ requestsPerSecond: 0 }, { clock: () => Date.now() + movedBy });
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  const film = await make(['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=4', ...codec], 'mp4');
  const file = (await service.upload(film, 'a.mp4')).body.id;
  const segment = await addSegment(service, file, 1, 3);
  links = await linksOf({ file_id: file, visibility: 'private' });
  others = await linksOf({ file_id: file, file_segment_id: segment, visibility: 'private' });
});
afterAll(() => service.close());

/** The stream, a clip, the download and the picture. */
async function linksOf(body: object): Promise<string[]> {
  const { id, stream_url, media_download_url, preview_url } = await share(service, body);
  const clip = (await service.call('GET', `/share/${id}?clip_start=0.5&clip_end=1.5`)).body.stream_url;
  return [stream_url, clip, media_download_url, preview_url].filter(Boolean);
}

const status = async (url: string) => (await visit(service, url)).status;
const tokenOf = (url: string) => /\/m\/([^/]+)\//.exec(url)?.[1] ?? '';
const withToken = (url: string, token: string) => url.replace(/\/m\/[^/]+\//, `/m/${token}/`);

/** Every variant of a token that could be taken for it. */
function tampered(token: string): string[] {
  const [expiry = '', signature = ''] = token.split('.');
  const later = (Number.parseInt(expiry, 36) + 3_600_000).toString(36);
  const flipped = [...signature].map((sign, at) => {
    const another = sign === 'A' ? 'B' : 'A';
    return `${expiry}.${signature.slice(0, at)}${another}${signature.slice(at + 1)}`;
  });
  return [
    ...flipped,
    `${later}.${signature}`,
    `${expiry}0.${signature}`,
    `0${expiry}.${signature}`,
    `${expiry.toUpperCase()}.${signature}`,
    `${expiry}.${signature.slice(0, -1)}`,
    `${expiry}.${signature}A`,
    `${expiry}.${signature}=`,
    `${expiry}.${'A'.repeat(43)}`,
    `zzzzzzzzzzz.${signature}`,
    `.${signature}`,
    expiry,
    signature,
    `${token}.${signature}`,
    `${signature}.${expiry}`,
    'public',
    'PUBLIC',
    '%00',
    '..%2f',
    service.token,
  ];
}

describe('[AUTH-4] the token of a private link', () => {
  it('opens its link, and no other path or share: swapped', async () => {
    for (const link of [...links, ...others]) expect(await status(link), link).toBe(200);
    let tried = 0;
    for (const from of [...links, ...others])
      for (const to of [...links, ...others]) {
        if (from === to) continue;
        tried += 1;
        expect(await status(withToken(to, tokenOf(from))), `${to} with the token of ${from}`).toBe(403);
      }
    expect(tried).toBeGreaterThanOrEqual(42);
  });

  it('opens nothing in more than 200 tampered forms', async () => {
    let tried = 0;
    for (const link of links)
      for (const token of tampered(tokenOf(link))) {
        if (token === tokenOf(link)) continue;
        tried += 1;
        const answer = await visit(service, withToken(link, token));
        expect([403, 404], `${token}: ${answer.status}`).toContain(answer.status);
        expect(answer.headers.get('content-type')).toContain('application/json');
      }
    expect(tried).toBeGreaterThan(200);
  });

  it('opens nothing again once it has expired or its share is gone: replayed', async () => {
    movedBy = 10 * MINUTE;
    for (const link of [...links, ...others]) expect(await status(link), link).toBe(403);
    movedBy = 0;
    for (const link of links) expect(await status(link), link).toBe(200);
    const id = /\/shares\/([^/]+)\//.exec(links[0] ?? '')?.[1] ?? '';
    await service.call('DELETE', `/share/${id}`);
    for (const link of links) expect(await status(link), link).toBe(404);
    for (const link of others) expect(await status(link), link).toBe(200);
  });
});
