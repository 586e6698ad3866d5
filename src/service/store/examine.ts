import { open, stat } from 'node:fs/promises';
import { hasObjects } from './objects/aside.ts';
import type { ObjectStorage } from './objects/objects.ts';
import { storePath } from './open-store.ts';
import { isDamaged } from './sql/errors.ts';
import { loadSqlite, type NativeDatabase } from './sqlite/sqlite-module.ts';
import { type Marker, readMarker, STORE_ID } from './store-id.ts';

/**
 * How the database and the objects of a data folder relate.
 * - `new`: neither exists; `proved`: same id; `unclaimed`: a store from before ids, or one whose first start was
 * interrupted. The service may start.
 * - `missing`, `empty`, `foreign`: there are objects, but no database, an empty one, or another program's; `damaged`:
 * the database cannot be read.
 * - `other`: the database has another id than the objects; `unmarked`: the objects have no id.
 */
export type StoreState =
  | 'new'
  | 'proved'
  | 'unclaimed'
  | 'missing'
  | 'empty'
  | 'foreign'
  | 'damaged'
  | 'other'
  | 'unmarked';

export interface Examined {
  readonly state: StoreState;
  /** Path of the database. */
  readonly database: string;
  /** Why the service must not start, as a sentence. */
  readonly fault?: string;
}

/** What was found in a database file. */
type Found =
  | { readonly is: 'missing' | 'empty' | 'foreign' }
  | { readonly is: 'damaged'; readonly reason: string }
  | { readonly is: 'readable'; readonly storeId: string | undefined; readonly hasOriginals: boolean };

/**
 * Larger databases are not fully checked, which takes about 5 ms per megabyte: only a truncated file is noticed before
 * the start.
 */
const READ_THROUGH_BYTES = 128 * 1024 ** 2;

/**
 * Examines the database and the objects of a data folder, without changing either. An empty file is not opened: SQLite
 * would treat it as a new database and drop the log beside it.
 * @param folders the folders of the object storage
 * @throws StorageFault if the object storage cannot be read
 */
export async function examineStore(
  dataDir: string,
  folders: readonly string[],
  objects: ObjectStorage,
): Promise<Examined> {
  const database = storePath(dataDir);
  const found = await examineDatabase(database);
  const marker = await readMarker(objects);
  const { state, fault } = judge(found, marker, await hasObjects(objects, folders));
  if (!fault) return { state, database };
  return { state, database, fault: fault(database, objects.place()) };
}

const GONE = {
  missing: 'is missing',
  empty: 'is empty (0 bytes)',
  foreign: 'was made by another program',
} as const;

interface Judgement {
  readonly state: StoreState;
  readonly fault?: (database: string, objects: string) => string;
}

/** Judges the three facts together. The sentences are shown to people, followed by what to do. */
function judge(found: Found, marker: Marker | undefined, holdsObjects: boolean): Judgement {
  const owner = marker && ` of the store ${marker.store_id}, made on ${dayOf(marker.created_at)}`;
  const held = (objects: string) => `${objects} holds files${owner ?? ''}`;
  if (found.is === 'damaged')
    return { state: 'damaged', fault: (file) => `The database ${file} is damaged: ${found.reason}.` };
  if (found.is !== 'readable') {
    // Opening another program's file reports it.
    if (!holdsObjects) return { state: 'new' };
    return {
      state: found.is,
      fault: (file, objects) => `The database ${file} ${GONE[found.is]}, but ${held(objects)}.`,
    };
  }
  if (marker && marker.store_id === found.storeId) return { state: 'proved' };
  if (!holdsObjects && !found.hasOriginals) return { state: 'unclaimed' };
  if (marker)
    return {
      state: 'other',
      fault: (file, objects) =>
        `The database ${file} belongs to ${found.storeId ? `the store ${found.storeId}` : 'a store without an id'}, but ${held(objects)}.`,
    };
  if (found.storeId === undefined) return { state: 'unclaimed' };
  return {
    state: 'unmarked',
    fault: (file, objects) =>
      `Nothing proves that the files in ${objects} belong to the database ${file}: ` +
      `${objects}/store.json is missing or cannot be read.`,
  };
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

async function examineDatabase(file: string): Promise<Found> {
  const there = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!there) return { is: 'missing' };
  if (there.size === 0) return { is: 'empty' };
  const cut = await missingEnd(file, there.size);
  if (cut) return { is: 'damaged', reason: cut };
  const { DatabaseSync } = await loadSqlite();
  const native = new DatabaseSync(file, { timeout: 0 });
  try {
    return read(native, there.size);
  } catch (error) {
    if (isDamaged(error)) return { is: 'damaged', reason: (error as Error).message };
    throw error;
  } finally {
    native.close();
  }
}

/** Why a file must be truncated: it is shorter than its header says. The log beside it is not counted. */
async function missingEnd(file: string, size: number): Promise<string | undefined> {
  if ((await stat(`${file}-wal`).catch(() => undefined))?.size) return undefined;
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(32), 0, 32, 0);
    // A page size of 1 stands for 65,536.
    const pageSize = buffer.readUInt16BE(16) === 1 ? 65_536 : buffer.readUInt16BE(16);
    const bytes = pageSize * buffer.readUInt32BE(28);
    return buffer.toString('latin1', 0, 15) === 'SQLite format 3' && size < bytes
      ? `it has ${size} bytes of ${bytes}`
      : undefined;
  } finally {
    await handle.close();
  }
}

function read(native: NativeDatabase, size: number): Found {
  const names = native.prepare('select name from sqlite_schema').all() as { name: string }[];
  if (size <= READ_THROUGH_BYTES) {
    const [said] = native.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
    if (said && said.quick_check !== 'ok')
      return { is: 'damaged', reason: said.quick_check.replace(/^\*\*\*.*\n/, '').replace(/\.$/, '') };
  }
  // A database of ours has no tables before its first migration.
  if (names.length === 0) return { is: 'readable', storeId: undefined, hasOriginals: false };
  if (!['settings', 'files'].every((table) => names.some(({ name }) => name === table)))
    return { is: 'foreign' };
  const [id] = native.prepare('select value from settings where key = ?').all(STORE_ID) as {
    value: string;
  }[];
  const originals = native.prepare('select 1 from files where object_key is not null limit 1').all();
  return { is: 'readable', storeId: id?.value, hasOriginals: originals.length > 0 };
}
