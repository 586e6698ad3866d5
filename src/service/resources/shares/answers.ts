import type { Context } from 'hono';
import type { ServiceContext } from '../../context/context.ts';
import type { AppEnv } from '../../http/env.ts';
import type { Html } from './html.ts';
import type { ShareRow } from './rows.ts';
import { type PageFrame, page } from './templates.ts';

/** Everything comes from this service; the player gets media as blobs. Only embedded players may be framed. */
function contentPolicy(embed: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    embed ? 'frame-ancestors *' : "frame-ancestors 'none'",
  ].join('; ');
}

/** A page, or the error as JSON for programs that do not accept HTML. */
export function answerPage(
  c: Context<AppEnv>,
  status: 200 | 401 | 404,
  frame: PageFrame,
  content: Html,
): Response {
  const wantsPage = (c.req.header('accept') ?? '*/*').match(/text\/html|\*\/\*/) !== null;
  if (status !== 200 && !wantsPage) return answerJson(status, REASONS[status]);
  c.header('content-security-policy', contentPolicy(frame.embed === true));
  // Without a same-origin referrer, the browser would send the sign-in form without an origin, like a form from another
  // site.
  c.header('referrer-policy', 'same-origin');
  c.header('cache-control', 'no-store');
  c.header('vary', 'accept, cookie, authorization');
  return c.html(page(frame, content), status);
}

const REASONS = {
  401: 'this share is private: sign in as a member of the account that owns it',
  404: 'this share does not exist',
} as const;

export function answerJson(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: { 'cache-control': 'no-store' } });
}

/** The service's URL as the caller reaches it, without a trailing slash. */
export function baseUrlOf(ctx: ServiceContext, c: Context<AppEnv>): string {
  return ctx.config.publicUrl?.replace(/\/+$/, '') ?? c.get('url').origin;
}

/** The base path of the service: empty, or the path of a proxy's public URL. Pages link within their own site. */
export function rootOf(ctx: ServiceContext, c: Context<AppEnv>): string {
  return new URL(baseUrlOf(ctx, c)).pathname.replace(/\/+$/, '');
}

/** The share's title, or the file's name if it has none. */
export function titleOf(row: ShareRow): string {
  return row.title ?? row.filename;
}
