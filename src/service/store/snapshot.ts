import { stat } from 'node:fs/promises';
import { digestOf, syncPath } from './objects/durable.ts';
import { BUSY_MS } from './sqlite/patient-driver.ts';
import { loadSqlite } from './sqlite/sqlite-module.ts';
import { STORE_ID } from './store-id.ts';

/** A copy of a database as it was at one moment. */
export interface Snapshot {
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly hash: string;
  /** The id of its store; undefined if it has none yet. */
  readonly storeId: string | undefined;
}

/**
 * Copies a database that others may be using, whole and compact, into a new file. Writers go on meanwhile.
 * @throws the system's or SQLite's error; EEXIST if the file is there
 */
export async function snapshotTo(database: string, file: string): Promise<Snapshot> {
  // SQLite would make an empty one.
  await stat(database);
  const { DatabaseSync } = await loadSqlite();
  const native = new DatabaseSync(database, { timeout: BUSY_MS });
  try {
    native.prepare('vacuum into ?').run(file);
  } finally {
    native.close();
  }
  await syncPath(file);
  return { ...(await digestOf(file)), storeId: await storeIdIn(file) };
}

/** @throws an error that says what is wrong if the file is not a whole database */
export async function checkSnapshot(file: string): Promise<void> {
  const { DatabaseSync } = await loadSqlite();
  const native = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    native.exec('pragma query_only = on');
    const [said] = native.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
    if (said?.quick_check !== 'ok') throw new Error(`${file} is damaged: ${said?.quick_check}`);
  } finally {
    native.close();
  }
}

async function storeIdIn(file: string): Promise<string | undefined> {
  const { DatabaseSync } = await loadSqlite();
  const native = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    const rows = native.prepare('select value from settings where key = ?').all(STORE_ID) as {
      value: string;
    }[];
    return rows[0]?.value;
  } finally {
    native.close();
  }
}
