/**
 * The pages of the service for a browser: routes and forms. They ask the same operations as any client, with the
 * rights of the session.
 */

import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { findPageLink, usePageLink } from '../accounts/page-links.ts';
import { tokenById } from '../accounts/tokens.ts';
import type { ServiceContext } from '../context/context.ts';
import { ServiceError, tooManyRequests } from '../errors.ts';
import { countFailure } from '../http/access/auth.ts';
import type { App, AppEnv } from '../http/access/env.ts';
import { isForeign, sameOriginPosts } from '../http/access/protect-browsers.ts';
import type { Pages } from '../http/app.ts';
import { readForm } from '../http/bodies/body.ts';
import type { Handlers } from '../http/handler.ts';
import type { LifecycleContext } from '../jobs/lifecycle/lifecycle.ts';
import { listWork } from '../resources/open-work/list.ts';
import { answerPage, type PageStatus, rootOf } from '../web/answers.ts';
import { message } from '../web/frame.ts';
import { type Html, html } from '../web/html.ts';
import { endSession, isSignedIn, sessionOf, startSession, tokenTyped } from '../web/session.ts';
import { card } from './cards.ts';
import { collectionFileCard } from './collection.ts';
import { checkCsrf } from './csrf.ts';
import { captionsOf } from './file/file.ts';
import { serveMedia } from './file/file-media.ts';
import { section } from './jobs.ts';
import { isOpenStatus, pageWished } from './parts.ts';
import { type Action, actions, type PageOf, pageRoutes } from './routes.ts';
import { answerView } from './view.ts';
import { Visitor } from './visitor.ts';

/** Milliseconds between two looks at the state of the work. */
const LOOK_MS = 1_000;

/** Pages that may be open at once. Each costs a few reads of the store per second. */
const MOST_OPEN = 50;

/** Pages that the browsers of one token may have open at once. */
const MOST_OF_TOKEN = 10;

/** A part of a page as it is now, by its id; `isOver` if nothing on the page will change any more. */
interface Look {
  readonly parts: ReadonlyMap<string, Html>;
  readonly isOver: boolean;
}

/** Looks at what a page shows. */
type Looking = (visitor: Visitor) => Promise<Look>;

/** What each page with work in progress looks at, by the path of its events. */
const livePages: Readonly<Record<string, Looking>> = {
  '/collections/:id/events': async (visitor) => {
    const params = { collection_id: visitor.part('id') };
    const { data } = await visitor.ask('media.list', { params, query: pageWished(visitor.wish('page')) });
    const shown = await Promise.all(data.map((file) => collectionFileCard(visitor, file)));
    const isOver = !data.some(({ status }) => isOpenStatus(status));
    return { parts: new Map(shown.map((one) => [one.key, card(one)])), isOver };
  },
  '/jobs/events': async (visitor) => {
    const open = await listWork(visitor.request, 'open', 50);
    const failed = await listWork(visitor.request, 'failed', 50);
    const parts = new Map([
      ['open', await section(visitor, 'open', 'In progress', open)],
      ['failed', await section(visitor, 'failed', 'Failed', failed)],
    ]);
    return { parts, isOver: open.length === 0 };
  },
  '/files/:id/events': async (visitor) => {
    const { status } = await visitor.ask('file.get', { params: { file_id: visitor.part('id') } });
    return { parts: new Map(), isOver: !isOpenStatus(status) };
  },
};

/** The open streams of this process, by token. */
const open = new Map<string, number>();

/**
 * Sends the parts of a page again as they change (server-sent events), until nothing changes any more or the session
 * ends. A page without parts is told to reload at the end.
 * @throws 429 if too many pages are open
 */
async function streamChanges(visitor: Visitor, c: Context<AppEnv>, look: Looking): Promise<Response> {
  const token = visitor.session.id;
  const total = [...open.values()].reduce((sum, count) => sum + count, 0);
  const own = open.get(token) ?? 0;
  if (total >= MOST_OPEN || own >= MOST_OF_TOKEN)
    throw tooManyRequests('too many pages with progress are open; close some of them', 10);
  const first = await look(visitor);
  open.set(token, own + 1);
  const response = streamSSE(
    c,
    (stream) => send(stream, first, visitor, c, look).finally(() => closed(token)),
    async (error) => visitor.request.log.error('the progress of a page broke off', { error }),
  );
  response.headers.set('cache-control', 'no-store');
  return response;
}

async function send(
  stream: SSEStreamingApi,
  first: Look,
  visitor: Visitor,
  c: Context<AppEnv>,
  look: Looking,
): Promise<void> {
  let before = first;
  while (!before.isOver) {
    await stream.sleep(LOOK_MS);
    if (stream.aborted || !(await isSignedIn(visitor.request, c))) return;
    const now = await look(visitor);
    for (const [id, html] of now.parts)
      if (html.text !== before.parts.get(id)?.text)
        await stream.writeSSE({ event: 'part', data: JSON.stringify({ id, html: html.text }) });
    before = now;
  }
  await stream.writeSSE({ event: before.parts.size === 0 ? 'reload' : 'end', data: '' });
}

