/**
 * The HTTP application. A request passes sign-in, path, query and body, each checked against the contract, and
 * reaches the handler of its operation; what the handler returns goes out as JSON, and what it throws as an error of
 * the API. It knows no resource.
 */

import { type Context, Hono } from 'hono';
import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import * as z from 'zod';
import {
  API_PREFIX,
  type Operation,
  type OperationId,
  operations,
  scopeOf,
  strays,
  uploadRoutes,
} from '../../contract/index.ts';
import type { ServiceContext } from '../context/context.ts';
import { badRequest } from '../errors.ts';
import type { LifecycleContext } from '../jobs/lifecycle/lifecycle.ts';
import { openedUntil } from '../links/signed.ts';
import { signingKey } from '../store/sql/settings.ts';
import { signIn } from './access/auth.ts';
import type { App, AppEnv } from './access/env.ts';
import { answerError, type KnownRoute, missingRoute, noRoute } from './access/guards.ts';
import { jsonHeaders } from './access/protect-browsers.ts';
import { apiDescription } from './api-description.ts';
import { readWhole } from './bodies/body.ts';
import { answerText } from './bodies/json-text.ts';
import { discardForm, type Form, readForm } from './bodies/multipart.ts';
import type { Handlers, RequestContext } from './handler.ts';
import { type Observe, observing } from './observe.ts';
import { parseFields, parseJsonBody, parseParams, parseQuery } from './parse.ts';
import { type ObjectAnswer, objectAsked, serveObject } from './ranges.ts';
import { requestContext } from './request-context.ts';

/**
 * A response with a value as JSON and all headers. Its headers are a plain object from here to Node's own response; a
 * Headers object would take longer than reading a row.
 */
function answerJson(c: Context<AppEnv>, value: unknown, status: number): Response {
  const asked = c.get('asked');
  asked.complete = true;
  const headers = jsonHeaders();
  headers['content-type'] = 'application/json';
  headers['x-request-id'] = asked.id;
  if (asked.cost !== undefined) headers['x-vau-cost'] = String(asked.cost);
  return new Response(answerText(value), { status, headers });
}

/** Every handler has its own input type; here, where operations are data, they share one. */
type AnyHandler = (
  ctx: RequestContext,
  input: { params: unknown; query: unknown; body: unknown; sent: unknown; files: Form['files'] },
) => Promise<unknown>;

interface Received {
  readonly body: unknown;
  readonly sent: unknown;
  readonly form: Form;
}

const NO_FORM: Form = { fields: new Map(), files: new Map() };
const NOTHING: Received = { body: undefined, sent: undefined, form: NO_FORM };

/**
 * Binds one operation to its handler. The order is fixed: sign-in, path, query, body, handler. So nothing is read from
 * strangers, and nothing is looked up by an invalid id.
 */
function bindOperation(
  app: App,
  ctx: LifecycleContext,
  operation: Operation,
  handlers: Handlers,
  observe: Observe,
): void {
  const handler = handlers[operation.id as OperationId] as unknown as AnyHandler;
  const route = `${API_PREFIX}${operation.path.replace(/\{([^}]+)\}/g, ':$1')}`;
  const needed = scopeOf(operation);
  const counted = `${operation.method} ${route}`;
  const answer = async (c: Context<AppEnv>) => {
    const asked = c.get('asked');
    asked.route = counted;
    const end = ctx.activities.begin(operation.id);
    let form = NO_FORM;
    try {
      const token = await signIn(ctx, c, needed);
      if (operation.method !== 'GET') await ctx.folder.check();
      const params = parseParams(operation.params, c.req.param());
      const query = parseQuery(operation.query, asked.url);
      const received = operation.body ? await receive(ctx, c, operation.body, operation.bodyType) : NOTHING;
      form = received.form;
      const { body, sent } = received;
      const answer = await handler(requestContext(ctx, c, token), {
        params,
        query,
        body,
        sent,
        files: form.files,
      });
      if (answer instanceof Response) return answer;
      return answerJson(c, checked(ctx, operation, answer), operation.status);
    } finally {
      end();
      if (form !== NO_FORM) await discardForm(form);
    }
  };
  app.on(operation.method, route, observe(answer));
}

async function receive(
  ctx: LifecycleContext,
  c: Context<AppEnv>,
  schema: z.ZodType,
  type: Operation['bodyType'],
): Promise<Received> {
  const { maxJsonBytes, bodyGraceMs: graceMs } = ctx.config;
  if (type !== 'multipart') {
    const bytes = await readWhole(c.req.raw, { most: maxJsonBytes, graceMs });
    return { ...parseJsonBody(schema, c.req.raw.headers, bytes), form: NO_FORM };
  }
  const form = await readForm(c.req.raw, {
    graceMs,
    tmpFile: () => ctx.objects.tmpFile(),
    files: { file: ctx.config.maxUploadBytes, subtitles: SUBTITLE_BYTES },
    // Most handlers need no signal, and making one costs more than reading a row.
    get signal() {
      return c.req.raw.signal;
    },
  });
  try {
    if (!form.files.has('file')) throw badRequest('the form has no file part named "file"');
    const parts = new Map<string, unknown>([...form.fields, ...form.files]);
    return { body: parseFields(schema, parts), sent: undefined, form };
  } catch (error) {
    await discardForm(form);
    throw error;
  }
}

