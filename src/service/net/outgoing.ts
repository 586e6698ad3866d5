/**
 * Connections to other people's servers: an address comes in that an account named; an answer of bounded size, time and rate
 * goes out. addresses.ts refuses what lies in the service's own networks, when a name is looked up and not before.
 */
import { lookup as systemLookup } from 'node:dns';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { badRequest, ServiceError } from '../errors.ts';
import { isPrivateAddress } from './addresses.ts';
import { isInRanges, type PrivateAllowed } from './ranges.ts';

/**
 * One HTTP exchange with a server of somebody else's choice, over Node's own client: undici 7 ends the process when a server
 * closes its connection while the body waits to be read, and the version that mends this needs Node 22.
 */

interface ExchangeOptions {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly lookup: LookupFunction;
  /** Timeout of sending, of the response's headers and between two pieces of its body, in milliseconds. */
  readonly idleMs: number;
  /** Bytes per second that the body must have, on average over each `idleMs`. Default: any. */
  readonly leastRate?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Longest time for a connection, in milliseconds. */
const CONNECT_MS = 15_000;

/** More interim responses than this (100 to 199) come from a server that never answers. */
const MOST_INTERIM = 100;

/**
 * Sends a request on a connection of its own. The body of the answer fails, and never just ends, if the connection breaks
 * before all of it has come, if the server sends more than it announced, or too slowly.
 * @returns the answer once its headers have come
 * @throws what went wrong before that; the reason of the signal
 */
async function exchange(url: URL, options: ExchangeOptions): Promise<IncomingMessage> {
  const { request: start } =
    url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const { method, headers, lookup, body, signal } = options;
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = start(url, { method, headers, lookup, agent: false });
    let answer: IncomingMessage | undefined;
    const end = (reason: Error) => void (answer ?? request).destroy(reason);
    const stop = timed(request, options, end);
    const abort = () => end(signal?.reason);
    signal?.addEventListener('abort', abort);
    request.on('response', (response) => {
      answer = response;
      resolve(response);
    });
    const cut = (cause?: Error) =>
      answer?.destroy(
        new Error(`the connection to ${url.host} ended before the whole response had come`, { cause }),
      );
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (!answer) reject(error);
      // What happens to the connection after all has come is of no interest, unless more came than was announced.
      else if (!answer.complete) cut(error);
      else if (error.code?.startsWith('HPE_'))
        answer.destroy(new Error(`${url.host} sent more than it announced`, { cause: error }));
    });
    request.on('socket', (socket) => {
      // Before Node's own listeners: one takes any end for that of a body without a length, the other says only "aborted".
      socket.prependListener('end', () => {
        if (answer && !answer.complete) ifReset(socket, cut);
      });
      socket.prependListener('close', () => {
        if (answer && !answer.complete) cut();
      });
    });
    request.on('close', () => {
      stop();
      signal?.removeEventListener('abort', abort);
      if (!answer) reject(new Error('the connection was closed without a response'));
    });
    request.end(body);
  });
}

/** Where data waited to be read, Node reports the end of a connection that was reset as if it were closed; writing tells. */
function ifReset(socket: Socket, act: (error: Error) => void): void {
  socket.write(Buffer.alloc(0), (error?: NodeJS.ErrnoException | null) => {
    if (error?.code === 'ECONNRESET' || error?.code === 'EPIPE') act(error);
  });
}

/** Watches the time of every stage. @param end ends the exchange @returns a function that stops watching */
function timed(
  request: ClientRequest,
  { idleMs, leastRate = 0 }: ExchangeOptions,
  end: (reason: Error) => void,
): () => void {
  const late = (what: string, ms: number) => end(new Error(`timeout: ${what} within ${ms / 1000} s`));
  const connectMs = Math.min(idleMs, CONNECT_MS);
  let timer = setTimeout(() => late('no connection', connectMs), connectMs);
  let answer: IncomingMessage | undefined;
  let interim = 0;
  // What has come waits for its reader, which is not the server's fault.
  const isUnread = () => answer !== undefined && answer.readableLength > 0;
  request.on('socket', (socket) => {
    const connected = request.protocol === 'https:' ? 'secureConnect' : 'connect';
    socket.once(connected, () => clearTimeout(timer));
  });
  // The connection's own timer knows how a large body that is being sent gets on.
  request.setTimeout(idleMs, () => {
    if (isUnread()) request.setTimeout(idleMs);
    else late('nothing came', idleMs);
  });
  request.on('finish', () => {
    clearTimeout(timer);
    if (!answer) timer = setTimeout(() => late('no response', idleMs), idleMs);
  });
  request.on('information', () => {
    interim += 1;
    if (interim > MOST_INTERIM) end(new Error(`more than ${MOST_INTERIM} interim responses`));
  });
  request.on('response', (response) => {
    clearTimeout(timer);
    answer = response;
    const { socket } = response;
    let before = socket.bytesRead;
    if (leastRate === 0) return;
    timer = setInterval(() => {
      const rate = (socket.bytesRead - before) / (idleMs / 1000);
      before = socket.bytesRead;
      if (rate < leastRate && !isUnread())
        end(new Error(`timeout: less than ${leastRate} bytes per second came for ${idleMs / 1000} s`));
    }, idleMs);
  });
  return () => clearTimeout(timer);
}

