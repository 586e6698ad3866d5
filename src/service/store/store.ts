import type { Db } from './sql/schema.ts';

/** An open store. */
export interface Store {
  readonly db: Db;
  close(): Promise<void>;
  /** Calls back when a process adds work; undefined where processes cannot tell each other, and look from time to time. */
  listen?(wake: () => void): void;
  /** The server that holds the store; undefined for a store in a file. */
  readonly server?: StoreServer;
}

/** A PostgreSQL server that holds a store, for what keeps tables of its own there. */
export interface StoreServer {
  /** The schema of the store's tables. */
  readonly schema: string;
  /**
   * Calls back with a connection while no other process changes the tables. No transaction is open: `work` begins its own.
   */
  exclusively<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result>;
  /** The statements that begin a transaction beside which nobody else writes to the store. */
  readonly beginAlone: string;
}

/** Sends a statement to the server, or several without values. */
export type Ask = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

/**
 * What hinders a statement on a server without being its fault, as it is counted; `retry`: it is sent again for that.
 */
export type Hindrance = 'lost connection' | 'deadlock' | 'serialization failure' | 'lock timeout' | 'retry';

/** Called with each hindrance. */
export type OnHindrance = (what: Hindrance) => void;
