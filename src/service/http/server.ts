import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { App } from './env.ts';

/** Longest wait for the head of a request, in milliseconds. */
const HEADERS_MS = 60_000;

/**
 * A server that hands requests to the app, and answers what is not HTTP in the form of every other error.
 * @param headersMs longest wait for the head of a request; bodies have a pace of their own, see body.ts
 */
export function makeServer(app: App, headersMs = HEADERS_MS): Server {
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: unanswered });
  // A large upload over a slow line takes longer than the five minutes Node gives a request. A missing Host is
  // refused by the listener, since Node refuses it without a word.
  const limits = { requestTimeout: 0, requireHostHeader: false };
  const times = { headersTimeout: headersMs, connectionsCheckingInterval: headersMs / 4 };
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void listener(incoming, outgoing);
  return createServer({ ...limits, ...times }, answer)
    .on('clientError', refuse)
    .on('connect', (_, socket) => end(socket, 405, 'this service is not a proxy: it does not take CONNECT'))
    .on('checkExpectation', (_, outgoing) => {
      const error = 'the Expect header is not supported; allowed: 100-continue';
      outgoing.writeHead(417, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    });
}

/** What Node's parser refuses before there is a request, by its error codes. */
const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the headers are larger than the 16384 bytes allowed'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions of the body are larger than allowed'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the headers of the request did not arrive in time'],
};

/**
 * The answer where the app gave none: to a request whose address or Host makes no sense, before the app sees it, and
 * where something was thrown that is not an Error, as the reason of an aborted signal may be.
 */
function unanswered(error: unknown): Response {
  if (!(error instanceof RequestError))
    return Response.json({ error: 'the service failed on this request' }, { status: 500 });
  return Response.json(
    { error: `the request cannot be read: ${error.message.slice(0, 200)}` },
    { status: 400 },
  );
}

function refuse({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  end(socket, ...(REFUSALS[code ?? ''] ?? [400, 'this is not a valid HTTP/1.1 request']));
}

/** How long a connection that was answered may stay open for its other side to close it, in milliseconds. */
const LINGER_MS = 1_000;

/** Answers on a connection that has no request, and closes it. */
function end(socket: Duplex, status: number, error: string): void {
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Where this machine reaches it: `http://127.0.0.1:4747`, also where it listens on every address there is. */
export function addressOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  const own = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`;
}

/** Takes no more requests, and waits for those under way, at most `graceMs`. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
