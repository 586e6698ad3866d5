/**
 * One HTTP exchange with a server of somebody else's choice, over Node's own client: undici 7 ends the process when a server
 * closes its connection while the body waits to be read, and the version that mends this needs Node 22.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { LookupFunction, Socket } from 'node:net';

export interface ExchangeOptions {
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
export async function exchange(url: URL, options: ExchangeOptions): Promise<IncomingMessage> {
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
