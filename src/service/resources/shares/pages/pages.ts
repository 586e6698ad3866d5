/** The page of a share, for people without an account: player, transcript, chapters and what other sites embed. */

import type { Context } from 'hono';
import type { ServiceContext } from '../../../context/context.ts';
import { ServiceError } from '../../../errors.ts';
import { countFailure, signIn } from '../../../http/access/auth.ts';
import type { App, AppEnv } from '../../../http/access/env.ts';
import { sameOriginPosts } from '../../../http/access/protect-browsers.ts';
import { readForm } from '../../../http/bodies/body.ts';
import { objectAsked, serveObject } from '../../../http/ranges.ts';
import type { LifecycleContext } from '../../../jobs/lifecycle/lifecycle.ts';
import { FILMS } from '../../../links/films.ts';
import { openedUntil } from '../../../links/signed.ts';
import { isOpen } from '../../../store/sql/expressions.ts';
import { signingKey } from '../../../store/sql/settings.ts';
import { answerJson, answerPage, baseUrlOf, rootOf } from '../../../web/answers.ts';
import { pageAssets } from '../../../web/assets.ts';
import { message } from '../../../web/frame.ts';
import { type Html, html } from '../../../web/html.ts';
import { mediaTypeOf } from '../../../web/media-types.ts';
import { besidePlayer, player, playerScripts } from '../../../web/player-page.ts';
import { sessionOf, startSession, tokenTyped } from '../../../web/session.ts';
import { fileKeys } from '../../files/keys.ts';
import { durationOf, previewKey, titleOf } from '../facts.ts';
import { PRIVATE_LIFE_MS, type ShareLinks, shareLinks } from '../links.ts';
import { type ShareRow, shareById } from '../rows.ts';
import { clipProblem, type Window } from '../window.ts';
import { showOembed } from './oembed.ts';
import { previewLevel, previewTags } from './preview.ts';
import { spokenIn } from './spoken.ts';
import { serveShare } from './streams.ts';

const playsOnly = "default-src 'none'; media-src 'self'; img-src 'self'; frame-ancestors 'none'";

/**
 * GET /m/TOKEN/films/ID/NAME: serves an original to anyone who holds a token for it, for a browser to play. No sign-in: the
 * token grants access.
 */
