import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { type AppEnv, Asked } from '../../../src/service/http/access/env.ts';
import { completeHeaders } from '../../../src/service/http/access/protect-browsers.ts';

const app = new Hono<AppEnv>();
const unlimited = { request: () => undefined, failedSignIn: () => undefined };
app.use(async (c, next) => {
  c.set('asked', new Asked('request-1', unlimited));
  await next();
  completeHeaders(c, c.res);
});
app.get('/json', (c) => c.json({}));
app.get('/stream', () => new Response('bytes', { headers: { 'referrer-policy': 'same-origin' } }));
app.get('/page', (c) => {
  c.header('content-security-policy', "default-src 'self'");
  return c.html('<p>');
});
app.get('/broken', () => {
  throw new Error('broken');
});
app.onError((_, c) => c.json({ error: 'broken' }, 500));

const headersOf = async (where: string) => Object.fromEntries((await app.request(where)).headers);
const CLOSED = "default-src 'none'; frame-ancestors 'none'";

describe('the headers that protect browsers', () => {
  it.each(['/json', '/stream', '/page', '/broken', '/nothing'])(
    'are in the response to %s',
    async (where) => {
      expect(await headersOf(where)).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'origin-agent-cluster': '?1',
        'referrer-policy': where === '/stream' ? 'same-origin' : 'no-referrer',
        'content-security-policy': where === '/page' ? "default-src 'self'" : CLOSED,
        'x-content-type-options': 'nosniff',
        'x-dns-prefetch-control': 'off',
        'x-download-options': 'noopen',
        'x-frame-options': 'DENY',
        'x-permitted-cross-domain-policies': 'none',
        'x-xss-protection': '0',
        'x-request-id': 'request-1',
      });
    },
  );
});
