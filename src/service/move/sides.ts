import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../media/files.ts';
import { migrations } from '../store/migrations/index.ts';
import { syncPath } from '../store/objects/durable.ts';
import { openStore, storePath } from '../store/open-store.ts';
import { isServerAddress, readAddress } from '../store/postgres/address.ts';
import { checkVersion } from '../store/sql/migration.ts';
import type { Db } from '../store/sql/schema.ts';
import { BUSY_MS } from '../store/sqlite/patient-driver.ts';
import { loadSqlite } from '../store/sqlite/sqlite-module.ts';

/** A move is refused or has failed; the message says why and what to do. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

/** One side of a move, open, and held so that nobody else uses it. */
export interface Side {
  readonly db: Db;
  close(): Promise<void>;
}

/** The target, which becomes a store when all is there. */
export interface Target extends Side {
  /** Closes it and makes it a store that services can use. */
  finish(): Promise<void>;
}

/** In the data folder: where the database is made, so that no service starts on a part of it. */
const MAKING = 'store-move';

/** The database of a data folder, to be read. @throws MoveRefused or StoreRefused without one of this version */
export async function sourceFolder(dataDir: string): Promise<Side> {
  const file = storePath(dataDir);
  if (!(await stat(file).catch(() => undefined)))
    throw new MoveRefused(`the data folder ${dataDir} has no database`);
  const [found, needed] = [await versionOf(file), migrations.at(-1)?.version];
  checkVersion(found, migrations, { shown: file, kind: 'data folder' });
  // Opening it would change it.
  if (found !== needed)
    throw new MoveRefused(
      `${file} has store version ${found}, and this vau has ${needed}: start vau serve on it first`,
    );
  return openStore(dataDir);
}

async function versionOf(file: string): Promise<number> {
  const { DatabaseSync } = await loadSqlite();
  const native = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    const [row] = native.prepare('pragma user_version').all() as { user_version: number }[];
    return row?.user_version ?? 0;
  } finally {
    native.close();
  }
}

/** A new database for a data folder that has none. @param restart empties what an earlier run has made */
export async function targetFolder(dataDir: string, restart: boolean): Promise<Target> {
  const file = storePath(dataDir);
  if (await stat(file).catch(() => undefined))
    throw new MoveRefused(
      `the data folder ${dataDir} has a database; choose another folder. Nothing was changed`,
    );
  const making = path.join(dataDir, MAKING);
  if (restart) await rm(making, { recursive: true, force: true });
  makeFolder(making, 0o700);
  const store = await openStore(making);
  return {
    ...store,
    finish: async () => {
      // The journal is in the file then.
      await store.close();
      await syncPath(storePath(making));
      await rename(storePath(making), file);
      await syncPath(dataDir);
      await rm(making, { recursive: true, force: true });
    },
  };
}

/** The store of a server, as it is when the first transaction begins. */
export async function sourceServer(address: string): Promise<Side> {
  const { holdServer, openServerStore } = await serverModules();
  const held = await holdServer(address);
  try {
    const store = await openServerStore(address, migrations, { connections: 1, purpose: 'moveFrom' });
    await held.stopWriters();
    return { db: store.db, close: () => closeAll(store.close, held.release) };
  } catch (error) {
    await held.release();
    throw error;
  }
}

/** A new store of a server, in a schema that has nothing. @param restart empties what an earlier run has made */
export async function targetServer(address: string, restart: boolean): Promise<Target> {
  const { holdServer, openServerStore } = await serverModules();
  const held = await holdServer(address);
  try {
    if (restart) await held.emptyMoved();
    const store = await openServerStore(address, migrations, { connections: 1, purpose: 'moveInto' });
    const close = () => closeAll(store.close, held.release);
    return { db: store.db, close, finish: close };
  } catch (error) {
    await held.release();
    throw error;
  }
}

/** Loaded here, so that a service with a store in a file does not pay for it. */
async function serverModules() {
  const { holdServer } = await import('../store/postgres/hold-server.ts');
  const { openServerStore } = await import('../store/postgres/open-server-store.ts');
  return { holdServer, openServerStore };
}

async function closeAll(...all: readonly (() => Promise<void>)[]): Promise<void> {
  for (const one of all) await one();
}

/** Where a side is, for people: a server's address without the password. */
export function shownPlace(place: string): string {
  return isServerAddress(place) ? `postgres://${readAddress(place).shown}` : place;
}
