import path from 'node:path';
import { vi } from 'vitest';
import type { ServiceConfig } from '../../src/service/context/config.ts';
import { openStore } from '../../src/service/store/open-store.ts';
import { loadSqlite } from '../../src/service/store/sqlite/sqlite-module.ts';
import { openTestService, type TestService } from './service.ts';
import { serving } from './serving.ts';
import { jobsIn } from './store.ts';

/** True where the service under test is the started binary, and not one that is opened in this process. */
export const binary = process.env.VAU_TEST_SERVICE === 'binary';

/** What tests of the interface need of a service, wherever it runs. Every good answer is held against the contract. */
export interface Served extends Pick<TestService, 'token' | 'call' | 'upload' | 'close'> {
  /** Sends a request as it is, without a token; the path begins with a slash. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Waits until nothing is left to be worked on. */
  drain(): Promise<void>;
  /** The service itself, where it runs in this process. */
  readonly inProcess?: TestService;
}

/**
 * Opens the service that the run is about: in this process, or `vau serve` from dist/ in the vitest project `binary`.
 * @param config for the one in this process; what a test relies on must hold for both
 */
export async function openServed(config: Partial<ServiceConfig> = {}): Promise<Served> {
  if (!binary) {
    const service = await openTestService(config);
    const { token, call, upload, close } = service;
    return {
      token,
      call,
      upload,
      close,
      inProcess: service,
      request: async (where, init) => service.app.request(where, init),
      drain: async () => void (await service.drain()),
    };
  }
  const { url, token, call, upload, stop, home, store } = await serving({
    env: { VAU_IN_PLACE_FOLDERS: (config.inPlaceFolders ?? []).join(path.delimiter) },
  });
  return {
    token,
    call,
    upload,
    close: stop,
    request: (where, init) => fetch(new URL(where, url), init),
    drain: () => (store === undefined ? idle(path.join(home.dataFolder, 'vau.sqlite')) : idleOnServer(store)),
  };
}

/** Waits until a store has no job left but deliveries to webhooks: to a receiver that is not there they go on for days. */
async function idle(store: string): Promise<void> {
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(store, { timeout: 5_000 });
  try {
    const jobs = database.prepare("select kind, last_error from jobs where kind <> 'webhook.deliver'");
    const none = () => {
      const left = jobs.all();
      if (left.length > 0) throw new Error(`still to be done: ${JSON.stringify(left)}`);
    };
    await vi.waitFor(none, { timeout: 200_000, interval: 50 });
  } finally {
    database.close();
  }
}

async function idleOnServer(location: string): Promise<void> {
  const { db, close } = await openStore(location);
  const none = async () => {
    const left = (await jobsIn(db)).filter(({ kind }) => kind !== 'webhook.deliver');
    if (left.length > 0) throw new Error(`still to be done: ${JSON.stringify(left)}`);
  };
  await vi.waitFor(none, { timeout: 200_000, interval: 50 }).finally(close);
}
