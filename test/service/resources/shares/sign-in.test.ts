import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, readAnswer, type TestService } from '../../../support/service.ts';

let service: TestService;
let proxied: TestService;
beforeAll(async () => {
  service = await openTestService();
  proxied = await openTestService({ publicUrl: 'https://media.example/vau' });
});
afterAll(async () => {
  await service.close();
  await proxied.close();
});

const FORM = 'application/x-www-form-urlencoded';

/** Signs in with a valid token; the headers vary. */
async function signIn(headers: Record<string, string>, own = service, body?: string) {
  const form = body ?? new URLSearchParams({ token: own.token, share: 'a-share' }).toString();
  const answer = await own.app.request('http://localhost/s/login', {
    method: 'POST',
    headers: { 'content-type': FORM, ...headers },
    body: form,
  });
  return { ...(await readAnswer(answer)), cookie: answer.headers.get('set-cookie') };
}

describe('[AUTH-3] the sign-in form', () => {
  it.each([
    { origin: 'https://elsewhere.example' },
    { origin: 'http://localhost:8080' },
    { origin: 'http://localhost.elsewhere.example' },
    { origin: 'null' },
    { origin: 'nonsense' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
    { 'sec-fetch-site': 'anything' },
  ])('sent from another site (%j) is refused and sets no cookie', async (headers) => {
    const answer = await signIn(headers);
    expect(answer).toMatchObject({ status: 403, cookie: null });
    expect(answer.body.error).toContain('another site');
  });

  it.each([
    {},
    { origin: 'http://localhost' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' },
    { 'sec-fetch-site': 'none' },
  ])('sent by its own page or by a program (%j) signs in', async (headers) => {
    expect(await signIn(headers)).toMatchObject({
      status: 303,
      cookie: expect.stringContaining('vau_session='),
    });
  });

  it('also accepts the public URL behind a proxy', async () => {
    expect((await signIn({ origin: 'https://media.example' }, proxied)).status).toBe(303);
    expect((await signIn({ origin: 'https://elsewhere.example' }, proxied)).status).toBe(403);
  });

  it('is on a page that allows its origin to be sent, so that older browsers can use it', async () => {
    const page = await service.app.request('http://localhost/s/a-share', {
      headers: { accept: 'text/html' },
    });
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
  });

  it('must be a form, and short', async () => {
    expect((await signIn({ 'content-type': 'application/json' })).status).toBe(415);
    expect((await signIn({ 'content-type': 'text/plain' })).status).toBe(415);
    expect((await signIn({}, service, `token=${'x'.repeat(5000)}`)).status).toBe(413);
    expect((await signIn({}, service, '')).status).toBe(400);
  });
});
