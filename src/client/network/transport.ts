/** One HTTP exchange over undici. It knows no operations, retries or tokens. */
import type { Dispatcher } from 'undici';
import { type Deadline, deadline } from '../deadline.ts';
import { AnswerError } from '../errors.ts';
import { isEventStream, longest, newRoom, type OnData, readBody, readEvents } from './body.ts';
import { compileOnce, defaultTimeouts, openDispatcher, type Timeouts } from './dispatcher.ts';
import { networkError } from './explain.ts';
import { mostInterim } from './mended.ts';
import { proxyFor } from './proxy.ts';

export { defaultTimeouts, type Timeouts } from './dispatcher.ts';

export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  /** Text, or the chunks of an upload; then the headers contain `content-length`. */
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal;
  /** Called with the data of each event of a response that is a stream of events; its body is then empty. */
  readonly onData?: OnData | undefined;
}

export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** True when the body exceeded the limit and was cut. */
  readonly cut: boolean;
}

export interface Transport {
  exchange(request: Exchange): Promise<Reply>;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly timeouts?: Timeouts | undefined;
  /** Certificates to trust in addition to Node's own, as PEM text. */
  readonly ca?: string | undefined;
}

/**
 * A transport to one service; it does not change Node's global dispatcher. Redirects are not followed: the
 * token is sent to this address only. @param service URL of the service @param env may name a proxy @throws
 * ClientError when env names an invalid proxy
 */
export async function openTransport(
  service: string,
  env: Readonly<Record<string, string | undefined>>,
  options: TransportOptions = {},
): Promise<Transport> {
  const proxy = proxyFor(new URL(service), env);
  const [dispatcher, { default: request }] = await Promise.all([
    openDispatcher(proxy, options),
    import('undici/lib/api/api-request.js'),
  ]);
  const compiled = compileOnce();
  const { total } = options.timeouts ?? defaultTimeouts;
  const room = newRoom();
  const ask = (sent: Exchange, time: Deadline) => {
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
    async exchange(sent) {
      const time = deadline(total, sent.signal);
      try {
        const { statusCode: status, headers, body } = await orAborted(ask(sent, time), time.signal);
        compiled();
        const most = status < 300 ? longest.success : longest.failure;
        const shown = flat(headers);
        if (sent.onData && status < 300 && isEventStream(shown['content-type'])) {
          const cut = !(await readEvents(body, sent.onData));
          return { status, headers: shown, body: '', cut };
        }
        const { text, cut } = await readBody(body, most, room);
        return { status, headers: shown, body: text, cut };
      } catch (error) {
        throw networkError(new URL(sent.url).host, error, proxy?.url);
      } finally {
        time.stop();
      }
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

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]);
  return Object.fromEntries(entries) as Record<string, string>;
}
