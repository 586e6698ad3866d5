import type { Db } from './schema.ts';

/** An open store. */
export interface Store {
  readonly db: Db;
  close(): Promise<void>;
  /** Calls back when a process adds work; undefined where processes cannot tell each other, and look from time to time. */
  listen?(wake: () => void): void;
}