async function serveFilm(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
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

/** Whether the visitor may see a share: `sign-in` if nobody is signed in, `foreign` if it belongs to another account. */
type Access = 'open' | 'sign-in' | 'foreign';

/** Public shares are open to everyone, private ones to the owning account. */
async function accessTo(ctx: ServiceContext, c: Context<AppEnv>, row: ShareRow): Promise<Access> {
  if (row.visibility === 'public') return 'open';
  const accountId = await whoAsks(ctx, c);
  if (accountId === undefined) return 'sign-in';
  return accountId === row.account_id ? 'open' : 'foreign';
}

/** By bearer header if there is one, otherwise by session cookie. */
async function whoAsks(ctx: ServiceContext, c: Context<AppEnv>): Promise<string | undefined> {
  if (c.req.header('authorization') === undefined) return (await sessionOf(ctx, c))?.accountId;
  try {
    return (await signIn(ctx, c, 'read')).accountId;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return undefined;
    throw error;
  }
}

/** Title and description below the picture. */
function texts(title: string, description: string | null): Html {
  return html`<h1>${title}</h1>
${description === null ? undefined : html`<p class="description">${description}</p>`}
`;
}

/** Asks for an access token. `wrong`: the last one was unknown. */
function signInForm(root: string, shareId: string, wrong: boolean): Html {
  return html`<h1>This share is private</h1>
<p>Only members of the account that owns it can open it. Sign in with an access token of that account.</p>
${wrong ? html`<p role="alert" id="wrong">This token is unknown or was revoked.</p>` : undefined}
<form method="post" action="${root}/s/login">
<input type="hidden" name="share" value="${shareId}">
<label for="token">Access token</label>
<input id="token" name="token" type="password" autocomplete="off" required autofocus${
    wrong ? html` aria-invalid="true" aria-describedby="wrong"` : undefined
  }>
<button>Sign in</button>
</form>`;
}

/** Exchanges a token for the session cookie, and redirects to the share. */
async function signInHere(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
  const form = await readForm(ctx, c);
  const id = form.get('share') ?? '';
  if (!/^[\w-]{1,64}$/.test(id)) return answerJson(400, 'field share must be the id of a share');
  const token = await tokenTyped(ctx, form.get('token') ?? '');
  const root = rootOf(ctx, c);
  if (token === undefined) {
    countFailure(c);
    return answerPage(
      c,
      401,
      { title: 'Sign in', root },
      signInForm(root, id, true),
      'this token is unknown or was revoked',
    );
  }
  await startSession(ctx, c, token.id);
  return c.redirect(`${root}/s/${id}`, 303);
}

type Ask = Context<AppEnv>;

/**
 * Adds the public side of shares: pages (/s/ID), embedded players (/s/ID/embed, /oembed), sign-in, the files that pages load
 * (/assets), streams and downloads (/m/TOKEN/shares/ID), and films that results link (/m/TOKEN/films/ID).
 */
export function sharePages(app: App, ctx: LifecycleContext): void {
  app.get(`/m/:token/${FILMS}/:id/:name`, (c) => serveFilm(ctx, c));
  app.get('/m/:token/shares/:id/:rest{.+}', (c) => serveShare(ctx, c));
  app.get('/assets/:name', (c) => serveAsset(c));
  app.post('/s/login', sameOriginPosts(ctx.config), (c) => signInHere(ctx, c));
  app.get('/s/:id', (c) => showPage(ctx, c, false));
  app.get('/s/:id/embed', (c) => showPage(ctx, c, true));
  app.get('/s/:id/stream', (c) => showStream(ctx, c));
  app.get('/oembed', (c) => showOembed(ctx, c));
  app.get('/s/:id/preview.jpg', (c) => showPicture(ctx, c));
}

async function serveAsset(c: Ask): Promise<Response> {
  const name = c.req.param('name') ?? '';
  const asset = Object.hasOwn(pageAssets, name) ? pageAssets[name] : undefined;
  if (!asset) return c.notFound();
  return c.body((await asset.content()) as string, 200, {
    'content-type': asset.type,
    'cache-control': 'public, max-age=3600',
  });
}

async function showPage(ctx: ServiceContext, c: Ask, embed: boolean): Promise<Response> {
  const row = await shareById(ctx.db, c.req.param('id') ?? '');
  const access = row && (await accessOf(ctx, c, row, embed));
  if (!row || access === 'foreign') return notThere(ctx, c);
  if (access !== 'open') return askToSignIn(ctx, c, row, embed);
  const clip = clipOf(c, row);
  if (typeof clip === 'string') return answerJson(400, clip);
  const frame = {
    title: titleOf(row),
    root: rootOf(ctx, c),
    head: embed ? undefined : head(ctx, c, row),
    embed,
    ...(isOpen(row) ? { again: 2 } : {}),
    scripts: playerScripts,
  };
  const { main, aside } = await content(ctx, c, row, embed, clip);
  if (embed) return answerPage(c, 200, frame, main);
  const whole = html`<div class="main">\n${main}\n</div>\n${aside}`;
  return answerPage(c, 200, { ...frame, wide: aside !== undefined }, whole);
}

/** The same page for an unknown share and for one of another account than the visitor is signed in to. */
function notThere(ctx: ServiceContext, c: Ask): Response {
  const text = 'It may have been deleted, the link may be incomplete, or it belongs to another account.';
  const frame = { title: 'Not found', root: rootOf(ctx, c) };
  return answerPage(c, 404, frame, message('This share does not exist', text), 'this share does not exist');
}

/** If link_preview is `player`, an embedded player opens without sign-in: everyone who sees the message can play it. */
function accessOf(ctx: ServiceContext, c: Ask, row: ShareRow, embed: boolean): Promise<Access> | Access {
  return embed && previewLevel(row) === 'player' ? 'open' : accessTo(ctx, c, row);
}

/**
 * The sign-in page of a private share. Link unfurlers ignore pages with status 401, so if a preview is enabled this page
 * has status 200: it shows no more than that preview.
 */
function askToSignIn(ctx: ServiceContext, c: Ask, row: ShareRow, embed: boolean): Response {
  const root = rootOf(ctx, c);
  const tags = embed ? undefined : head(ctx, c, row);
  const title = tags ? titleOf(row) : 'Private share';
  const form = signInForm(root, row.id, false);
  if (tags) return answerPage(c, 200, { title, root, head: tags }, form);
  return answerPage(c, 401, { title, root }, form, PRIVATE);
}

const PRIVATE = 'this share is private: sign in as a member of the account that owns it';

function head(ctx: ServiceContext, c: Ask, row: ShareRow): Html | undefined {
  const base = baseUrlOf(ctx, c);
  const own = `${base}/s/${row.id}`;
  const oembed = `${base}/oembed?url=${encodeURIComponent(own)}`;
  const picture = previewKey(row) === undefined ? undefined : `${own}/preview.jpg`;
  return previewTags(row, titleOf(row), { page: own, embed: `${own}/embed`, oembed, picture });
}

/** The clip in the page's query; a sentence if it is invalid. */
function clipOf(c: Ask, row: ShareRow): Window | string | undefined {
  const [start, end] = [c.req.query('clip_start'), c.req.query('clip_end')].map((text) =>
    text === undefined ? undefined : /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN,
  );
  const problem = clipProblem(start, end, durationOf(row));
  if (problem !== undefined) return problem;
  return start === undefined || end === undefined ? undefined : { start, end };
}

async function content(
  ctx: ServiceContext,
  c: Ask,
  row: ShareRow,
  embed: boolean,
  clip: Window | undefined,
): Promise<Content> {
  const title = titleOf(row);
  if (row.status === 'failed')
    return { main: message(title, 'Preparing this share failed. Its owner can see why.') };
  if (row.status !== 'completed')
    return { main: message(title, 'This share is being prepared. The page reloads automatically.') };
  const links = await shareLinks({ db: ctx.db, baseUrl: rootOf(ctx, c), clock: ctx.clock }, row, clip);
  const below = embed ? undefined : texts(title, row.description);
  if (links.stream === undefined) return { main: pictureOf(links, title, below) };
  const spoken = await spokenIn(ctx.db, row, clip);
  const query = clip ? `clip_start=${clip.start}&clip_end=${clip.end}` : '';
  const beside = embed ? undefined : besidePlayer(spoken, { query, download: links.download });
  const picture = player({
    stream: links.stream,
    poster: links.preview,
    title,
    window: clip && { start: 0, end: clip.end - clip.start },
    renew:
      links.expiresAt === null
        ? undefined
        : { path: `${links.page}/stream?${query}`, everyMs: PRIVATE_LIFE_MS * 0.6 },
    download: links.download,
    at: secondIn(c, clip),
    spoken,
  });
  return { main: html`${picture}\n${below}${beside?.below}`, aside: beside?.aside };
}

/** A still image as it is, with its download. */
function pictureOf({ download }: ShareLinks, title: string, below: Html | undefined): Html {
  const link = below && html`<p><a href="${download}" download>Download</a></p>`;
  return html`<img class="media" src="${download}" alt="${title}">${below}${link}`;
}

/** The second in the page's query, on the file's time line; the clip's start if there is none. */
function secondIn(c: Ask, clip: Window | undefined): number | undefined {
  const text = c.req.query('t') ?? '';
  const from = clip?.start;
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) + (from ?? 0) : from;
}

