import type { Context } from 'hono';
import type { AppEnv } from './env.ts';
import { answerText } from './json-text.ts';
import { jsonHeaders } from './protect-browsers.ts';

const HEADERS = { ...jsonHeaders, 'content-type': 'application/json' };

/**
 * A response with a value as JSON and all headers. Its headers are a plain object from here to Node's own response; a
 * Headers object would take longer than reading a row.
 */
export function answerJson(c: Context<AppEnv>, value: unknown, status: number): Response {
  c.set('complete', true);
  const cost = c.get('cost');
  const headers = {
    ...HEADERS,
    'x-request-id': c.get('requestId'),
    ...(cost !== undefined && { 'x-vau-cost': String(cost) }),
  };
  return new Response(answerText(value), { status, headers });
}
