import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server on 127.0.0.1 that plays the other side of what goes out, and keeps what arrived. */
export interface Loopback {
  /** Without a slash at its end. */
  readonly url: string;
  readonly port: number;
  readonly arrived: Arrived[];
  close(): Promise<void>;
}

/** Starts one on a free port. */
export async function loopback(
  answer: (request: Arrived, response: ServerResponse) => void,
): Promise<Loopback> {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: Buffer.concat(pieces) };
    arrived.push(one);
    answer(one, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    arrived,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
