import { once } from 'node:events';
import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { App } from './env.ts';

/** Longest wait for the head of a request, in milliseconds. */
const HEADERS_MS = 60_000;

/** A server that hands requests to the app, and answers what is no HTTP in the form of every other error. */
export function makeServer(app: App): Server {
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: unread });
  // A large upload over a slow line takes longer than the five minutes Node gives a request. A missing Host is
  // refused by the listener, since Node refuses it without a word.
  const limits = { requestTimeout: 0, headersTimeout: HEADERS_MS, requireHostHeader: false };
  const server = createServer(limits, (incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
  server.on('clientError', refuse);
  return server;
}

/** What Node's parser refuses before there is a request, by its error codes. */
const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the headers are larger than the 16384 bytes allowed'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunks of the body carry more than is taken'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, `the request did not arrive within ${HEADERS_MS / 1000} s`],
};

/** The answer to a request whose address makes no sense, before the app sees it. */
function unread(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error;
  return Response.json(
    { error: `the request cannot be read: ${error.message.slice(0, 200)}` },
    { status: 400 },
  );
}

function refuse({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, error] = REFUSALS[code ?? ''] ?? [400, 'this is no HTTP request that can be read'];
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
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
