import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openedUntil, signedPath, signScope } from '../../../src/service/links/signed.ts';
import { signingKey } from '../../../src/service/store/sql/settings.ts';
import { openTestService, type TestService } from '../../support/service.ts';

const key = Buffer.alloc(32, 7);
const NOW = 1_800_000_000_000;

describe('a signed scope', () => {
  const token = signScope(key, 'shares/1/', NOW + 1000);

  it('opens its folder and everything below, until it expires', () => {
    expect(openedUntil(key, token, 'shares/1/stream/index.m3u8', NOW)).toBe(NOW + 1000);
    expect(openedUntil(key, token, 'shares/1/', NOW)).toBe(NOW + 1000);
    expect(openedUntil(key, token, 'shares/1/a', NOW + 999)).toBe(NOW + 1000);
    expect(openedUntil(key, token, 'shares/1/a', NOW + 1000)).toBeUndefined();
  });

  it('opens nothing else', () => {
    for (const path of ['shares/2/a', 'shares/10/a', 'shares/1', 'shares/', 'files/1/', '', '/shares/1/a'])
      expect(openedUntil(key, token, path, NOW)).toBeUndefined();
    const single = signScope(key, 'files/1/a.jpg', NOW + 1000);
    expect(openedUntil(key, single, 'files/1/a.jpg', NOW)).toBe(NOW + 1000);
    for (const path of ['files/1/a.jpg/', 'files/1/a.jpg/b', 'files/1/', 'files/1/a.jp'])
      expect(openedUntil(key, single, path, NOW)).toBeUndefined();
  });

  it('is refused if a single character is changed, or the key is another', () => {
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
      expect(openedUntil(key, changed, 'shares/1/a', NOW)).toBeUndefined();
    }
    expect(openedUntil(Buffer.alloc(32, 8), token, 'shares/1/a', NOW)).toBeUndefined();
    for (const text of ['', '.', 'x.y', `${token}a`, `${token}=`])
      expect(openedUntil(key, text, 'shares/1/a', NOW)).toBeUndefined();
  });

  it('has one spelling: no other last character opens it, although two of its bits say nothing', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const opening = [...letters].filter((last) =>
      openedUntil(key, token.slice(0, -1) + last, 'shares/1/a', NOW),
    );
    expect(opening).toEqual([token.at(-1)]);
  });

  it('opens at most eleven folders above a path', () => {
    const below = (folders: number) => `shares/1/${'a/'.repeat(folders)}b`;
    expect(openedUntil(key, token, below(10), NOW)).toBe(NOW + 1000);
    expect(openedUntil(key, token, below(11), NOW)).toBeUndefined();
  });

  it('cannot live longer than 366 days', () => {
    const longest = NOW + 366 * 24 * 3600 * 1000;
    expect(openedUntil(key, signScope(key, 'a', longest), 'a', NOW)).toBe(longest);
    for (const expiresAt of [longest + 1, NOW * 3])
      expect(openedUntil(key, signScope(key, 'a', expiresAt), 'a', NOW)).toBeUndefined();
  });

  it('returns the same URL for a while, so that caches can keep it', () => {
    expect(signedPath(key, 'a b/c.jpg', NOW, 1000)).toBe(signedPath(key, 'a b/c.jpg', NOW + 999, 1000));
    expect(signedPath(key, 'a b/c.jpg', NOW, 1000)).toMatch(/^\/m\/[^/]+\/a%20b\/c\.jpg$/);
  });
});

describe('a signed object', () => {
  let service: TestService;
  let now = NOW;
  beforeAll(async () => {
    service = await openTestService();
    Object.assign(service.context, { clock: () => now });
    await service.context.objects.putBytes('files/1/original', '0123456789');
    await service.context.objects.putBytes('files/1/empty', '');
  });
  afterAll(() => service.close());

  const get = async (object: string, headers: Record<string, string> = {}, method = 'GET') => {
    const address = signedPath(await signingKey(service.context.db), object, NOW, 1000);
    return service.app.request(address, { headers, method });
  };

  it('is sent whole, without sign-in', async () => {
    const answer = await get('files/1/original');
    expect(await answer.text()).toBe('0123456789');
    expect(answer.headers.get('content-length')).toBe('10');
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(await (await get('files/1/empty')).text()).toBe('');
  });

  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('is sent in part for %s', async (range, text, where) => {
    const answer = await get('files/1/original', { range });
    expect(answer.status).toBe(206);
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get('content-range')).toBe(where);
    expect(answer.headers.get('content-length')).toBe(String(text.length));
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])(
    'is refused for %s, which lies outside',
    async (range) => {
      const answer = await get('files/1/original', { range });
      expect(answer.status).toBe(416);
      expect(answer.headers.get('content-range')).toBe('bytes */10');
    },
  );

  it.each(['bytes=4-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=x-1'])(
    'is sent whole for %s, which is not a supported range',
    async (range) => {
      expect((await get('files/1/original', { range })).status).toBe(200);
    },
  );

  it('answers HEAD with its length alone', async () => {
    const answer = await get('files/1/original', {}, 'HEAD');
    expect(answer.headers.get('content-length')).toBe('10');
    expect(await answer.text()).toBe('');
  });

  it('is refused if the link expired, and gone if the object is', async () => {
    expect((await get('files/1/nothing')).status).toBe(404);
    now = NOW + 10_000;
    expect((await get('files/1/original')).status).toBe(403);
    now = NOW;
  });

  it('cannot escape from the storage', async () => {
    const out = 'files/../../vau.sqlite';
    const token = signScope(await signingKey(service.context.db), out, NOW + 1000);
    const answer = await service.app.request(`/m/${token}/${encodeURIComponent(out)}`);
    expect(answer.ok).toBe(false);
    expect((await get(out)).ok).toBe(false);
  });
});
