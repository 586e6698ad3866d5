/** Interim responses: 100 Continue, 102 Processing, 103 Early Hints. */
import type { Dispatcher } from 'undici';
import symbols from 'undici/lib/core/symbols.js';

/** More interim responses than this come from a service that never finishes. */
export const mostInterim = 100;

/** The parts of an undici connection that are used here. */
interface Connected {
  readonly [symbols.kSocket]?: { readonly [symbols.kParser]?: Parser };
}

interface Parser {
  onHeadersComplete(status: number, upgrade: boolean, keepAlive: boolean): number;
}

/**
 * A pool that ignores 100 Continue. Any server may send one (RFC 9110, 15.2). undici ignores other interim
 * responses but closes the connection on this one, so its parser gets a 102 instead.
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
