import type { Pool, PoolClient } from 'pg';
import { StoreRefused } from '../migrate.ts';
import type { Migration } from '../migrations/index.ts';
import type { ServerAddress } from './address.ts';
import { baseline } from './baseline/index.ts';

/**
 * Brings a store to the newest version in one transaction: all steps or none. Processes that start at the same time wait
 * for each other.
 */
export async function migrateServer(
  pool: Pool,
  address: ServerAddress,
  steps: readonly Migration[],
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${address.lock})`);
    await migrateLocked(client, address, steps);
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
  steps: readonly Migration[],
): Promise<void> {
  const target = steps.at(-1)?.version ?? 0;
  const found = await versionIn(client, address);
  if (found > target)
    throw new StoreRefused(
      `${address.shown} has store version ${found}, but this vau supports versions up to ${target}; ` +
        'update vau (npm install -g vau-cli), or choose another database. Nothing was changed.',
    );
  if (found === target) return;
  if (found === 0) {
    await client.query(`create schema if not exists ${address.schema}`);
    await client.query('create table store_version (version bigint not null)');
    await client.query(baseline.sql);
    await client.query('insert into store_version (version) values (0)');
  }
  for (const step of steps.filter(({ version }) => version > Math.max(found, baseline.version)))
    await client.query(formOf(step));
  await client.query('update store_version set version = $1', [target]);
}

function formOf({ version, postgres }: Migration): string {
  if (postgres === undefined) throw new Error(`migration ${version} has no form for PostgreSQL`);
  return postgres;
}

/** 0 if there is nothing yet. @throws StoreRefused if the schema holds something else */
async function versionIn(client: PoolClient, { schema, shown }: ServerAddress): Promise<number> {
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
  const { rows } = await client.query<{ version: number }>('select version from store_version');
  return rows[0]?.version ?? 0;
}
