import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';

/** Time until a broken connection is made again, in milliseconds. */
const AGAIN_MS = 1_000;

/** Channel on which the server says that there is work. What it says is the schema of the store. */
const CHANNEL = 'vau_work';

/** Hears when there is work in a store, on a connection of its own. */
export interface Listener {
  close(): Promise<void>;
}

/**
 * Listens until it is closed. A broken connection is made again; whoever waits is woken then too, because what was said
 * meanwhile was not heard.
 * @param wake called when there may be work
 */
export function listen(config: ClientConfig, schema: string, wake: () => void): Listener {
  const closing = new AbortController();
  const { signal } = closing;
  const listening = keepListening(config, schema, { wake, signal });
  return {
    close: async () => {
      closing.abort();
      await listening;
    },
  };
}

async function keepListening(
  config: ClientConfig,
  schema: string,
  { wake, signal }: { readonly wake: () => void; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const client = new Client(config);
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.once('error', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ payload }) => {
      if (payload === schema) wake();
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      wake();
      await ended;
    } catch {
      // The server is not there: workers look by themselves meanwhile.
    }
    await client.end().catch(() => undefined);
    await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}
