import type { ClientBase, Pool, PoolClient } from 'pg';
import { StoreRefused } from '../sql/errors.ts';
import { checkVersion, type Migration } from '../sql/migration.ts';
import type { ServerAddress } from './address.ts';
import { EXCLUSIVE } from './transactions.ts';

/** The table of a store that `vau store move` has begun to fill and not ended. */
export const MOVE_TABLE = 'store_move';

/**
 * What a store is opened for. `use`: it is made or migrated. `moveFrom`: to be read as it is. `moveInto`: only an empty
 * place, or one that an earlier part of a move has begun to fill.
 */
export type Purpose = 'use' | 'moveFrom' | 'moveInto';

/**
 * Brings a store to the newest version in one transaction: all steps or none. Processes that start at the same time wait
 * for each other.
 */
export async function migrateServer(
  pool: Pool,
  address: ServerAddress,
  steps: readonly Migration[],
  purpose: Purpose = 'use',
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${address.lock})`);
    await migrateLocked(client, address, { steps, purpose });
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function migrateLocked(
  client: PoolClient,
  address: ServerAddress,
  { steps, purpose }: { readonly steps: readonly Migration[]; readonly purpose: Purpose },
): Promise<void> {
  const target = steps.at(-1)?.version ?? 0;
  const found = await versionIn(client, address, purpose);
  checkVersion(found, steps, { shown: address.shown, kind: 'database' });
  if (found === target) return;
  if (purpose === 'moveFrom')
    throw new StoreRefused(
      `${address.shown} has ${found === 0 ? 'no store' : `store version ${found}, and this vau has ${target}: start vau serve on it first`}`,
    );
  if (found === 0) {
    await client.query(`create schema if not exists ${address.schema}`);
    await client.query('create table store_version (version bigint not null)');
    if (purpose === 'moveInto')
      await client.query(`create table ${MOVE_TABLE} (name text primary key, value text not null)`);
    await client.query('insert into store_version (version) values (0)');
  }
  await client.query(EXCLUSIVE);
  for (const step of steps.filter(({ version }) => version > found)) await client.query(step.postgres);
  await client.query('update store_version set version = $1', [target]);
}

/** 0 if there is nothing yet. @throws StoreRefused if the schema holds something else than the purpose needs */
export async function versionIn(
  client: ClientBase,
  { schema, shown }: ServerAddress,
  purpose: Purpose,
): Promise<number> {
  const tables = await client.query<{ table_name: string }>(
    'select table_name from information_schema.tables where table_schema = $1',
    [schema],
  );
  const names = tables.rows.map(({ table_name }) => table_name);
  if (names.length === 0) return 0;
  if (!names.includes('store_version'))
    throw new StoreRefused(
      `the schema ${schema} of ${shown} has tables that vau did not make; choose another one with ?schema=NAME`,
    );
  const isBegun = names.includes(MOVE_TABLE);
  if (isBegun && purpose !== 'moveInto')
    throw new StoreRefused(
      `${shown} holds a store that vau store move has not moved whole; run the same vau store move again`,
    );
  if (!isBegun && purpose === 'moveInto')
    throw new StoreRefused(
      `${shown} has a store in the schema ${schema}; name an empty one with ?schema=NAME. Nothing was changed`,
    );
  const { rows } = await client.query<{ version: number }>('select version from store_version');
  return rows[0]?.version ?? 0;
}
