/** GET requests to other hosts than a service, such as those that models are downloaded from. Redirects are followed. */
import type { Dispatcher } from 'undici';
import { ClientError } from '../errors.ts';
import { compileOnce, openDispatcher } from './dispatcher.ts';
import { networkError } from './explain.ts';
import { proxyFor } from './proxy.ts';

export interface FetcherOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Certificates to trust in addition to Node's own, as PEM text. */
  readonly ca?: string | undefined;
  readonly userAgent: string;
  /** Timeouts in ms: to connect, and for the response to start and between its chunks. */
  readonly timeouts: { readonly connect: number; readonly answer: number };
}

/** A response. Read its body or dump it. */
export interface Fetched {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The address that answered, after redirects. */
  readonly url: string;
  /** Throws a NetworkError if the connection breaks. */
  readonly body: AsyncIterable<Buffer>;
  /** Ends the response unread. */
  dump(): Promise<void>;
}

export interface Fetcher {
  /**
   * @param url http or https. A user name and password in it sign in to its host only
   * @throws NetworkError, ClientError; AbortError when `signal` was aborted
   */
  get(url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Fetched>;
  close(): Promise<void>;
}

/** Releases are served by way of two or three other addresses. */
const MOST_REDIRECTS = 5;

const MOVED = new Set([301, 302, 303, 307, 308]);

/** A fetcher with its own connections, through the proxies of `env`. */
export function openFetcher(options: FetcherOptions): Fetcher {
  const dispatchers = new Map<string, Promise<Dispatcher>>();
  const dispatcherFor = (url: URL) => {
    const known = dispatchers.get(url.origin);
    if (known) return known;
    const opened = openDispatcher(proxyFor(url, options.env), options);
    dispatchers.set(url.origin, opened);
    return opened;
  };
  const ask = async (url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal) => {
    const { default: request } = await import('undici/lib/api/api-request.js');
    const compiled = compileOnce();
    try {
      return await request.call(await dispatcherFor(url), {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'GET',
        signal,
        headers: { 'user-agent': options.userAgent, accept: '*/*', ...signIn(url), ...headers },
      } as Dispatcher.RequestOptions);
    } catch (error) {
      signal.throwIfAborted();
      throw networkError(url.host, error, proxyFor(url, options.env)?.url);
    } finally {
      compiled();
    }
  };
  return {
    async get(first, headers, signal) {
      let url = httpUrl(first);
      for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
        const answer = await ask(url, headers, signal);
        const to = MOVED.has(answer.statusCode) ? answer.headers.location : undefined;
        if (to === undefined) return fetched(url, answer, signal);
        await answer.body.dump();
        url = redirected(url, String(to));
      }
      throw new ClientError(`${shown(first)} redirects more than ${MOST_REDIRECTS} times`);
    },
    async close() {
      for (const opened of dispatchers.values()) await (await opened.catch(() => undefined))?.destroy();
    },
  };
}

function fetched(
  url: URL,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  signal: AbortSignal,
): Fetched {
  return {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value === undefined ? value : String(value)]),
    ),
    url: url.href,
    body: chunksOf(url, body, signal),
    dump: async () => {
      await body.dump().catch(() => undefined);
    },
  };
}

async function* chunksOf(url: URL, body: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    signal.throwIfAborted();
    throw networkError(url.host, error, undefined);
  }
}

/** The address without user name, password and query, for messages: a query may hold a signature. */
export function shown(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url;
  throw new ClientError(`${shown(text)} is not an http or https URL`);
}

/** Where a redirect leads. Never from https to http, where others could read and change it. */
function redirected(from: URL, to: string): URL {
  const url = httpUrl(URL.canParse(to, from.href) ? new URL(to, from.href).href : to);
  if (from.protocol === 'https:' && url.protocol !== 'https:')
    throw new ClientError(`${shown(from.href)} redirects to ${shown(url.href)}, which is not encrypted`);
  return url;
}

function signIn({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}