/** More than enough for a day of subtitles. */
const SUBTITLE_BYTES = 16 * 1024 * 1024;

/** In tests, every response is checked against the contract; a mismatch is an internal error. */
function checked(ctx: LifecycleContext, operation: Operation, answer: unknown): object {
  if (ctx.config.checkAnswers) {
    const sent: unknown = JSON.parse(JSON.stringify(answer));
    const result = operation.answer.safeParse(sent);
    const wrong = result.success ? strays(sent, result.data) : [z.prettifyError(result.error)];
    if (wrong.length > 0)
      throw new Error(`${operation.id} answered against its contract: ${wrong.join(', ')}`);
  }
  return Object(answer);
}

/**
 * A router for each method and noun of the interface, such as `/v1/files`. Hono's fast router matches all routes with one
 * regular expression, whose result has a place for each route: with a hundred routes that takes as long as reading a row.
 * It also refuses some that begin alike, `/m/:token/shares/:id` beside `/m/:token/:path` for one. Hono then takes the slow
 * one for everything; here it does so only for the method and the part that need it.
 */
export class DividedRouter<T> implements Router<T> {
  readonly name = 'DividedRouter';
  readonly #routes: [method: string, path: string, handler: T][] = [];
  readonly #nouns = new Set<string>();
  readonly #routers = new Map<string, Map<string, Router<T>>>();

  add(method: string, path: string, handler: T): void {
    this.#routes.push([method, path, handler]);
    this.#nouns.add(nounOf(path));
    this.#routers.clear();
  }

  match(method: string, path: string): Result<T> {
    const noun = nounOf(path);
    const router = this.#routers.get(method)?.get(noun) ?? this.#makeRouter(method, noun);
    return router.match(method, path);
  }

  #makeRouter(method: string, noun: string): Router<T> {
    const router = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] });
    for (const [name, path, handler] of this.#routes)
      if ((name === method || name === 'ALL') && (path === '/*' || nounOf(path) === noun))
        router.add(name, path, handler);
    // A stranger can send any method and any noun, so routers are kept for known ones only.
    if (METHODS.has(method) && this.#nouns.has(noun)) {
      const kept = this.#routers.get(method) ?? new Map<string, Router<T>>();
      this.#routers.set(method, kept.set(noun, router));
    }
    return router;
  }
}

const NOUN = new RegExp(`^${API_PREFIX}/[^/]*`);

/** The first two parts of a path of the interface; '' for all other paths. */
function nounOf(path: string): string {
  return NOUN.exec(path)?.[0] ?? '';
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

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
async function serveSignedObject(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
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

/** Adds routes outside /v1, such as the pages of shares. */
export type Pages = (app: App, ctx: LifecycleContext) => void;

/**
 * The whole HTTP side of the service, as a fetch-shaped function that needs no port: `(await createApp(ctx,
 * handlers).request('/v1/files')).status`.
 */
export function createApp(ctx: LifecycleContext, handlers: Handlers, pages: readonly Pages[] = []): App {
  const app: App = new Hono<AppEnv>({ router: new DividedRouter() });
  const observe = observing(ctx);
  for (const operation of Object.values(operations)) bindOperation(app, ctx, operation, handlers, observe);
  // Hono runs a single handler without its chain of middleware, which is a few per cent of a GET. So all that is around an
  // operation is in its handler, and the other routes have an app of their own.
  const others = otherRoutes(ctx, observe, pages);
  app.notFound((c) => others.fetch(c.req.raw, c.env));
  return app;
}

function otherRoutes(ctx: LifecycleContext, observe: Observe, pages: readonly Pages[]): App {
  const app = emptyApp(ctx, observe, [...Object.values(operations), ...uploadRoutes]);
  app.get(`${API_PREFIX}/health`, (c) => c.json({ status: 'ok' }));
  app.get(`${API_PREFIX}/openapi.json`, async (c) =>
    c.body(await apiDescription(), 200, { 'content-type': 'application/json' }),
  );
  for (const add of pages) add(app, ctx);
  app.get('/m/:token/:path{.+}', (c) => serveSignedObject(ctx, c));
  return app;
}

/** An app without the API: for a process that only says how it is. */
export function pagesApp(ctx: LifecycleContext, add: Pages): App {
  const app = emptyApp(ctx, observing(ctx), []);
  add(app, ctx);
  return app;
}

/** An app without routes, with what is around every answer. @param known the operations whose other methods get 405 */
function emptyApp(ctx: LifecycleContext, observe: Observe, known: readonly KnownRoute[]): App {
  const app: App = new Hono<AppEnv>({ router: new DividedRouter() });
  app.use((c, next) =>
    observe(async () => {
      await next();
      return c.res;
    })(c),
  );
  app.notFound(missingRoute(noRoute(known)));
  app.onError(answerError(ctx.log));
  return app;
}
