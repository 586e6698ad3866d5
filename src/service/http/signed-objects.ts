import type { Context } from 'hono';
import type { ServiceContext } from '../context/context.ts';
import { openedUntil } from '../links/signed.ts';
import { signingKey } from '../store/settings.ts';
import type { AppEnv } from './env.ts';
import { type ObjectAnswer, objectAsked, serveObject } from './ranges.ts';

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  ts: 'video/mp2t',
  vtt: 'text/vtt; charset=utf-8',
};

/** GET /m/TOKEN/KEY: serves an object to anyone who holds a token for it. No sign-in: the token grants access. */
export async function serveSignedObject(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
  const key = c.req.param('path') ?? '';
  const now = ctx.clock();
  const until = openedUntil(await signingKey(ctx.db), c.req.param('token') ?? '', key, now);
  if (until === undefined)
    return c.json({ error: 'this link has expired or was changed; ask the service for a new one' }, 403);
  const extension = /\.([a-z0-9]+)$/.exec(key)?.[1] ?? '';
  const options: ObjectAnswer = {
    contentType: TYPES[extension] ?? 'application/octet-stream',
    cacheSeconds: Math.floor((until - now) / 1000),
  };
  return serveObject(ctx.objects, key, objectAsked(c), options);
}
