import { createServer } from 'node:net';

/** The default port of the embedded service. */
export const defaultPort = 4747;

/** The preferred port if it is free on this host, else any free port. */
export async function freePort(wished: number, host: string): Promise<number> {
  return (await take(wished, host)) ?? (await take(0, host)) ?? wished;
}

/** Binds a port for a moment (0: any) and returns its number; undefined when it is in use. */
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
