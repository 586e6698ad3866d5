import { once } from 'node:events';
import { pagesApp } from '../http/app.ts';
import { addressOf, closeServer, makeServer } from '../http/server.ts';
import { monitoringRoutes } from '../monitoring/routes.ts';
import type { Monitored } from '../monitoring/state.ts';

/** Where the workers of a machine without a service say how they are. */
export interface WatchPlace {
  /** Address to listen on. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
}

export interface Watch {
  /** The base address, without a slash at its end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Milliseconds that requests in progress may take to finish after a stop. */
const GRACE_MS = 1_000;

/**
 * Answers /healthz, /readyz and /metrics, as a service does: beyond this machine, /metrics needs a token with the scope admin.
 * @throws the system's error if the port is not available (EADDRINUSE)
 */
export async function watchWorkers(monitored: Monitored, { host, port }: WatchPlace): Promise<Watch> {
  // The public URL is that of the services: no proxy stands before this port.
  const { publicUrl: _, ...config } = monitored.context.config;
  const context = { ...monitored.context, config: { ...config, host, port } };
  const app = pagesApp(context, (routes) => monitoringRoutes(routes, { ...monitored, context }));
  const server = makeServer(app, undefined, context.log);
  server.listen(port, host);
  await once(server, 'listening');
  return { url: addressOf(server), stop: () => closeServer(server, GRACE_MS) };
}
