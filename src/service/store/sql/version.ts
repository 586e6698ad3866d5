import { sql } from 'kysely';
import { perEngine } from './engine.ts';
import type { Db } from './schema.ts';

/** PostgreSQL's form of a version, as a column: the transactions that have ended. */
export const serverVersion = sql<string>`pg_current_snapshot()::text`;

const asked = perEngine(
  sql<{ version: string }>`
    select data_version || ' ' || total_changes() as version from pragma_data_version`,
  () => sql`select ${serverVersion} as version`,
);

/**
 * A text that differs once anything in the store has changed: by this connection, or by another one, which may be in
 * another process. Compare it only with texts of the same handle.
 */
export async function versionOf(db: Db): Promise<string> {
  return (await asked.execute(db)).rows[0]?.version ?? '';
}

/** Most results to keep for a store. The keys of 100,000 rows take 800 kB. */
const MOST_KEPT = 8;

const kept = new WeakMap<Db, Map<string, { version: string; value: unknown }>>();

/**
 * A value read from the store. It is kept while the store stays as it is, because a client that reads a list page by
 * page asks for the same again and again.
 * @param name what is read, with all its parameters
 * @param asked the version, if it was read already
 */
export async function readOnce<Value>(
  db: Db,
  name: string,
  read: () => Promise<Value>,
  asked?: string,
): Promise<Value> {
  const known = kept.get(db) ?? new Map<string, { version: string; value: unknown }>();
  kept.set(db, known);
  // Read before the value: if the store changes in between, the value is read again.
  const version = asked ?? (await versionOf(db));
  const found = known.get(name);
  known.delete(name);
  const value = found?.version === version ? (found.value as Value) : await read();
  known.set(name, { version, value });
  const [oldest] = known.keys();
  if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest);
  return value;
}
