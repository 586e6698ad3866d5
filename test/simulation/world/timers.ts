/** node:timers/promises by the clock of the day. */
function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(signal?.reason ?? new DOMException('aborted', 'AbortError'));
    if (signal?.aborted) return fail();
    const timer = globalThis.setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    const end = () => {
      clearTimeout(timer);
      fail();
    };
    signal?.addEventListener('abort', end, { once: true });
  });
}

export const setTimeout = (ms = 0, _value?: unknown, options: { signal?: AbortSignal } = {}) =>
  wait(ms, options.signal);
export const setImmediate = () => wait(0, undefined);
export * as default from './timers.ts';
