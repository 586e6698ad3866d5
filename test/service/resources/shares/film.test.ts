/** media_url: the address of a film in a search result, which plays without sign-in for who has it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addFilm, makeCollection } from '../../search/library.ts';

const HOUR = 3_600_000;
let service: TestService;
let now = Date.now();
let id: string;
let collection: string;

beforeAll(async () => {
  service = await openTestService({}, { clock: () => now });
  collection = await makeCollection(service, 'films');
  const speech = [{ text: 'An otter swims by.', start: 1 }];
  // A name that a browser would run, if the service sent it as what it says.
  id = (await addFilm(service, collection, { filename: 'otter.html', speech })).file_id;
  await service.context.objects.putBytes(`files/${id}/original`, '<script>alert(1)</script>');
});
afterAll(() => service.close());

async function addressOf(): Promise<string> {
  const query = { scope: 'segment', collections: [collection], query: 'otter' };
  const { results } = (await service.call('POST', '/search', query)).body;
  const { media_url } = results[0] as unknown as { media_url: string };
  return new URL(media_url).pathname;
}
const open = (address: string, init: RequestInit = {}) => Promise.resolve(service.app.request(address, init));

describe('[SAFE-5] the address of a film', () => {
  it('is sent so that no browser runs it: no type to run, no scripts, no frame, no guess', async () => {
    const answer = await open(await addressOf());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; media-src 'self'; img-src 'self'; frame-ancestors 'none'",
    );
    expect(answer.headers.get('cache-control')).toMatch(/^private, /);
  });

  it('is refused with any character of its token changed, with another name, and with a token for other things', async () => {
    const address = await addressOf();
    const start = '/m/'.length;
    for (let at = start; at < address.indexOf('/', start); at += 1) {
      const changed = `${address.slice(0, at)}${address[at] === 'x' ? 'y' : 'x'}${address.slice(at + 1)}`;
      expect((await open(changed)).status, `at ${at}`).toBe(403);
    }
    for (const [from, to] of [
      ['film.html', 'film.mp4'],
      ['/films/', '/files/'],
      [`films/${id}/film.html`, `files/${id}/original`],
    ] as const)
      expect((await open(address.replace(from, to))).status, to).toBe(403);
    await service.context.db.updateTable('files').set({ has_thumbnail: 1 }).execute();
    const { thumbnail_url } = (await service.call('GET', `/files/${id}`)).body;
    const token = /\/m\/([^/]+)\//.exec(thumbnail_url)?.[1];
    expect((await open(`/m/${token}/films/${id}/film.html`)).status).toBe(403);
  });

  it('is refused when its time is over: at least an hour, at most two', async () => {
    const address = await addressOf();
    now += HOUR - 1000;
    expect((await open(address)).status).toBe(200);
    now += HOUR + 1000;
    expect((await open(address)).status).toBe(403);
  });
});
