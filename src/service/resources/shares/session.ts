import { findToken } from '../../accounts/tokens.ts';
import type { ServiceContext } from '../../context/context.ts';
import { openedUntil, signScope } from '../../links/signed.ts';
import { signingKey } from '../../store/settings.ts';

/** The cookie that keeps a visitor signed in to the pages of private shares. */
export const SESSION_COOKIE = 'vau_session';

/** Lifetime of a session, in milliseconds: a working day. */
export const SESSION_LIFE_MS = 12 * 3600 * 1000;

/**
 * Signs in to the pages with a bearer token.
 * @returns the cookie's value, or undefined for an unknown token. It does not contain the token: it has its id, is
 * signed, and becomes invalid when the token is revoked.
 */
export async function openSession(ctx: ServiceContext, token: string): Promise<string | undefined> {
  const known = await findToken(ctx.db, token.trim(), ctx.clock());
  if (!known) return undefined;
  const key = await signingKey(ctx.db);
  return `${known.id}.${signScope(key, `session/${known.id}`, ctx.clock() + SESSION_LIFE_MS)}`;
}

/** The account of a session cookie; undefined if it is altered, expired or its token revoked. */
export async function accountOfSession(
  ctx: ServiceContext,
  cookie: string | undefined,
): Promise<string | undefined> {
  const [, id, signature] = /^([\w-]{1,64})\.([\w.-]+)$/.exec(cookie ?? '') ?? [];
  if (id === undefined || signature === undefined) return undefined;
  const until = openedUntil(await signingKey(ctx.db), signature, `session/${id}`, ctx.clock());
  if (until === undefined) return undefined;
  const row = await ctx.db
    .selectFrom('tokens')
    .select('account_id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row?.account_id;
}
