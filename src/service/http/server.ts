import { randomUUID } from 'node:crypto';
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
import { type Log, silentLog } from '../log.ts';
import type { App } from './access/env.ts';

/** Timeout of a request's headers, in milliseconds. */
const HEADERS_MS = 60_000;

/**
 * Milliseconds that an idle connection stays open. Node's five seconds end on a busy machine while the next request is
 * already there, unread.
 */
const IDLE_MS = 65_000;

/**
 * A server that passes requests to the app, and answers invalid HTTP with the usual error body.
 * @param headersMs timeout of a request's headers; for bodies see body.ts
 * @param log gets what the app never sees
 */
export function makeServer(app: App, headersMs = HEADERS_MS, log: Log = silentLog): Server {
  const end = refusal(log);
  const listener = getRequestListener(app.fetch, { errorHandler: unanswered(log) });
  // A large upload over a slow line takes longer than Node's five minutes per request. The app refuses a missing Host,
  // because Node would refuse it without a message.
  const limits = { requestTimeout: 0, requireHostHeader: false };
  const times = {
    headersTimeout: headersMs,
    connectionsCheckingInterval: headersMs / 4,
    keepAliveTimeout: IDLE_MS,
  };
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void listener(incoming, outgoing);
  return createServer({ ...limits, ...times }, answer)
    .on('clientError', refuse(end))
    .on('connect', (_, socket) =>
      end(socket, 405, 'this service is not a proxy and does not support CONNECT'),
    )
    .on('checkExpectation', (_, outgoing) => {
      const error = 'the Expect header is not supported; allowed: 100-continue';
      const headers = { 'content-type': 'application/json', 'x-request-id': noted(log, 417, error) };
      outgoing.writeHead(417, headers).end(JSON.stringify({ error }));
    });
}

/** Errors of Node's parser, which come before there is a request. */
const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the headers are larger than the 16384 bytes allowed'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions of the body are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the headers of the request did not arrive in time'],
};

/**
 * The response if the app gives none: for a request with an invalid address or Host, which never reaches the app, and
 * for a thrown value that is not an Error, such as the reason of an aborted signal.
 */
function unanswered(log: Log): (error: unknown) => Response {
  return (thrown) => {
    const unread = thrown instanceof RequestError;
    const status = unread ? 400 : 500;
    const error = unread ? `the request cannot be read: ${thrown.message.slice(0, 200)}` : 'internal error';
    const headers = { 'x-request-id': noted(log, status, error) };
    return Response.json({ error }, { status, headers });
  };
}

/** Logs a response to a request that has no id, and gives it one. */
function noted(log: Log, status: number, error: string): string {
  const request = randomUUID();
  log.debug('request refused', { status, error, request });
  return request;
}

function refuse(end: End): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  return ({ code }, socket) => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    end(socket, ...(REFUSALS[code ?? ''] ?? [400, 'this is not a valid HTTP/1.1 request']));
  };
}

/** Milliseconds to wait for the other side to close a connection after its response. */
const LINGER_MS = 1_000;

type End = (socket: Duplex, status: number, error: string) => void;

/** Responds on a connection that has no request, and closes it. */
function refusal(log: Log): End {
  return (socket, status, error) => end(socket, status, error, noted(log, status, error));
}

function end(socket: Duplex, status: number, error: string, request: string): void {
  // Node no longer listens to this socket: a reset by the other side would end the process.
  socket.on('error', () => undefined);
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `x-request-id: ${request}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** The URL at which this machine reaches the server: `http://127.0.0.1:4747`, also if it listens on all addresses. */
export function addressOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  const own = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`;
}

/** Stops accepting requests, and waits at most `graceMs` for those in progress. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
