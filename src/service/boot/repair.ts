import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { serviceConfig } from '../context/config.ts';
import { bindLifecycle } from '../jobs/lifecycle/bind.ts';
import { ownersFrom } from '../jobs/lifecycle/owners.ts';
import { wakeUp } from '../jobs/worker/messages.ts';
import { openQueue } from '../queue/open-queue.ts';
import { adoptFile } from '../resources/files/intake/adopt.ts';
import { FolderRefused, ownFilesOnly, prepareDataFolder } from '../store/data-folder.ts';
import { type Examined, examineStore } from '../store/examine.ts';
import { dropEmptyAside, putBack, stamp } from '../store/objects/aside.ts';
import { prepareObjects } from '../store/objects/disk-objects.ts';
import { syncPath } from '../store/objects/durable.ts';
import { inPlaceObjects } from '../store/objects/in-place/in-place-objects.ts';
import type { OriginalStorage } from '../store/objects/objects.ts';
import { openObjects } from '../store/objects/open-objects.ts';
import { removeOwnTemporary } from '../store/objects/temporary.ts';
import { openStore, storePath } from '../store/open-store.ts';
import { claimObjects } from '../store/store-id.ts';
import { lockFolder } from './opening/lock.ts';
import { machineRuntime } from './opening/open-context.ts';
import { folderNames } from './opening/require-store.ts';
import { describeLeftover, type Leftover, leftovers, type Place } from './registry/leftovers.ts';
import { declarations } from './registry/resources.ts';

/**
 * SQLite's files beside a database, and the database itself last: without it, the next start reports what is missing.
 */
const ENDINGS = ['-wal', '-shm', '-journal', ''];

/**
 * Moves an unusable database and its logs aside, so that a new one can be created; the old one can be inspected there.
 * @returns its new path, or undefined if there was none
 */
async function moveDatabaseAside(dataDir: string, now: number): Promise<string | undefined> {
  const file = storePath(dataDir);
  const aside = `${file}.aside-${stamp(now)}`;
  let moved = false;
  for (const ending of ENDINGS) moved = (await renamed(`${file}${ending}`, `${aside}${ending}`)) || moved;
  await syncPath(dataDir);
  return moved ? path.resolve(aside) : undefined;
}

async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** The database and objects of a data folder while no service uses it. */
export interface Repair {
  readonly examined: Examined;
  /** Lists the objects without a row; all objects if there is no database to check against. */
  list(): Promise<Leftover[]>;
  /**
   * Pairs the database with these objects. A lost or unreadable database is replaced by a new one.
   * @returns the new path of the old database, if it was moved
   */
  claimStore(): Promise<string | undefined>;
  /** Turns an original without a row into a file again. If a fault was found, call `claimStore` first. */
  adopt(leftover: Leftover): Promise<void>;
  /** Deletes objects without a row. */
  remove(leftover: Leftover): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a data folder for repair; no service can start on it until it is closed.
 * @throws FolderRefused; FolderInUse; StoreRefused if the database is newer than this program
 */
export async function openRepair(dataDir: string): Promise<Repair> {
  if (!(await stat(dataDir).catch(() => undefined)))
    throw new FolderRefused(`data folder ${dataDir} does not exist`);
  if (serviceConfig({ dataDir }).store !== undefined)
    throw new FolderRefused(
      'the store is a PostgreSQL database (VAU_STORE): vau service repair works on SQLite alone',
    );
  ownFilesOnly();
  await prepareDataFolder(dataDir);
  const unlock = await lockFolder(dataDir);
  try {
    const { objectStorage, inPlaceFolders } = serviceConfig({ dataDir });
    const stored = await openObjects(dataDir, objectStorage);
    const examined = await examineStore(dataDir, folderNames, stored);
    return await repairOf(
      dataDir,
      inPlaceObjects(stored, { folders: inPlaceFolders, dataDir }),
      examined,
      unlock,
    );
  } catch (error) {
    unlock();
    throw error;
  }
}

/** States in which the rows can still be read. */
const readable = ['proved', 'unclaimed', 'other', 'unmarked'];

async function repairOf(
  dataDir: string,
  objects: OriginalStorage,
  examined: Examined,
  unlock: () => void,
): Promise<Repair> {
  await prepareObjects(dataDir);
  const places = new Map<Leftover, Place>();
  let store = readable.includes(examined.state) ? await openStore(dataDir) : undefined;
  const placeOf = (leftover: Leftover): Place => {
    const place = places.get(leftover);
    if (!place) throw new Error(`${leftover.path} was not listed by this repair`);
    return place;
  };
  return {
    examined,
    list: async () => {
      for await (const place of leftovers(objects, store))
        places.set(await describeLeftover(objects, place), place);
      return [...places.keys()];
    },
    claimStore: async () => {
      const moved = store ? undefined : await moveDatabaseAside(dataDir, Date.now());
      store ??= await openStore(dataDir);
      await claimObjects(store.db, objects, Date.now());
      return moved;
    },
    adopt: async (leftover) => {
      const { group } = placeOf(leftover);
      if (!store) throw new Error('there is no database to adopt files into');
      if (group.movedAt !== undefined && !(await putBack(objects, group)))
        throw new Error(`its old place is taken: ${objects.place(`${group.folder}/${group.id}`)}`);
      const runtime = machineRuntime();
      const options = { clock: runtime.clock, wake: wakeUp(), ownerOf: ownersFrom(declarations) };
      const queue = await openQueue(store, options);
      const waiting = bindLifecycle({ queue, ...runtime }, declarations);
      await adoptFile({ db: store.db, objects, lifecycle: waiting, clock: runtime.clock }, group.id);
    },
    remove: (leftover) => objects.deletePrefix(placeOf(leftover).group.prefix),
    close: async () => {
      await dropEmptyAside(objects);
      await store?.close();
      await removeOwnTemporary(dataDir);
      unlock();
    },
  };
}
