import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeTokens } from '../../../src/service/accounts/remembered-tokens.ts';
import { anotherToken, openTestService, strangerToken, type TestService } from '../../support/service.ts';
import { csrfIn, signedIn, Visitor } from './support.ts';

const MINUTE = 60_000;
let service: TestService;
let now = Date.now();
beforeAll(async () => {
  service = await openTestService({ requestsPerSecond: 0 }, { clock: () => now });
});
afterAll(() => service.close());

describe('[AUTH-3] signing in to the pages', () => {
  it('a visitor gets the form, and no page, with status 401', async () => {
    for (const path of ['/', '/files', '/collections/a', '/files/a', '/files/a/media']) {
      const page = await new Visitor(service).open(path);
      expect(page, path).toMatchObject({ status: 401, set: null });
      expect(page.text).toContain('Access token');
      expect(page.text).not.toContain('Sign out');
    }
  });

  it('a token is exchanged for a short cookie that no script reads, and the page asked for', async () => {
    const visitor = new Visitor(service);
    const form = await visitor.open('/files?page=2');
    expect(form.text).toContain('name="to" value="/files?page=2"');
    const answer = await visitor.send('/sign-in', { token: ` ${service.token} `, to: '/files?page=2' });
    expect(answer).toMatchObject({ status: 303, to: '/files?page=2' });
    expect(answer.set).toMatch(/Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax/);
    expect(answer.set).not.toContain(service.token);
    expect((await visitor.open('/files')).status).toBe(200);
  });

  it.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
    '',
  ])('leads nowhere else: %s', async (to) => {
    const answer = await new Visitor(service).send('/sign-in', { token: service.token, to });
    expect(answer).toMatchObject({ status: 303, to: '/' });
  });

  it('an unknown token is refused, with the form again', async () => {
    const answer = await new Visitor(service).send('/sign-in', { token: 'vau_unknown', to: '/files' });
    expect(answer).toMatchObject({ status: 401, set: null });
    expect(answer.text).toContain('unknown or was revoked');
    expect(answer.text).toContain('value="/files"');
  });

  it('the form of another site is refused', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await new Visitor(service).send('/sign-in', { token: service.token }, headers)).status).toBe(403);
  });

  it('half an hour after the last page, the session has ended; with pages in between, after twelve hours', async () => {
    const visitor = await signedIn(service);
    now += 29 * MINUTE;
    expect((await visitor.open('/')).set).toContain('Max-Age=1800');
    now += 31 * MINUTE;
    expect((await visitor.open('/')).status).toBe(401);
    const busy = await signedIn(service);
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      now += 20 * MINUTE;
      expect((await busy.open('/')).status, `after ${minutes} minutes`).toBe(200);
    }
    now += 21 * MINUTE;
    expect((await busy.open('/')).status).toBe(401);
  });

  it('a cookie is renewed when it is more than a minute old', async () => {
    const visitor = await signedIn(service);
    now += MINUTE;
    expect((await visitor.open('/')).set).toBeNull();
    now += 1;
    expect((await visitor.open('/')).set).toContain('Max-Age=1800');
  });

  it('revoking the token ends its sessions', async () => {
    const { id, token, account } = await anotherToken(service);
    const visitor = await signedIn(service, token);
    expect((await visitor.open('/')).status).toBe(200);
    await revokeTokens(service.context.db, account, [id], now);
    expect((await visitor.open('/')).status).toBe(401);
  });

  it('the progress of a page ends with its session, without a word', async () => {
    const { id } = (await service.upload('waits for its turn', 'a.mp3')).body;
    const { id: tokenId, token, account } = await anotherToken(service);
    const progress = async (own: string) => {
      const { cookie } = await signedIn(service, own);
      return service.app.request(`http://localhost/files/${id}/events`, { headers: { cookie } });
    };
    const [ends, goesOn] = [await progress(token), await progress(service.token)];
    await revokeTokens(service.context.db, account, [tokenId], now);
    expect(await ends.text()).toBe('');
    await service.drain();
    expect(await goesOn.text()).toMatch(/^event: reload\n/);
  });

  it('a cookie with any character changed is refused', async () => {
    const { cookie } = await signedIn(service);
    for (let at = 'vau_session='.length; at < cookie.length; at += 1) {
      const visitor = new Visitor(service);
      visitor.cookie = `${cookie.slice(0, at)}${cookie[at] === 'x' ? 'y' : 'x'}${cookie.slice(at + 1)}`;
      expect((await visitor.open('/')).status, `at ${at}`).toBe(401);
    }
  });

  it('signing out removes the cookie, and needs the form of a page', async () => {
    const visitor = await signedIn(service);
    const page = await visitor.open('/');
    expect((await visitor.send('/sign-out', {})).status).toBe(403);
    expect(await visitor.sendFrom(page.text, '/sign-out')).toMatchObject({ status: 303, to: '/' });
    expect((await visitor.open('/')).status).toBe(401);
  });

  it("a form with another session's hidden field is refused", async () => {
    const other = await (await signedIn(service, (await anotherToken(service)).token)).open('/');
    const visitor = await signedIn(service);
    const field = csrfIn(other.text);
    expect(field).not.toBe('');
    expect((await visitor.send('/sign-out', { csrf: field })).status).toBe(403);
    expect((await visitor.send('/sign-out', { csrf: `${field}x` })).status).toBe(403);
  });

  it('programs that do not ask for HTML get the 404 of any unknown path', async () => {
    const answer = await service.app.request('http://localhost/files');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ error: 'GET /files does not exist' });
  });
});

