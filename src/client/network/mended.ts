/** Connections of undici 7 whose parser is mended in three places. The versions that need no mending need Node 22. */
import type { Dispatcher } from 'undici';
import symbols from 'undici/lib/core/symbols.js';

/** The parts of an undici connection that are used here. */
interface Connected {
  readonly [symbols.kSocket]?: { readonly [symbols.kParser]?: Parser };
}

interface Parser {
  readonly ptr: number;
  readonly llhttp: { llhttp_resume(ptr: number): void };
  readonly socket: { read(): Buffer | null };
  /** 0 until the headers are complete. */
  readonly statusCode: number;
  contentLength: string;
  /** The body waits for its reader. */
  paused: boolean;
  onHeadersComplete(status: number, upgrade: boolean, keepAlive: boolean): number;
  execute(chunk: Buffer): void;
  finish(): Error | null;
  createError(code: number, rest: Buffer): Error;
}

/** The same pool, with a mended parser in each of its connections. */
export function mended<Pool extends Dispatcher>(pool: Pool): Pool {
  pool.on('connect', (_origin, targets) => {
    const parser = (targets.at(-1) as Connected | undefined)?.[symbols.kSocket]?.[symbols.kParser];
    if (!parser) return;
    passContinue(parser);
    finishPaused(parser);
    tellHeadersFromBody(parser);
  });
  return pool;
}

/**
 * Any server may send 100 Continue (RFC 9110, 15.2). undici ignores other interim responses but closes the connection
 * on this one, so its parser gets a 102 instead.
 */
function passContinue(parser: Parser): void {
  const complete = parser.onHeadersComplete.bind(parser);
  parser.onHeadersComplete = (status, ...rest) => complete(status === 100 ? 102 : status, ...rest);
}

/**
 * If the service closes the connection while the body waits for its reader, undici 7 ends the process by an assertion. What
 * has arrived is parsed first, as undici 8 does: it waits for the reader in memory, and is no more than a socket holds.
 */
function finishPaused(parser: Parser): void {
  const finish = parser.finish.bind(parser);
  const resume = () => {
    parser.llhttp.llhttp_resume(parser.ptr);
    parser.paused = false;
  };
  parser.finish = () => {
    for (let left = true; parser.paused && left; ) {
      resume();
      const chunk = parser.socket.read();
      parser.execute(chunk ?? Buffer.alloc(0));
      left = chunk !== null;
    }
    // The end of the connection is the end of a body without a length.
    if (parser.paused) resume();
    return finish();
  };
}

/** With a length among headers that are no HTTP, undici says that the body was cut. */
function tellHeadersFromBody(parser: Parser): void {
  const create = parser.createError.bind(parser);
  parser.createError = (...args) => {
    if (parser.statusCode === 0) parser.contentLength = '';
    return create(...args);
  };
}
