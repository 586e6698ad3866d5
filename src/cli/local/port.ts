import { createServer } from 'node:net';

/** The port of the embedded service where nobody asks for another. */
export const defaultPort = 4747;

/** The wished-for port when it is free on this host, else a free one that the system picks. */
export async function freePort(wished: number, host: string): Promise<number> {
  return (await take(wished, host)) ?? (await take(0, host)) ?? wished;
}

/** Takes a port for a moment (0: whichever is free) and gives its number; undefined when it is in use. */
function take(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}
