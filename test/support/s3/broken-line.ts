import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server on this machine that breaks once, in the middle of an answer. */
export interface BrokenLine {
  readonly port: number;
  /** Times that it broke. */
  broken(): number;
  close(): Promise<void>;
}

/**
 * @param port of the server on 127.0.0.1
 * @param after bytes that come back over one connection before it breaks
 * @param how `cut` closes the connection; `silent` keeps it and says nothing more
 */
export async function brokenLine(port: number, after: number, how: 'cut' | 'silent'): Promise<BrokenLine> {
  let broken = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const there = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [client, there],
      [there, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    client.pipe(there);
    let back = 0;
    there.on('data', (piece: Buffer) => {
      back += piece.length;
      if (back <= after || broken > 0) return void client.write(piece);
      broken += 1;
      there.pause();
      if (how === 'cut') client.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    broken: () => broken,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
