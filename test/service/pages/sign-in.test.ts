import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeToken } from '../../../src/service/accounts/tokens.ts';
import { anotherToken, openTestService, type TestService } from '../../support/service.ts';
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

  it('revoking the token ends its sessions', async () => {
    const { id, token, account } = await anotherToken(service);
    const visitor = await signedIn(service, token);
    expect((await visitor.open('/')).status).toBe(200);
    await revokeToken(service.context.db, account, id, now);
    expect((await visitor.open('/')).status).toBe(401);
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
