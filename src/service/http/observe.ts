import type { Context } from 'hono';
import type { WaitingContext } from '../jobs/waiting.ts';
import { type AppEnv, Asked } from './env.ts';
import { answerError, hostCheck, logRequest } from './guards.ts';
import { measureRequest } from './measure.ts';
import { completeHeaders } from './protect-browsers.ts';
import { rateLimits } from './rate-limits.ts';
import { requestIdOf } from './request-id.ts';
import { targetOf } from './target.ts';

/** Answers a request, whatever it takes. */
type Answer = (c: Context<AppEnv>) => Promise<Response>;

/**
 * What every request gets, around the function that answers it: an id, a check of its address, all headers, a line in the
 * log, and its place in the metrics. Whatever is thrown becomes an `{error}`.
 */
export type Observe = (answer: Answer) => Answer;

/** Makes `Observe` for a service. */
export function observing(ctx: WaitingContext): Observe {
  const checkHost = hostCheck(ctx.config);
  const limits = rateLimits(ctx);
  const refuse = answerError(ctx.log);
  return (answer) => async (c) => {
    const started = performance.now();
    const asked = new Asked(requestIdOf(c), limits);
    c.set('asked', asked);
    let response: Response;
    try {
      asked.url = targetOf(c);
      checkHost(asked.url);
      response = await answer(c);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      response = refuse(error, c);
    }
    completeHeaders(c, response);
    logRequest(ctx.log, c, response.status, started);
    measureRequest(ctx.metrics, c, response.status, started);
    return response;
  };
}