/** Options of an outgoing request. */
export interface OutgoingOptions {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Allow loopback and private networks, or these ranges of them. Off unless the operator's configuration allows them. */
  readonly allowPrivate: PrivateAllowed;
  /** Redirects to follow, each checked like the first URL. 0 (default) refuses them; `show` returns the first. */
  readonly redirects?: number | 'show';
  /** Timeout of the connection, of the headers and between two pieces of the body, in milliseconds. Default 30 s. */
  readonly idleMs?: number;
  /** Bytes per second that the body must have, on average over each `idleMs`. Default: any. */
  readonly leastRate?: number;
  readonly signal?: AbortSignal;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Fails, and never just ends, if not all of it came. */
  readonly body: Readable;
  /** The URL that responded, after redirects. */
  readonly url: URL;
}

/**
 * Sends one request to a URL chosen by somebody else. Only http and https. The address is checked inside the socket's
 * look-up, so that a name cannot resolve to one address for the check and another for the connection. Sends only the
 * given headers, and follows no redirect unless asked.
 * @throws ServiceError 400 naming what is not allowed; 502 if the server cannot be reached
 */
export async function outgoing(address: string, options: OutgoingOptions): Promise<OutgoingAnswer> {
  let url = checkedUrl(address, options.allowPrivate);
  const { redirects = 0 } = options;
  for (let left = redirects === 'show' ? 0 : redirects; ; left--) {
    const answer = await send(url, options);
    const location = redirects === 'show' ? undefined : redirectOf(answer);
    if (location === undefined)
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer, url };
    answer.on('error', () => undefined).destroy();
    if (left <= 0) throw badRequest(`${url.origin} responded with a redirect, which is not followed`);
    const next = URL.canParse(location, url.href) ? new URL(location, url).href : location;
    url = checkedUrl(next, options.allowPrivate);
  }
}

/** Parses and checks a URL before anything is sent. Literal IP addresses never reach the socket's look-up. */
export function checkedUrl(address: string, allowPrivate: PrivateAllowed): URL {
  if (!URL.canParse(address)) throw badRequest(`${JSON.stringify(address.slice(0, 200))} is not a URL`);
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw badRequest(`only http and https URLs are allowed, not ${url.protocol}//`);
  if (url.username || url.password) throw badRequest('a URL must not contain a user name or password');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Where ranges are allowed, the look-up decides about a name.
  const isLocalName = allowPrivate === false && /(^|\.)localhost\.?$/i.test(host);
  if (isIP(host) ? !isAllowed(host, allowPrivate) : isLocalName) throw privateError(host);
  return url;
}

function isAllowed(address: string, allowPrivate: PrivateAllowed): boolean {
  if (allowPrivate === true || !isPrivateAddress(address)) return true;
  return allowPrivate !== false && isInRanges(address, allowPrivate);
}

function privateError(host: string): ServiceError {
  return badRequest(
    `${host} is on a private network that this service may not reach. ` +
      'Its operator can allow private addresses (on), or ranges of them such as 10.0.0.0/8: vau service config set private_addresses RANGES',
  );
}

/** The socket's look-up: refuses a name if any of its addresses is private and not allowed. */
function filteredLookup(allowPrivate: PrivateAllowed): LookupFunction {
  return (hostname, options, done) => {
    systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const bad = addresses.find(({ address }) => !isAllowed(address, allowPrivate));
      const first = addresses[0];
      if (bad || first === undefined) return done(privateError(hostname), '', 0);
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}

async function send(url: URL, options: OutgoingOptions): Promise<IncomingMessage> {
  const { allowPrivate, method = 'GET', headers, body, idleMs = 30_000, leastRate, signal } = options;
  try {
    return await exchange(url, {
      method,
      body,
      idleMs,
      leastRate,
      signal,
      headers: { 'user-agent': 'vau', accept: '*/*', ...headers },
      lookup: filteredLookup(allowPrivate),
    });
  } catch (error) {
    if (error instanceof ServiceError || signal?.aborted) throw error;
    throw new ServiceError(502, failureOf(url, error));
  }
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;
}

function failureOf({ origin }: URL, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith('HPE_')) return `${origin} did not respond in HTTP: ${message}`;
  return `${origin} cannot be reached: ${code ?? message.slice(0, 200)}`;
}