describe('[AUTH-3] a link that opens a page', () => {
  const create = async (body: object = {}) => (await service.call('POST', '/page-links', body)).body;
  const pathOf = (url: string) => new URL(url).pathname;

  /** Opens the link as a person does: looks at its page, and clicks the button. */
  const click = async (url: string, visitor = new Visitor(service)) => {
    const page = await visitor.open(pathOf(url));
    const [, action] = /<form method="post" action="([^"]+)">/.exec(page.text) ?? [];
    return page.status === 200 ? visitor.send(action ?? '', {}, SAME) : page;
  };
  const SAME = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' };

  it('signs in by its button, once, and leads to its page; the second time it leads nowhere', async () => {
    const { url } = await create({ page: 'jobs' });
    const visitor = new Visitor(service);
    expect(await click(url, visitor)).toMatchObject({ status: 303, to: '/jobs' });
    expect((await visitor.open('/jobs')).status).toBe(200);
    for (const second of [await click(url), await new Visitor(service).send(pathOf(url), {}, SAME)]) {
      expect(second).toMatchObject({ status: 401, set: null });
      expect(second.text).toContain('expired or was used before. Make another with vau open');
    }
  });

  it('shows whom it signs in, and has one button, which works without scripts', async () => {
    const { text } = await new Visitor(service).open(pathOf((await create()).url));
    expect(text.match(/<button/g)).toHaveLength(1);
    expect(text).toMatch(/account <strong>[^<]+<\/strong>/);
    expect(text).not.toContain('<script');
  });

  it('is left whole by what looks at links: HEAD, prefetch, previews, scanners of mail', async () => {
    const { url } = await create();
    const where = `http://localhost${pathOf(url)}`;
    const looks: RequestInit[] = [
      { method: 'HEAD' },
      { method: 'OPTIONS' },
      { headers: { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-site': 'cross-site', accept: '*/*' } },
      { headers: { purpose: 'prefetch' } },
      ...Array.from({ length: 3 }, () => ({ headers: { 'user-agent': 'SafeLinks scanner' } })),
    ];
    for (const look of looks) {
      const answer = await service.app.request(where, look);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect(await click(url)).toMatchObject({ status: 303, to: '/' });
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
  ])('is refused with a page when another site sends its form: %o', async (headers) => {
    const { url } = await create();
    const answer = await new Visitor(service).send(pathOf(url), {}, headers as Record<string, string>);
    expect(answer).toMatchObject({ status: 403, set: null });
    expect(answer.text).toContain('sent from another site');
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(await click(url)).toMatchObject({ status: 303 });
  });

  it('used by many at once, signs in one of them', async () => {
    const { url } = await create();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => new Visitor(service).send(pathOf(url), {}, SAME)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(7).fill(401)]);
  });

  it('is refused after five minutes, when changed, and when its token was revoked', async () => {
    const refused = async (path: string) => {
      const visitor = new Visitor(service);
      const statuses = [(await visitor.open(path)).status, (await visitor.send(path, {}, SAME)).status];
      expect(statuses, path).toEqual([401, 401]);
    };
    const { url } = await create();
    now += 5 * MINUTE;
    await refused(pathOf(url));
    const path = pathOf((await create()).url);
    for (let at = '/open/'.length; at < path.length; at += 1)
      await refused(`${path.slice(0, at)}${path[at] === 'x' ? 'y' : 'x'}${path.slice(at + 1)}`);
    expect((await new Visitor(service).send(path, {}, SAME)).status).toBe(303);
    const { id, token, account } = await anotherToken(service);
    const headers = { authorization: `Bearer ${token}` };
    const link = (await service.call('POST', '/page-links', {}, headers)).body.url;
    await revokeTokens(service.context.db, account, [id], now);
    await refused(pathOf(link));
  });

  it('is stored as a hash only', async () => {
    const token = pathOf((await create()).url).slice('/open/'.length);
    const rows = await service.context.db.selectFrom('page_links').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is forgotten when it has expired and another is made, and not before', async () => {
    const stored = async () =>
      (await service.context.db.selectFrom('page_links').select('hash').execute()).map(({ hash }) => hash);
    await create();
    now += 4 * MINUTE;
    await create();
    const [before, { url }] = [await stored(), await create()];
    expect(await stored()).toEqual(expect.arrayContaining(before));
    now += 4 * MINUTE;
    expect(await click(url)).toMatchObject({ status: 303 });
    await create();
    now += 5 * MINUTE;
    await create();
    expect(await stored()).toHaveLength(1);
  });

  it('leads to the page of a resource of the account, and is refused for anything else', async () => {
    const about = { name: 'films', collection_type: 'metadata' };
    const { id } = (await service.call('POST', '/collections', about)).body;
    const opened = await click((await create({ id })).url);
    expect(opened.to).toBe(`/collections/${id}`);
    const headers = { authorization: `Bearer ${await strangerToken(service)}` };
    expect((await service.call('POST', '/page-links', { id }, headers)).status).toBe(404);
    expect((await service.call('POST', '/page-links', { id, page: 'jobs' })).status).toBe(400);
  });
});
