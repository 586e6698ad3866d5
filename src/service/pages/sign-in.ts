import type { Context } from 'hono';
import { findPageLink, usePageLink } from '../accounts/page-links.ts';
import { tokenById } from '../accounts/tokens.ts';
import type { ServiceContext } from '../context/context.ts';
import { countFailure } from '../http/access/auth.ts';
import type { AppEnv } from '../http/access/env.ts';
import { isForeign } from '../http/access/same-origin.ts';
import { answerPage, rootOf } from '../web/answers.ts';
import { readForm } from '../web/form.ts';
import { message } from '../web/frame.ts';
import { type Html, html } from '../web/html.ts';
import { startSession, tokenTyped } from '../web/session.ts';

/** Shows the sign-in form in place of a page. */
export function askToSignIn(ctx: ServiceContext, c: Context<AppEnv>): Response {
  const to = c.req.method === 'GET' ? `${c.get('asked').url.pathname}${c.get('asked').url.search}` : '/';
  return showForm(ctx, c, to);
}

/** Exchanges a token for a session, and redirects to the page that was asked for. */
export async function signInHere(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
  const form = await readForm(ctx, c);
  const to = ownPath(form.get('to') ?? '/');
  const token = await tokenTyped(ctx, form.get('token') ?? '');
  if (token === undefined) {
    countFailure(c);
    return showForm(ctx, c, to, 'This token is unknown or was revoked.');
  }
  await startSession(ctx, c, token.id);
  return c.redirect(`${rootOf(ctx, c)}${to}`, 303);
}

/**
 * GET /open/TOKEN: a page whose button uses the link. Only a person clicks it: what looks at links first (a browser that loads
 * them ahead, a scanner of mail) leaves it whole, and a page of another site signs nobody in to an account of its choice.
 */
export async function showLink(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
  const token = c.req.param('token') ?? '';
  const found = await findPageLink(ctx.db, token, ctx.clock());
  if (found === undefined) return refuseLink(ctx, c);
  const root = rootOf(ctx, c);
  const frame = { title: 'Open vau', root, styles: ['pages.css'] };
  return answerPage(
    c,
    200,
    frame,
    html`<div class="sign-in"><h1>Open vau</h1>
<p>The button signs this browser in to the account <strong>${found.account}</strong>, with its access token <strong>${found.token}</strong>. The link works once. If you did not make it with <code>vau open</code>, close this page.</p>
<form method="post" action="${root}/open/${token}">
<button autofocus>Sign in</button>
</form></div>`,
  );
}

/** POST /open/TOKEN: exchanges a link that works once for a session, and redirects to its page. */
export async function openLink(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
  if (isForeign(c, ctx.config)) {
    const frame = { title: 'Open vau', root: rootOf(ctx, c), styles: ['pages.css'] };
    return answerPage(
      c,
      403,
      frame,
      message(
        'Not from here',
        'This form was sent from another site. Open the link itself and click the button there.',
      ),
    );
  }
  const link = await usePageLink(ctx.db, c.req.param('token') ?? '', ctx.clock());
  if (link === undefined || (await tokenById(ctx.db, link.tokenId)) === undefined) return refuseLink(ctx, c);
  await startSession(ctx, c, link.tokenId);
  return c.redirect(`${rootOf(ctx, c)}${link.path}`, 303);
}

function refuseLink(ctx: ServiceContext, c: Context<AppEnv>): Response {
  countFailure(c);
  return showForm(ctx, c, '/', 'This link has expired or was used before. Make another with vau open.');
}

/** A path on this service; `/` for anything else, so that nobody is sent to another site. */
export function ownPath(path: string): string {
  return /^\/(?![/\\])[\w./~%?=&+-]{0,500}$/.test(path) ? path : '/';
}

/** The sign-in page. @param wrong what was wrong with the last attempt */
export function showForm(ctx: ServiceContext, c: Context<AppEnv>, to: string, wrong?: string): Response {
  const root = rootOf(ctx, c);
  const frame = { title: 'Sign in · vau', root, styles: ['pages.css'] };
  return answerPage(c, 401, frame, signInForm(root, to, wrong));
}

function signInForm(root: string, to: string, wrong: string | undefined): Html {
  return html`<div class="sign-in"><h1>Sign in to vau</h1>
<p>On a machine where <code>vau</code> is set up, <code>vau open</code> opens these pages signed in. Elsewhere, enter an access token. You stay signed in for 30 minutes after the last page.</p>
${wrong === undefined ? undefined : html`<p role="alert" id="wrong">${wrong}</p>`}
<form method="post" action="${root}/sign-in">
<input type="hidden" name="to" value="${to}">
<label for="token">Access token</label>
<input id="token" name="token" type="password" autocomplete="off" required autofocus${
    wrong === undefined ? undefined : html` aria-invalid="true" aria-describedby="wrong"`
  }>
<button>Sign in</button>
</form></div>`;
}
