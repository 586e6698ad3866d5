import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { AppEnv } from './env.ts';

const LONGEST = 100;

/** The id of a request: the sender's own of the header x-request-id if it is short and plain, otherwise a new one. */
export function requestIdOf(c: Context<AppEnv>): string {
  const { incoming } = c.env ?? {};
  // Node's own headers are there already; Hono's way to them takes as long as making an id.
  const given = incoming ? incoming.headers['x-request-id'] : c.req.header('x-request-id');
  return typeof given === 'string' && given !== '' && given.length <= LONGEST && !/[^\w\-=]/.test(given)
    ? given
    : randomUUID();
}
