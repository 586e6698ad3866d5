/** One HTTP exchange over undici. Knows no operation, no retry and no token. */
import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
import { networkError } from './errors.ts';

export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  /** Text, or the chunks of an upload; then `content-length` is among the headers. */
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal;
}

export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Transport {
  exchange(request: Exchange): Promise<Reply>;
  close(): Promise<void>;
}

export interface Timeouts {
  /** Longest time for a connection, in ms. */
  readonly connect: number;
  /** Longest silence before the answer and within it, in ms. A deep search may think for minutes. */
  readonly answer: number;
}

export const defaultTimeouts: Timeouts = { connect: 10_000, answer: 300_000 };

export interface TransportOptions {
  readonly timeouts?: Timeouts | undefined;
  /** Certificates to trust besides Node's own, as PEM text. */
  readonly ca?: string | undefined;
}

/**
 * A transport of its own: Node's global dispatcher is left alone.
 * Redirects are not followed: an API that redirects has another address, and the token stays with this one.
 */
export async function openTransport(
  env: Readonly<Record<string, string | undefined>>,
  options: TransportOptions = {},
): Promise<Transport> {
  const proxies = proxiesIn(env);
  const [dispatcher, { default: request }] = await Promise.all([
    openDispatcher(proxies, options),
    import('undici/lib/api/api-request.js'),
  ]);
  const compiled = compileOnce();
  return {
    async exchange({ url, ...sent }) {
      const { origin, pathname, search, host } = new URL(url);
      try {
        const answer = await request.call(dispatcher, {
          ...sent,
          origin,
          path: `${pathname}${search}`,
          method: sent.method as Dispatcher.HttpMethod,
        } as Dispatcher.RequestOptions);
        compiled();
        const { statusCode, headers, body } = answer;
        return { status: statusCode, headers: flat(headers), body: await body.text() };
      } catch (error) {
        throw networkError(host, error, [proxies.http, proxies.https]);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/**
 * undici parses HTTP in WebAssembly, which V8 compiles a second time, optimised, in threads beside: three times the
 * processor time of a whole request, and 35 MB, for a few headers. Until the first answer is there the first compiler
 * is enough.
 * @returns the function that puts the setting back
 */
function compileOnce(): () => void {
  setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering');
  return () => setFlagsFromString('--wasm-tier-up --wasm-dynamic-tiering');
}

interface Proxies {
  readonly http: string;
  readonly https: string;
  readonly none: string;
}

/** The proxies that the environment names; empty where it names none. */
function proxiesIn(env: Readonly<Record<string, string | undefined>>): Proxies {
  const named = (...names: string[]) => names.map((name) => env[name]).find((value) => value) ?? '';
  return {
    http: named('http_proxy', 'HTTP_PROXY'),
    https: named('https_proxy', 'HTTPS_PROXY'),
    none: named('no_proxy', 'NO_PROXY'),
  };
}

/** Proxies cost a third more to load: only when the environment names one. */
async function openDispatcher(
  proxies: Proxies,
  { timeouts: { connect, answer } = defaultTimeouts, ca }: TransportOptions,
): Promise<Dispatcher> {
  const tls = ca === undefined ? {} : { ca: await trusted(ca) };
  const options = { connect: { timeout: connect, ...tls }, headersTimeout: answer, bodyTimeout: answer };
  if (!proxies.http && !proxies.https) {
    const { default: Agent } = await import('undici/lib/dispatcher/agent.js');
    return new Agent(options);
  }
  const [{ default: EnvHttpProxyAgent }, { default: Bare }, { default: tunnel }] = await Promise.all([
    import('undici/lib/dispatcher/env-http-proxy-agent.js'),
    import('undici/lib/dispatcher/dispatcher.js'),
    import('undici/lib/api/api-connect.js'),
  ]);
  // A tunnel calls this on its connection to the proxy; only undici's own entry would have put it there.
  Bare.prototype.connect = tunnel;
  return new EnvHttpProxyAgent({
    ...options,
    requestTls: tls,
    proxyTls: tls,
    httpProxy: proxies.http,
    httpsProxy: proxies.https,
    noProxy: [proxies.none, ...thisMachine].filter(Boolean).join(','),
    // Plain http is forwarded, as curl does it: many proxies tunnel to port 443 only.
    proxyTunnel: false,
  });
}

/** Naming an authority takes the place of Node's own list: these are on it again. */
async function trusted(ca: string): Promise<string[]> {
  const { rootCertificates } = await import('node:tls');
  return [...rootCertificates, ca];
}

/** What runs on this machine is never asked for through another one. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]);
  return Object.fromEntries(entries) as Record<string, string>;
}
