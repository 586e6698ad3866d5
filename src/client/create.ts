/** A client over the contract's schemas and undici. */
import { outlineOf } from '../contract/operations/outline.ts';
import { type Client, type ClientOptions, clientOver } from './client.ts';
import { openTransport } from './network/transport.ts';

/** A client of one service. It connects, and loads undici, with the first request. */
export const createClient = (options: ClientOptions): Client =>
  clientOver(
    { operation: outlineOf, open: (baseUrl) => openTransport(baseUrl, options.env ?? {}, options) },
    options,
  );
