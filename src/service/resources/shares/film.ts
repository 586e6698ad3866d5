import type { Context } from 'hono';
import type { ServiceContext } from '../../context/context.ts';
import type { AppEnv } from '../../http/env.ts';
import { objectAsked, serveObject } from '../../http/ranges.ts';
import { FILMS } from '../../links/films.ts';
import { openedUntil } from '../../links/signed.ts';
import { signingKey } from '../../store/settings.ts';
import { mediaTypeOf } from '../../web/media-types.ts';
import { fileKeys } from '../files/keys.ts';

const playsOnly = "default-src 'none'; media-src 'self'; img-src 'self'; frame-ancestors 'none'";

/**
 * GET /m/TOKEN/films/ID/NAME: serves an original to anyone who holds a token for it, for a browser to play. No sign-in: the
 * token grants access.
 */
export async function serveFilm(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
  const [id, name] = [c.req.param('id') ?? '', c.req.param('name') ?? ''];
  const now = ctx.clock();
  const until = openedUntil(
    await signingKey(ctx.db),
    c.req.param('token') ?? '',
    `${FILMS}/${id}/${name}`,
    now,
  );
  if (until === undefined)
    return c.json({ error: 'this link has expired or was changed; ask the service for a new one' }, 403);
  const answer = await serveObject(ctx.objects, fileKeys.original(id), objectAsked(c), {
    contentType: mediaTypeOf(name),
    cacheSeconds: Math.floor((until - now) / 1000),
  });
  // A browser shows it in a page of its own, which plays it from this address and does nothing else.
  answer.headers.set('content-security-policy', playsOnly);
  return answer;
}
