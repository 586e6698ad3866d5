import type { Context } from 'hono';
import { ServiceError } from '../errors.ts';
import type { App, AppEnv } from '../http/access/env.ts';
import { sameOriginPosts } from '../http/access/same-origin.ts';
import type { Pages } from '../http/app.ts';
import type { Handlers } from '../http/handler.ts';
import type { LifecycleContext } from '../jobs/lifecycle/lifecycle.ts';
import { answerPage, type PageStatus, rootOf } from '../web/answers.ts';
import { readForm } from '../web/form.ts';
import { message } from '../web/frame.ts';
import { html } from '../web/html.ts';
import { endSession, sessionOf } from '../web/session.ts';
import { checkCsrf } from './csrf.ts';
import { captionsOf } from './file.ts';
import { serveMedia } from './file-media.ts';
import { livePages, streamChanges } from './live.ts';
import { type Action, actions, type PageOf, pageRoutes } from './routes.ts';
import { askToSignIn, openLink, showLink, signInHere } from './sign-in.ts';
import { answerView } from './view.ts';
import { Visitor } from './visitor.ts';

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
