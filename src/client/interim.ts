/** Answers that come before the answer: 100 Continue, 102 Processing, 103 Early Hints. */
import type { Dispatcher } from 'undici';
import symbols from 'undici/lib/core/symbols.js';

/** More of them before one answer are no information but a service that does not end. */
export const mostInterim = 100;

/** A connection of undici, as far as it is needed here. */
interface Connected {
  readonly [symbols.kSocket]?: { readonly [symbols.kParser]?: Parser };
}

interface Parser {
  onHeadersComplete(status: number, upgrade: boolean, keepAlive: boolean): number;
}

/**
 * A pool that passes over 100 Continue. HTTP lets any server send one (RFC 9110, 15.2), and undici, which passes over
 * the others, closes the connection for it: its parser is shown a 102 in its place.
 */
export function passingContinue<Pool extends Dispatcher>(pool: Pool): Pool {
  pool.on('connect', (_origin, targets) => {
    const parser = (targets.at(-1) as Connected | undefined)?.[symbols.kSocket]?.[symbols.kParser];
    if (!parser) return;
    const complete = parser.onHeadersComplete.bind(parser);
    parser.onHeadersComplete = (status, ...rest) => complete(status === 100 ? 102 : status, ...rest);
  });
  return pool;
}
