import type { Context } from 'hono';
import type { KnownToken } from '../accounts/tokens.ts';
import type { LifecycleContext } from '../jobs/lifecycle/lifecycle.ts';
import type { AppEnv, Asked } from './access/env.ts';
import { requestLog } from './access/guards.ts';
import type { RequestContext } from './handler.ts';

/**
 * The context of a request: the service's, and what the request adds to it. Handlers that copy it must set the signal
 * anew.
 * @param token of the sender
 */
export function requestContext(ctx: LifecycleContext, c: Context<AppEnv>, token: KnownToken): RequestContext {
  return new RequestValues(ctx, c, token);
}

/** Every field has its line: copying the service's context as a whole takes several times as long. */
class RequestValues implements RequestContext {
  readonly db: LifecycleContext['db'];
  readonly objects: LifecycleContext['objects'];
  readonly queue: LifecycleContext['queue'];
  readonly config: LifecycleContext['config'];
  readonly folder: LifecycleContext['folder'];
  readonly ffmpeg: LifecycleContext['ffmpeg'];
  readonly activities: LifecycleContext['activities'];
  readonly metrics: LifecycleContext['metrics'];
  readonly lifecycle: LifecycleContext['lifecycle'];
  readonly clock: LifecycleContext['clock'];
  readonly newId: LifecycleContext['newId'];
  readonly yieldTurn: LifecycleContext['yieldTurn'];
  readonly log: LifecycleContext['log'];
  readonly accountId: string;
  readonly tokenId: string;
  readonly requestId: string;
  readonly baseUrl: string;
  readonly #c: Context<AppEnv>;
  readonly #asked: Asked;

  constructor(ctx: LifecycleContext, c: Context<AppEnv>, token: KnownToken) {
    const asked = c.get('asked');
    this.db = ctx.db;
    this.objects = ctx.objects;
    this.queue = ctx.queue;
    this.config = ctx.config;
    this.folder = ctx.folder;
    this.ffmpeg = ctx.ffmpeg;
    this.activities = ctx.activities;
    this.metrics = ctx.metrics;
    this.lifecycle = ctx.lifecycle;
    this.clock = ctx.clock;
    this.newId = ctx.newId;
    this.yieldTurn = ctx.yieldTurn;
    this.log = requestLog(ctx.log, c);
    this.accountId = token.accountId;
    this.tokenId = token.id;
    this.requestId = asked.id;
    this.baseUrl = ctx.config.publicUrl?.replace(/\/+$/, '') ?? asked.url.origin;
    this.#c = c;
    this.#asked = asked;
  }

  /** Made only when a handler asks for it, because few do and it costs more than reading a row. */
  get signal(): AbortSignal {
    return this.#c.req.raw.signal;
  }

  tellCost(credits: number): void {
    this.#asked.cost = credits;
  }
}
