import type { Db } from './schema.ts';

/** An open store. */
export interface Store {
  readonly db: Db;
  close(): Promise<void>;
}
