/** The time that a whole answer may take. */

/** The answer was still not complete when its time was up. */
export class LateError extends Error {
  override readonly name = 'LateError';
}

/** Milliseconds: a longer timer of Node fires at once. */
const longestTimer = 2 ** 31 - 1;

export interface Deadline {
  /** Aborted when the time is up, with a LateError, or when the caller gives up. */
  readonly signal: AbortSignal;
  /** The body as it is to be sent: time counts from its end, as only the sender knows how long it is. */
  after<T extends string | AsyncIterable<Uint8Array> | undefined>(body: T): T | AsyncIterable<Uint8Array>;
  /** Aborts at once, for a reason of its own. */
  end(reason: Error): void;
  /** No more time is measured. */
  stop(): void;
}

/**
 * Measures time from the moment the request has been sent.
 * @param ms longest time
 * @param signal aborted when the caller gives up
 */
export function deadline(ms: number, signal: AbortSignal | undefined): Deadline {
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    const late = new LateError(`the answer was not complete after ${ms / 1000} s`);
    timer = setTimeout(() => own.abort(late), Math.min(ms, longestTimer));
  };
  async function* timed(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* body;
    start();
  }
  return {
    signal: signal ? AbortSignal.any([own.signal, signal]) : own.signal,
    after(body) {
      if (typeof body === 'object') return timed(body);
      start();
      return body;
    },
    end: (reason) => own.abort(reason),
    stop: () => clearTimeout(timer),
  };
}
