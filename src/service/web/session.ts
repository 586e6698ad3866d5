import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { findToken, type KnownToken, tokenById } from '../accounts/tokens.ts';
import type { ServiceContext } from '../context/context.ts';
import type { AppEnv } from '../http/access/env.ts';
import { openedUntil, signScope } from '../links/signed.ts';
import { signingKey } from '../store/sql/settings.ts';
import { baseUrlOf, rootOf } from './answers.ts';

/** The cookie that keeps a visitor signed in to the pages. */
const SESSION_COOKIE = 'vau_session';

/** A session ends this long after its last page, in milliseconds. */
const SESSION_IDLE_MS = 30 * 60 * 1000;

/** A session ends this long after the sign-in, however much it is used, in milliseconds. */
export const SESSION_LIFE_MS = 12 * 3600 * 1000;

/** Younger cookies are not renewed, in milliseconds. */
const RENEWAL_MS = 60 * 1000;

/** A visitor who is signed in: the token that was used, and when. */
export interface Session extends KnownToken {
  /** Unix ms. */
  readonly startedAt: number;
}

/** Finds a bearer token as somebody types it. @returns undefined if it is unknown or revoked */
export function tokenTyped(ctx: ServiceContext, token: string): Promise<KnownToken | undefined> {
  return findToken(ctx.db, token.trim(), ctx.clock());
}

/**
 * Signs in with a known token. The cookie does not contain the token: it has its id, is signed, and becomes invalid
 * when the token is revoked.
 */
export function startSession(ctx: ServiceContext, c: Context<AppEnv>, tokenId: string): Promise<void> {
  return writeCookie(ctx, c, { id: tokenId, startedAt: ctx.clock() });
}

/** Ends the session in this browser. */
export function endSession(ctx: ServiceContext, c: Context<AppEnv>): void {
  deleteCookie(c, SESSION_COOKIE, { path: `${rootOf(ctx, c)}/` });
}

/**
 * The session of a request, whose cookie is renewed; undefined if it is missing, altered or expired, or its token
 * revoked.
 */
export async function sessionOf(ctx: ServiceContext, c: Context<AppEnv>): Promise<Session | undefined> {
  const found = await readSession(ctx, c);
  if (!found) return undefined;
  const { session, until } = found;
  if (until < ctx.clock() + SESSION_IDLE_MS - RENEWAL_MS) await writeCookie(ctx, c, session);
  return session;
}

/** Whether the session that a request came with goes on, for answers that take longer than a moment. */
export async function isSignedIn(ctx: ServiceContext, c: Context<AppEnv>): Promise<boolean> {
  return (await readSession(ctx, c)) !== undefined;
}

async function readSession(
  ctx: ServiceContext,
  c: Context<AppEnv>,
): Promise<{ session: Session; until: number } | undefined> {
  const [, id, started, signature] = COOKIE.exec(getCookie(c, SESSION_COOKIE) ?? '') ?? [];
  if (id === undefined || started === undefined || signature === undefined) return undefined;
  const until = openedUntil(await signingKey(ctx.db), signature, scopeOf(id, started), ctx.clock());
  if (until === undefined) return undefined;
  const token = await tokenById(ctx.db, id);
  return token && { session: { ...token, startedAt: Number.parseInt(started, 36) }, until };
}

const COOKIE = /^([\w-]{1,64})\.([0-9a-z]{1,11})\.([\w-]+\.[\w-]+)$/;

const scopeOf = (id: string, started: string) => `session/${id}/${started}`;

async function writeCookie(
  ctx: ServiceContext,
  c: Context<AppEnv>,
  { id, startedAt }: { id: string; startedAt: number },
): Promise<void> {
  const now = ctx.clock();
  const until = Math.min(now + SESSION_IDLE_MS, startedAt + SESSION_LIFE_MS);
  const started = startedAt.toString(36);
  const signature = signScope(await signingKey(ctx.db), scopeOf(id, started), until);
  setCookie(c, SESSION_COOKIE, `${id}.${started}.${signature}`, {
    path: `${rootOf(ctx, c)}/`,
    httpOnly: true,
    // Links to pages come from other sites: Strict would ask for sign-in each time. Forms are checked by their origin too.
    sameSite: 'Lax',
    secure: baseUrlOf(ctx, c).startsWith('https:'),
    maxAge: Math.ceil((until - now) / 1000),
  });
}
