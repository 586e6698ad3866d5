import type { Context } from 'hono';
import type { AppEnv } from './env.ts';
import { answerText } from './json-text.ts';
import { jsonHeaders } from './protect-browsers.ts';

/**
 * A response with a value as JSON and all headers. Its headers are a plain object from here to Node's own response; a
 * Headers object would take longer than reading a row.
 */
export function answerJson(c: Context<AppEnv>, value: unknown, status: number): Response {
  const asked = c.get('asked');
  asked.complete = true;
  const headers = jsonHeaders();
  headers['content-type'] = 'application/json';
  headers['x-request-id'] = asked.id;
  if (asked.cost !== undefined) headers['x-vau-cost'] = String(asked.cost);
  return new Response(answerText(value), { status, headers });
}
