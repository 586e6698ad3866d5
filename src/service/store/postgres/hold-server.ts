import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { StoreRefused } from '../sql/errors.ts';
import { readAddress, type ServerAddress } from './address.ts';
import { MOVE_TABLE } from './migrate-server.ts';
import { refusal, settingsOf } from './open-server-store.ts';
import { EXCLUSIVE } from './transactions.ts';

/** How long to wait until the server has noticed that an earlier process ended, in milliseconds. */
const PATIENCE_MS = 3_000;
const STEP_MS = 100;

/** A store on a server that only this process may move. */
export interface HeldServer {
  /** From now on, nobody writes to it until it is given back. */
  stopWriters(): Promise<void>;
  /** Deletes what a move has begun to fill and not ended; anything else stays. */
  emptyMoved(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Holds a store on a server for this process.
 * @throws StoreRefused if a service, a worker or another move uses it, or the server cannot be reached
 */
export async function holdServer(text: string): Promise<HeldServer> {
  const address = readAddress(text);
  const settings = settingsOf(address);
  const client = new Client({ ...settings, application_name: `${settings.application_name} move` });
  // A connection that breaks is noticed by what reads or writes meanwhile.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await hold(client, address);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw refusal(error, address);
  }
  return {
    stopWriters: async () =>
      void (await client.query(`begin; set local idle_in_transaction_session_timeout = 0; ${EXCLUSIVE}`)),
    emptyMoved: () => emptyMoved(client, address),
    release: () => client.end().catch(() => undefined),
  };
}

async function hold(client: Client, { schema, shown, lock }: ServerAddress): Promise<void> {
  const gets = async (text: string, values: unknown[]) =>
    (await client.query<{ got: boolean }>(text, values)).rows[0]?.got === true;
  // Two numbers are another lock than the one number of those that change the tables.
  if (!(await patiently(() => gets('select pg_try_advisory_lock($1, 1) as got', [lock]))))
    throw new StoreRefused(`another vau store move is using ${shown}`);
  const isFree = () =>
    gets(
      `select not exists (select from pg_stat_activity
         where application_name = $1 and datname = current_database()) as got`,
      [`vau ${schema}`],
    );
  if (!(await patiently(isFree)))
    throw new StoreRefused(
      `a service or worker is using ${shown}: stop vau serve and vau worker on every machine, then try again`,
    );
}

async function emptyMoved(client: Client, { schema }: ServerAddress): Promise<void> {
  const { rowCount } = await client.query(
    'select from information_schema.tables where table_schema = $1 and table_name = $2',
    [schema, MOVE_TABLE],
  );
  if (rowCount) await client.query(`drop schema ${schema} cascade`);
}

/** Asks again for a while until it is so. */
async function patiently(isSo: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > until) return false;
    await sleep(STEP_MS);
  }
  return true;
}
