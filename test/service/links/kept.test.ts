import { afterAll, beforeAll, expect, it } from 'vitest';
import { linksFor } from '../../../src/service/links/links.ts';
import { signedPath } from '../../../src/service/links/signed.ts';
import { signingKey } from '../../../src/service/store/sql/settings.ts';
import { memoryStore } from '../store/support.ts';

const DAY = 24 * 3600 * 1000;
const stores: Awaited<ReturnType<typeof memoryStore>>[] = [];
beforeAll(async () => {
  stores.push(await memoryStore(), await memoryStore());
});
afterAll(async () => {
  for (const store of stores) await store.close();
});

it('an address that was kept is the one that would be signed now, for every store and day', async () => {
  for (const now of [5 * DAY, 5 * DAY + 1, 6 * DAY, 5 * DAY])
    for (const { db } of stores)
      for (const path of ['files/1/a.jpg', 'files/2/a.jpg', 'files/1/a.jpg']) {
        const link = await linksFor({ db, baseUrl: 'http://host', clock: () => now });
        expect(link(path)).toBe(`http://host${signedPath(await signingKey(db), path, now, DAY)}`);
      }
});

it.each(['films/1/film.mp4', 'cuts/1/2-3.mp4'])('the address of %s is short-lived', async (path) => {
  const HOUR = 3600 * 1000;
  const now = 5 * DAY + HOUR / 2;
  for (const { db } of stores) {
    const link = await linksFor({ db, baseUrl: 'http://host', clock: () => now });
    expect(link(path)).toBe(`http://host${signedPath(await signingKey(db), path, now, HOUR)}`);
  }
});
