/** Requests over undici: uploads, streams of events, and whatever goes through a proxy. */
import type { Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import type { Deadline } from '../deadline.ts';
import { AnswerError } from '../errors.ts';
import { type Asker, type Exchange, mostInterim, type Timeouts } from './connecting.ts';
import { compileOnce, openDispatcher } from './dispatcher.ts';
import type { ProxyAddress } from './proxy.ts';

/** @param ca certificates to trust in addition to Node's own, as PEM text */
export async function openUndici(
  proxy: ProxyAddress | undefined,
  options: { readonly timeouts: Timeouts; readonly ca: string | undefined },
): Promise<Asker> {
  const dispatcher = await openDispatcher(proxy, options);
  const compiled = compileOnce();
  const send = (sent: Exchange, time: Deadline) => {
    const { origin, pathname, search } = new URL(sent.url);
    return request.call(dispatcher, {
      origin,
      path: `${pathname}${search}`,
      method: sent.method as Dispatcher.HttpMethod,
      headers: sent.headers,
      body: time.after(sent.body),
      signal: time.signal,
      onInfo: counted(mostInterim, () =>
        time.end(new AnswerError('The service sent too many interim responses', sent.method)),
      ),
    } as Dispatcher.RequestOptions);
  };
  return {
    async ask(sent, time) {
      const { statusCode: status, headers, body } = await orAborted(send(sent, time), time.signal);
      compiled();
      return { status, headers, body };
    },
    close: () => dispatcher.destroy(),
  };
}

/** A function that runs `act` at the given number of calls. */
function counted(most: number, act: () => void): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count === most) act();
  };
}

/** undici handles an abort only once it is connected; this also handles it before. */
async function orAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });
  asked.catch(() => undefined);
  return Promise.race([asked, aborted]).finally(() => signal.removeEventListener('abort', stop));
}