/** What a page shows: the player with its texts, and the transcript beside it if there is one. */
interface Content {
  readonly main: Html;
  readonly aside?: Html | undefined;
}

/** GET /s/ID/stream: a fresh stream URL, for a page that stays open longer than its token lives. */
async function showStream(ctx: ServiceContext, c: Ask): Promise<Response> {
  const row = await shareById(ctx.db, c.req.param('id') ?? '');
  const access = row && (await accessOf(ctx, c, row, previewLevel(row) === 'player'));
  if (!row || access === 'foreign') return answerJson(404, 'this share does not exist');
  if (access === 'sign-in') return answerJson(401, 'sign in on the share page');
  const clip = clipOf(c, row);
  if (typeof clip === 'string') return answerJson(400, clip);
  const links = await shareLinks({ db: ctx.db, baseUrl: rootOf(ctx, c), clock: ctx.clock }, row, clip);
  if (links.stream === undefined) return answerJson(404, 'this share has no stream');
  return c.json({ stream_url: links.stream, expires_at: links.expiresAt }, 200, {
    'cache-control': 'no-store',
  });
}

/** The preview picture: for a private share, only if link_preview allows it, or to its members. */
async function showPicture(ctx: ServiceContext, c: Ask): Promise<Response> {
  const row = await shareById(ctx.db, c.req.param('id') ?? '');
  const key = row && previewKey(row);
  if (!row || key === undefined) return answerJson(404, 'this picture does not exist');
  const access = previewLevel(row) === 'none' ? await accessTo(ctx, c, row) : 'open';
  if (access === 'foreign') return answerJson(404, 'this picture does not exist');
  if (access !== 'open') return answerJson(401, 'this share is private and has no preview');
  return serveObject(ctx.objects, key, objectAsked(c), {
    contentType: 'image/jpeg',
    cacheSeconds: 300,
  });
}
