import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { migrate, StoreRefused } from './migrate.ts';
import { type Migration, migrations } from './migrations/index.ts';
import { BUSY_MS, StoreDialect } from './patient-driver.ts';
import type { Db, Schema } from './schema.ts';
import { forKysely } from './sqlite-database.ts';
import { loadSqlite, type NativeDatabase } from './sqlite-module.ts';
import { isBusy, isDamaged } from './violations.ts';

export interface Store {
  readonly db: Db;
  close(): Promise<void>;
}

/** The store's file inside the data folder. */
export function storePath(dataDir: string): string {
  return path.join(dataDir, 'vau.sqlite');
}

/**
 * Opens the store of a data folder, made or brought up to date first; ':memory:' gives a fresh one that nobody
 * else can open. Several processes may have the same store open. Throws StoreUnavailable without a SQLite, and
 * StoreRefused when the file is newer than this program or no store of ours.
 */
export async function openStore(dataDir: string, steps: readonly Migration[] = migrations): Promise<Store> {
  const location = dataDir === ':memory:' ? dataDir : await prepareFolder(dataDir);
  const native = await connect(location);
  try {
    migrate(native, location, steps);
  } catch (error) {
    native.close();
    throw error;
  }
  const db = new Kysely<Schema>({ dialect: new StoreDialect({ database: forKysely(native) }) });
  return { db, close: () => closeBoth(db, native) };
}

async function prepareFolder(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return storePath(dataDir);
}

async function connect(location: string): Promise<NativeDatabase> {
  const { DatabaseSync } = await loadSqlite();
  const native = new DatabaseSync(location, { timeout: BUSY_MS });
  try {
    await useWal(native);
    native.exec('pragma synchronous = full; pragma foreign_keys = on; pragma trusted_schema = off');
    // INSERT OR REPLACE must fire delete triggers, or the index of words keeps what is gone.
    native.exec('pragma recursive_triggers = on; pragma journal_size_limit = 67108864');
    if (location !== ':memory:') await chmod(location, 0o600);
    return native;
  } catch (error) {
    native.close();
    if (isDamaged(error))
      throw new StoreRefused(`The database ${location} is damaged: ${(error as Error).message}.`);
    throw error;
  }
}

/** Changing the journal mode of a new file does not wait for a process that does the same: try again. */
async function useWal(native: NativeDatabase): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      native.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || attempt === 50) throw error;
      await sleep(20);
    }
  }
}

/**
 * Kysely closes what it has used, and leaves alone what it never did. The log is written into the database first: a
 * copy of that file alone is then whole, and an older one can be put in its place. SQLite itself may leave the log.
 */
async function closeBoth(db: Db, native: NativeDatabase): Promise<void> {
  try {
    // Another process that works with the store keeps the log; it is not waited for.
    native.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)');
  } catch {
    // A damaged database stays as it is; the next start says so.
  }
  await db.destroy();
  try {
    native.close();
  } catch {
    // Closed by the line before.
  }
}
