import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** The event of a delivery. */
export interface ReceivedEvent {
  readonly event_id: string;
  readonly event_type: string;
  readonly created_at: number;
  readonly payload: Record<string, unknown>;
}

/** A delivery as it arrived. */
export interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  /** The exact body. */
  readonly text: string;
  readonly event: ReceivedEvent;
}

/** What the receiver responds; `hang` never responds. */
export type Reply = 'hang' | { status: number; headers?: Record<string, string>; body?: string };

export interface TestReceiver {
  readonly url: string;
  readonly arrived: Received[];
  /** Types of the events that arrived, in order. */
  types(): string[];
  close(): Promise<void>;
}

/** A receiver of webhooks on 127.0.0.1. @param reply what it responds; `count` is 1 for the first delivery */
export async function startTestReceiver(
  reply: (delivery: Received, count: number) => Reply = () => ({ status: 204 }),
): Promise<TestReceiver> {
  const arrived: Received[] = [];
  const server = createServer((request, response) => {
    void readDelivery(request).then((delivery) => {
      arrived.push(delivery);
      respond(response, reply(delivery, arrived.length));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrived,
    types: () => arrived.map(({ event }) => event.event_type),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Throws unless the published package finds the delivery genuine. */
export function verify(secret: string, { headers, text }: Received): unknown {
  return new Webhook(secret).verify(text, headers);
}

async function readDelivery(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    path: request.url ?? '',
    headers: Object.fromEntries(headers),
    text,
    event: JSON.parse(text) as ReceivedEvent,
  };
}

function respond(response: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return;
  response.writeHead(reply.status, reply.headers).end(reply.body);
}
