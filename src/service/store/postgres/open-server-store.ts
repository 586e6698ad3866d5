/**
 * The store on a PostgreSQL server: an address comes in; a database goes out whose transactions are serialisable and run again
 * where they clash (transactions.ts), through connections that say what they wait for.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type PrimitiveValueListNode,
  type RawNode,
} from 'kysely';
import { Client, type ClientConfig, Pool, types } from 'pg';
import { readFromServer } from '../sql/compiled.ts';
import { hasTwoForms } from '../sql/engine.ts';
import { StoreRefused } from '../sql/errors.ts';
import type { Migration } from '../sql/migration.ts';
import type { OnHindrance, Store, StoreServer } from '../store.ts';
import { readAddress, type ServerAddress } from './address.ts';
import { Connections } from './connections.ts';
import { ServerDriver } from './driver.ts';
import { isUnreachable } from './errors.ts';
import { migrateServer, type Purpose } from './migrate-server.ts';
import { beginOf, ServerDb } from './transactions.ts';

/** Time until a broken connection is made again, in milliseconds. */
const AGAIN_MS = 1_000;

/** Channel on which the server says that there is work. What it says is the schema of the store. */
const CHANNEL = 'vau_work';

/** Hears when there is work in a store, on a connection of its own. */
interface Listener {
  close(): Promise<void>;
}

/**
 * Listens until it is closed. A broken connection is made again; whoever waits is woken then too, because what was said
 * meanwhile was not heard.
 * @param wake called when there may be work
 */
function listen(config: ClientConfig, schema: string, wake: () => void): Listener {
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

/** Takes PostgreSQL's form of what has two: see perEngine. */
class TwoFormCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    if (hasTwoForms(node)) this.visitNode(node.postgres());
    else super.visitRaw(node);
  }

  /** PostgreSQL has no empty list, and nothing is equal to null. */
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    if (node.values.length === 0) this.append('(null)');
    else super.visitPrimitiveValueList(node);
  }
}

/** Kysely's PostgreSQL dialect with our driver and compiler. */
class ServerDialect implements Dialect {
  readonly driver: ServerDriver;

  constructor(...given: ConstructorParameters<typeof ServerDriver>) {
    this.driver = new ServerDriver(...given);
  }

  createDriver(): ServerDriver {
    return this.driver;
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new TwoFormCompiler();
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(db: Kysely<never>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}

/** Longest time for a new connection, for a statement, and for a transaction that waits for its process, in milliseconds. */
const CONNECT_MS = 10_000;
const STATEMENT_MS = 300_000;
const IDLE_MS = 60_000;
/** Longest time to wait for the transactions of others, in milliseconds. */
const LOCK_MS = 30_000;

/** Long work of one process that holds the store for itself has no limits. */
const NO_LIMITS = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };

/** What begins a transaction. A store that is moved is held by one process: see hold-server.ts. */
const BEGIN: Readonly<Record<Purpose, typeof beginOf>> = {
  use: beginOf,
  moveFrom: () => 'begin isolation level repeatable read read only',
  moveInto: () => 'begin',
};

/** PostgreSQL's type numbers. */
const [BOOL, INT8, JSON_TEXT, NUMERIC] = [16, 20, 114, 1700] as const;

/** Values as SQLite gives them: flags are 0 or 1, and JSON is text. Our whole numbers are all exact in JavaScript. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [BOOL]: (text) => (text === 't' ? 1 : 0),
  [INT8]: Number,
  [NUMERIC]: Number,
  [JSON_TEXT]: (text) => text,
};

const parserOf = (type: number) => parsers[type] ?? types.getTypeParser(type);

export interface ServerStoreOptions {
  /** Most connections of this process. */
  readonly connections: number;
  /** Default: `use`. */
  readonly purpose?: Purpose;
  readonly onHindrance?: OnHindrance | undefined;
}

/**
 * Opens the store in a PostgreSQL database, creating or migrating its tables first. Many processes of many machines can
 * open the same one.
 * @throws StoreRefused if the server cannot be reached, refuses the user, or holds a store that is newer than this program
 */
export async function openServerStore(
  text: string,
  steps: readonly Migration[],
  { connections, purpose = 'use', onHindrance }: ServerStoreOptions,
): Promise<Store> {
  const address = readAddress(text);
  const pool = poolOf(address, connections, purpose);
  const source = new Connections(pool, () => onHindrance?.('lost connection'));
  try {
    await migrateServer(pool, address, steps, purpose);
  } catch (error) {
    await pool.end();
    throw refusal(error, address);
  }
  const dialect = new ServerDialect(source, { begin: BEGIN[purpose], parserOf, onHindrance });
  const db = new ServerDb({ dialect }, onHindrance);
  readFromServer(db, (query) => dialect.driver.read(query));
  const listeners: Listener[] = [];
  return {
    db,
    server: serverOf(source, address),
    listen: (wake) => void listeners.push(listen(settingsOf(address), address.schema, wake)),
    close: async () => {
      await Promise.all(listeners.map((one) => one.close()));
      await db.destroy();
      // Kysely ends only what it has used.
      await source.end();
    },
  };
}

/** A lock of the session, so that the work can have transactions of its own. */
function serverOf(connections: Connections, { schema, lock }: ServerAddress): StoreServer {
  return {
    schema,
    beginAlone: beginOf(undefined, 'alone'),
    exclusively: async (work) => {
      const client = await connections.take();
      try {
        await client.query(`select pg_advisory_lock(${lock})`);
        const result = await work((text, values) => client.query<Record<string, unknown>>(text, values));
        await client.query(`select pg_advisory_unlock(${lock})`);
        connections.give(client, false);
        return result;
      } catch (error) {
        // The lock ends with the connection.
        connections.give(client, true);
        throw error;
      }
    },
  };
}

/** For a connection to a store. The server shows its name to others. */
export function settingsOf({ url, schema }: ServerAddress): ClientConfig {
  return {
    connectionString: url,
    // Names the store: several can be in one database.
    application_name: `vau ${schema}`,
    options: `-c search_path=${schema} -c jit=off`,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  };
}

function poolOf(address: ServerAddress, max: number, purpose: Purpose): Pool {
  const pool = new Pool({
    ...settingsOf(address),
    // One stays open: whoever wants the store for itself sees that it is in use.
    min: 1,
    max,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_MS,
    ...(purpose !== 'use' && NO_LIMITS),
    types: { getTypeParser: parserOf },
  });
  // A connection that breaks while nobody uses it is replaced; whoever uses one gets the error with the next statement. It
  // can also break between two statements of a transaction: an error that nobody listens for would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** What the server says, without the address's password; its cause is the error. */
export function refusal(error: unknown, { shown }: ServerAddress): unknown {
  if (error instanceof StoreRefused || !(error instanceof Error)) return error;
  const reason = error.message || ('code' in error ? String(error.code) : 'no answer');
  const next = isUnreachable(error)
    ? 'check that it runs and that this machine may reach it'
    : 'check --store';
  return new StoreRefused(`the PostgreSQL database ${shown} cannot be used: ${reason}; ${next}`, {
    cause: error,
  });
}
