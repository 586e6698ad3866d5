import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A slow line to a service: it counts the bytes that go there, and calls back on the way. */
export interface Relay {
  readonly port: number;
  /** Bytes that went to the service so far. */
  passed(): number;
  /** Calls `act` once, when this many bytes have passed in all, and cuts the line: what is under way is lost. */
  at(bytes: number, act: () => void): void;
  close(): Promise<void>;
}

/** @param port of the service on 127.0.0.1 @param rate bytes per second, over all connections */
export async function relay(port: number, rate: number): Promise<Relay> {
  let passed = 0;
  let due: { bytes: number; act: () => void } | undefined;
  const sockets = new Set<Socket>();
  const count = (bytes: number) => {
    passed += bytes;
    if (due === undefined || passed < due.bytes) return;
    const { act } = due;
    due = undefined;
    act();
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    const service = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    service.pipe(client);
    void (async () => {
      for await (const piece of client as AsyncIterable<Buffer>) {
        count(piece.length);
        if (!service.write(piece)) await once(service, 'drain');
        await sleep((1000 * piece.length) / rate);
      }
    })().catch(() => undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    passed: () => passed,
    at: (bytes, act) => {
      due = { bytes, act };
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
