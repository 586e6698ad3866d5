/** A receiver of deliveries on loopback. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Delivery } from './judge.ts';

/** Maximum size of a body, in bytes; an event is a few KiB. */
const largest = 4 * 1024 ** 2;

/** Handles a delivery and returns the status for the sender. */
export type Receive = (delivery: Delivery) => Promise<number>;

export interface Receiver {
  /** The URL that it listens on. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1, on any path, and handles deliveries one by one, in order. @param port 0 is any free
 * port @throws the system's error when the port is not available (EADDRINUSE)
 */
export async function startReceiver(port: number, receive: Receive): Promise<Receiver> {
  let before: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    void take(request).then((taken) => {
      if (typeof taken === 'number') return answer(response, taken);
      const turn = before.then(() => receive(taken));
      before = turn.catch(() => undefined);
      return turn.then(
        (status) => answer(response, status),
        () => answer(response, 500),
      );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Lets pending responses finish; idle connections would keep the process alive.
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 1000).unref();
      }),
  };
}

/** The delivery, or the status to refuse it with. */
async function take(request: IncomingMessage): Promise<Delivery | number> {
  if (request.method !== 'POST') return 405;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length;
      if (bytes > largest) return 413;
      chunks.push(chunk as Buffer);
    }
  } catch {
    return 400;
  }
  const headers = Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return { headers: Object.fromEntries(headers), body: Buffer.concat(chunks) };
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close' }).end();
}
