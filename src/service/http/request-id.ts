import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';

const LONGEST = 100;

/** The id of a request: the sender's own of the header x-request-id if it is short and plain, otherwise a new one. */
export function requestIdOf(c: Context): string {
  const given = c.req.header('x-request-id');
  return given && given.length <= LONGEST && !/[^\w\-=]/.test(given) ? given : randomUUID();
}
