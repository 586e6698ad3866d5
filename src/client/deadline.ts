/** Measures the total timeout of a response. */

/** The response was not complete before the total timeout. */
export class LateError extends Error {
  override readonly name = 'LateError';
}

/** Milliseconds; a longer Node timer fires at once. */
const longestTimer = 2 ** 31 - 1;

export interface Deadline {
  /** Aborted with a LateError at the timeout, or when the caller aborts. */
  readonly signal: AbortSignal;
  /** Wraps the body: the timeout starts when all of it has been sent. */
  after<T extends string | AsyncIterable<Uint8Array> | undefined>(body: T): T | AsyncIterable<Uint8Array>;
  /** Aborts at once with this reason. */
  end(reason: Error): void;
  /** Stops the timer. */
  stop(): void;
}

/** Starts the timeout when the request has been sent. @param ms the timeout @param signal aborted by the caller */
export function deadline(ms: number, signal: AbortSignal | undefined): Deadline {
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    const late = new LateError(`timeout: the response was not complete after ${ms / 1000} s`);
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