function closed(token: string): void {
  const left = (open.get(token) ?? 1) - 1;
  if (left > 0) open.set(token, left);
  else open.delete(token);
}

/** Shows the sign-in form in place of a page. */
function askToSignIn(ctx: ServiceContext, c: Context<AppEnv>): Response {
  const to = c.req.method === 'GET' ? `${c.get('asked').url.pathname}${c.get('asked').url.search}` : '/';
  return showForm(ctx, c, to);
}

/** Exchanges a token for a session, and redirects to the page that was asked for. */
async function signInHere(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
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
async function showLink(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
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
async function openLink(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
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
function ownPath(path: string): string {
  return /^\/(?![/\\])[\w./~%?=&+-]{0,500}$/.test(path) ? path : '/';
}

/** The sign-in page. @param wrong what was wrong with the last attempt */
function showForm(ctx: ServiceContext, c: Context<AppEnv>, to: string, wrong?: string): Response {
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

type Ask = Context<AppEnv>;

/**
 * The pages for people: collections, files, searches, shares, webhooks and jobs. They answer browsers only: a program
 * that asks for anything but HTML gets the same 404 as for any unknown path.
 */
export function servicePages(handlers: Handlers): Pages {
  return (app, ctx) => {
    const sameOrigin = sameOriginPosts(ctx.config);
    app.post('/sign-in', sameOrigin, (c) => signInHere(ctx, c));
    app.get('/open/:token', (c) => showLink(ctx, c));
    app.post('/open/:token', (c) => openLink(ctx, c));
    app.post('/sign-out', sameOrigin, (c) =>
      asVisitor(ctx, handlers, c, async (visitor) => {
        await checkCsrf(visitor, await readForm(ctx, c));
        endSession(ctx, c);
        return c.redirect(`${visitor.root}/`, 303);
      }),
    );
    app.get('/files/:id/media', (c) => asVisitor(ctx, handlers, c, (visitor) => serveMedia(visitor, c)));
    app.get('/files/:id/captions.vtt', (c) =>
      asVisitor(ctx, handlers, c, async (visitor) => captions(c, await captionsOf(visitor))),
    );
    for (const [path, look] of Object.entries(livePages))
      app.get(path, (c) => asVisitor(ctx, handlers, c, (visitor) => streamChanges(visitor, c, look)));
    for (const [path, page] of Object.entries(pageRoutes)) addPage(app, ctx, handlers, path, page);
    for (const [path, act] of Object.entries(actions))
      app.post(path, sameOrigin, (c) => asVisitor(ctx, handlers, c, (visitor) => done(ctx, c, visitor, act)));
  };
}

function addPage(app: App, ctx: LifecycleContext, handlers: Handlers, path: string, page: PageOf): void {
  app.get(path, (c) => {
    if (!/text\/html/.test(c.req.header('accept') ?? '')) return c.notFound();
    return asVisitor(ctx, handlers, c, async (visitor) => answerView(visitor, c, await page(visitor)));
  });
}

function captions(c: Ask, text: string): Response {
  return c.body(text, 200, { 'content-type': 'text/vtt; charset=utf-8', 'cache-control': 'no-store' });
}

/** Runs an action of a form, and shows the page that it leads to. */
async function done(ctx: LifecycleContext, c: Ask, visitor: Visitor, act: Action): Promise<Response> {
  const form = await readForm(ctx, c);
  await checkCsrf(visitor, form);
  return c.redirect(`${visitor.root}${await act(visitor, form)}`, 303);
}

/** Answers a visitor who is signed in; shows everybody else the sign-in form. Refusals become pages. */
async function asVisitor(
  ctx: LifecycleContext,
  handlers: Handlers,
  c: Ask,
  answer: (visitor: Visitor) => Promise<Response>,
): Promise<Response> {
  const session = await sessionOf(ctx, c);
  if (!session) return askToSignIn(ctx, c);
  const visitor = new Visitor(ctx, handlers, c, session);
  try {
    c.get('asked').limits.request(session.id);
    return await answer(visitor);
  } catch (error) {
    if (!(error instanceof ServiceError)) return failed(ctx, c, error);
    for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
    const heading = HEADINGS[error.status] ?? 'This did not work';
    const content = message(heading, error.message);
    return answerView(visitor, c, { title: heading, content, status: error.status as PageStatus });
  }
}

const HEADINGS: Readonly<Record<number, string>> = {
  403: 'Your token does not allow this',
  404: 'Not found',
  409: 'Not possible now',
  429: 'Too many requests',
};

/** An internal error only says where to find it in the log. */
function failed(ctx: LifecycleContext, c: Ask, error: unknown): Response {
  const request = c.get('asked').id;
  ctx.log.error('a page failed', { request, path: c.req.path, error });
  const content = html`${message('Internal error', 'The service log says what happened.')}<p class="quiet">Request ${request}</p>`;
  return answerPage(c, 500, { title: 'Internal error', root: rootOf(ctx, c) }, content);
}
