/** One HTTP exchange over undici. It knows no operations, retries or tokens. */
import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
import { longest, newRoom, readBody } from './body.ts';
import { type Deadline, deadline } from './deadline.ts';
import { networkError } from './errors.ts';
import { isEventStream, type OnData, readEvents } from './events.ts';
import { mostInterim, passingContinue } from './interim.ts';
import { openProxy, type ProxyAddress, proxyFor } from './proxy.ts';

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

export interface Timeouts {
  /** Connection timeout, in ms. */
  readonly connect: number;
  /** Timeout for the response to start, and between its chunks, in ms. A deep search may take minutes. */
  readonly answer: number;
  /** Total timeout from the end of the request to the end of the response, in ms. */
  readonly total: number;
}

export const defaultTimeouts: Timeouts = { connect: 10_000, answer: 300_000, total: 900_000 };

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
      ...{ origin, path: `${pathname}${search}`, method: sent.method as Dispatcher.HttpMethod },
      ...{ headers: sent.headers, body: time.after(sent.body), signal: time.signal },
      onInfo: counted(mostInterim, () => time.end(new Error('too many interim responses'))),
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

/**
 * undici parses HTTP in WebAssembly. V8 would compile it a second time, optimised, in background threads:
 * that takes three times the processor time of a whole request, and 35 MB. The baseline compiler is enough
 * until the first response. @returns a function that restores the setting
 */
function compileOnce(): () => void {
  setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering');
  return () => setFlagsFromString('--wasm-tier-up --wasm-dynamic-tiering');
}

/** Connections to the service, through the proxy if there is one. */
async function openDispatcher(
  proxy: ProxyAddress | undefined,
  { timeouts: { connect, answer } = defaultTimeouts, ca }: TransportOptions,
): Promise<Dispatcher> {
  const tls = ca === undefined ? {} : { ca: await trusted(ca) };
  if (proxy) return openProxy(proxy, { connect, answer, tls });
  const [{ default: Agent }, { default: Pool }] = await Promise.all([
    import('undici/lib/dispatcher/agent.js'),
    import('undici/lib/dispatcher/pool.js'),
  ]);
  return new Agent({
    ...{ connect: { timeout: connect, ...tls }, headersTimeout: answer, bodyTimeout: answer },
    factory: (origin, own) => passingContinue(new Pool(origin, own)),
  });
}

/** A `ca` option replaces Node's own list, so add that list again. */
async function trusted(ca: string): Promise<string[]> {
  const { rootCertificates } = await import('node:tls');
  return [...rootCertificates, ca];
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]);
  return Object.fromEntries(entries) as Record<string, string>;
}
