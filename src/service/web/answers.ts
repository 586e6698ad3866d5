import type { Context } from 'hono';
import type { ServiceContext } from '../context/context.ts';
import type { AppEnv } from '../http/access/env.ts';
import { type PageFrame, page } from './frame.ts';
import type { Html } from './html.ts';

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

/** Statuses of pages. */
export type PageStatus = 200 | 400 | 401 | 402 | 403 | 404 | 409 | 429 | 500 | 503;

/** @param reason the error as JSON, for programs that do not accept HTML; without it, everyone gets the page */
export function answerPage(
  c: Context<AppEnv>,
  status: PageStatus,
  frame: PageFrame,
  content: Html,
  reason?: string,
): Response {
  if (reason !== undefined && !acceptsPage(c)) return answerJson(status, reason);
  c.header('content-security-policy', contentPolicy(frame.embed === true));
  // Without a same-origin referrer, the browser would send the sign-in form without an origin, like a form from another
  // site.
  c.header('referrer-policy', 'same-origin');
  c.header('cache-control', 'no-store');
  c.header('vary', 'accept, cookie, authorization');
  return c.html(page(frame, content), status);
}

function acceptsPage(c: Context<AppEnv>): boolean {
  return /text\/html|\*\/\*/.test(c.req.header('accept') ?? '*/*');
}

export function answerJson(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: { 'cache-control': 'no-store' } });
}

/** The service's URL as the caller reaches it, without a trailing slash. */
export function baseUrlOf(ctx: ServiceContext, c: Context<AppEnv>): string {
  return ctx.config.publicUrl?.replace(/\/+$/, '') ?? c.get('asked').url.origin;
}

/** The base path of the service: empty, or the path of a proxy's public URL. Pages link within their own site. */
export function rootOf(ctx: ServiceContext, c: Context<AppEnv>): string {
  return new URL(baseUrlOf(ctx, c)).pathname.replace(/\/+$/, '');
}
