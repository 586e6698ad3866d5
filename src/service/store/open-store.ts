/**
 * Opens the store of a data folder, or of a server: settings come in; an open database of the newest version goes out, with
 * writers that wait for the disk together. snapshot.ts copies it; examine.ts tells whether database and objects belong together.
 */
import { chmod, type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { makeFolder } from '../../media/files.ts';
import { migrations } from './migrations/index.ts';
import { isServerAddress } from './postgres/address.ts';
import { readAtOnce } from './sql/compiled.ts';
import { isBusy, isDamaged, StoreRefused } from './sql/errors.ts';
import type { Migration } from './sql/migration.ts';
import type { Db, Schema } from './sql/schema.ts';
import { migrate } from './sqlite/migrate.ts';
import { BUSY_MS, StoreDialect } from './sqlite/patient-driver.ts';
import { forKysely } from './sqlite/sqlite-database.ts';
import { loadSqlite, type NativeDatabase } from './sqlite/sqlite-module.ts';
import type { OnHindrance, Store } from './store.ts';

/** Waits for the disk on behalf of many writers. */
interface SharedSync {
  /** Resolves when everything written before this call is on the disk. Rejects if the disk fails. */
  wait(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Writers that come while the disk is at work wait for one common run after it: what they wrote may have missed the one
 * that is under way.
 * @param sync waits for the disk once
 */
export function share(sync: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    const run = sync().finally(() => {
      if (current === run) current = undefined;
    });
    current = run;
    return run;
  };
  return () => {
    if (!current) return start();
    next ??= current.then(noted, noted).then(() => {
      next = undefined;
      return start();
    });
    return next;
  };
}

/** For SQLite's log, which is not there before the first write. */
export function shareSync(file: string): SharedSync {
  let handle: FileHandle | undefined;
  const sync = async () => {
    handle ??= await openIfThere(file);
    await handle?.datasync();
  };
  return { wait: share(sync), close: async () => handle?.close() };
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r+');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The next run reports for itself. */
function noted(): void {}

/**
 * Memory for pages of the store in each process, in KiB. SQLite's own 2,000 are fewer than a transaction of ours changes:
 * it then writes pages to the log and reads them back before the transaction ends.
 */
const CACHE_KIB = 16_000;

/**
 * Pages in the log after which a commit writes them back, with two waits for the disk. A worker does so after SQLite's
 * usual number. The server's loop would stand still meanwhile, so it does so only if no worker has for long.
 */
const CHECKPOINT_PAGES = { background: 1_000, foreground: 8_000 };

export type { Store };

export interface StoreOptions {
  /** Whether small writes of other processes go first; for long work in pieces. Default: false. */
  readonly background?: boolean;
  /** Most connections to a server. Default: 8. */
  readonly connections?: number;
  /** Called with what hinders statements on a server. */
  readonly onHindrance?: OnHindrance;
}

const USUAL_CONNECTIONS = 8;

/** Path of the store's file in the data folder. */
export function storePath(dataDir: string): string {
  return path.join(dataDir, 'vau.sqlite');
}

/**
 * Opens the store of a data folder, creating or migrating it first; ':memory:' gives a new private one, and
 * postgres://... that of a server. Several processes can open the same store. Throws StoreUnavailable without SQLite, and
 * StoreRefused if the store is newer than this program, not one of ours, or its server cannot be reached.
 */
export async function openStore(
  dataDir: string,
  steps: readonly Migration[] = migrations,
  { background = false, connections = USUAL_CONNECTIONS, onHindrance }: StoreOptions = {},
): Promise<Store> {
  if (isServerAddress(dataDir)) {
    // Loaded here, so that a store in a file does not pay for it.
    const { openServerStore } = await import('./postgres/open-server-store.ts');
    return openServerStore(dataDir, steps, { connections, onHindrance });
  }
  const location = dataDir === ':memory:' ? dataDir : await prepareFolder(dataDir);
  const native = await connect(location);
  const pages = background ? CHECKPOINT_PAGES.background : CHECKPOINT_PAGES.foreground;
  native.exec(`pragma wal_autocheckpoint = ${pages}`);
  try {
    migrate(native, location, steps);
  } catch (error) {
    native.close();
    throw error;
  }
  const log = location === ':memory:' ? undefined : shareSync(`${location}-wal`);
  const dialect = new StoreDialect({ database: forKysely(native), background, onDisk: log?.wait });
  const db = new Kysely<Schema>({ dialect });
  readAtOnce(db, (sql, parameters) => dialect.readNow(sql, parameters));
  return {
    db,
    close: async () => {
      await log?.close();
      await closeBoth(db, native);
    },
  };
}

async function prepareFolder(dataDir: string): Promise<string> {
  makeFolder(dataDir, 0o700);
  return storePath(dataDir);
}

async function connect(location: string): Promise<NativeDatabase> {
  const { DatabaseSync } = await loadSqlite();
  const native = new DatabaseSync(location, { timeout: BUSY_MS });
  try {
    await useWal(native);
    // With FULL, SQLite holds the event loop and every process's write lock until the disk has a transaction. Here it
    // writes the log and goes on, and whoever wrote waits for the disk outside of both: see patient-driver.ts.
    native.exec('pragma synchronous = normal; pragma foreign_keys = on; pragma trusted_schema = off');
    // INSERT OR REPLACE must fire delete triggers, or the full-text index keeps deleted text.
    native.exec('pragma recursive_triggers = on; pragma journal_size_limit = 67108864');
    native.exec(`pragma cache_size = -${CACHE_KIB}`);
    if (location !== ':memory:') await chmod(location, 0o600);
    return native;
  } catch (error) {
    native.close();
    if (isDamaged(error))
      throw new StoreRefused(`The database ${location} is damaged: ${(error as Error).message}.`);
    throw error;
  }
}

/** Switching the journal mode of a new file fails while another process does the same: retry. */
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
 * Kysely closes only connections that it has used. Checkpoints first, so that the database file alone is complete and
 * can be copied or replaced; SQLite itself may leave the log.
 */
async function closeBoth(db: Db, native: NativeDatabase): Promise<void> {
  try {
    // If another process uses the store, it keeps the log; do not wait for it.
    native.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)');
  } catch {
    // A damaged database stays as it is; the next start reports it.
  }
  await db.destroy();
  try {
    native.close();
  } catch {
    // Already closed by the line above.
  }
}
