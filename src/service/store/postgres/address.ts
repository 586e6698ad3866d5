import { createHash } from 'node:crypto';
import { StoreRefused } from '../sql/errors.ts';

/** Where a PostgreSQL store is. */
export interface ServerAddress {
  /** For the driver, without what is ours. It may have a password: never show it. */
  readonly url: string;
  /** The schema that holds the tables. */
  readonly schema: string;
  /** Host, port and database, for messages. */
  readonly shown: string;
  /** The number of the advisory lock of those that change this store's tables: the same for all that use it. */
  readonly lock: number;
}

/** pg-boss has a schema beside it, with a longer name: 50 characters at most. */
const SCHEMA = /^[a-z_][a-z0-9_]{0,44}$/;

/** Whether a store's address is a PostgreSQL server's. */
export function isServerAddress(text: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(text);
}

/**
 * Reads `postgres://user:password@host:port/database?schema=name`. Everything else that the driver knows may be among the
 * parameters (sslmode). The schema is `vau` by default, and is made if it is not there.
 * @throws StoreRefused naming what is wrong, without the password
 */
export function readAddress(text: string): ServerAddress {
  const url = parsed(text);
  const schema = url.searchParams.get('schema') ?? 'vau';
  if (!SCHEMA.test(schema))
    throw new StoreRefused(
      `--store has the schema ${JSON.stringify(schema)}; use lower-case letters, digits and _, at most 45`,
    );
  url.searchParams.delete('schema');
  const database = url.pathname.slice(1);
  const host = url.searchParams.get('host') ?? url.hostname;
  const shown = `${host}${url.port && `:${url.port}`}/${database}`;
  return { url: url.href, schema, shown, lock: lockOf(schema) };
}

function parsed(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !isServerAddress(text) || url.pathname.length < 2)
    throw new StoreRefused(
      '--store must be the address of a PostgreSQL database: postgres://user:password@host:5432/database',
    );
  return url;
}

function lockOf(schema: string): number {
  return createHash('sha256').update(`vau ${schema}`).digest().readInt32BE(0);
}
