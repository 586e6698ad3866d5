import { stat } from 'node:fs/promises';
import { bindWaiting } from '../jobs/bind-waiting.ts';
import { ownersFrom } from '../jobs/owners.ts';
import { wakeUp } from '../jobs/wake.ts';
import { sqliteQueue } from '../queue/sqlite-queue.ts';
import { adoptFile } from '../resources/files/adopt.ts';
import { dropEmptyAside, putBack } from '../store/aside.ts';
import { FolderRefused, ownFilesOnly, prepareDataFolder } from '../store/data-folder.ts';
import { diskObjects, prepareObjects } from '../store/disk-objects.ts';
import { type Examined, examineStore } from '../store/examine.ts';
import { moveDatabaseAside } from '../store/new-database.ts';
import { openStore } from '../store/open-store.ts';
import { claimObjects } from '../store/store-id.ts';
import { removeOwnTemporary } from '../store/temporary.ts';
import { type Leftover, leftovers, type Place, tell } from './leftovers.ts';
import { lockFolder } from './lock.ts';
import { folderNames } from './require-store.ts';
import { machineRuntime } from './runtime.ts';
import { declarations } from './waiting.ts';

/** The database and the objects of a data folder while no service works with it. */
export interface Repair {
  readonly examined: Examined;
  /** What is without a row; everything, where there is no database to ask. */
  list(): Promise<Leftover[]>;
  /**
   * Makes the database the one that the objects belong to. One that is lost or cannot be read makes room for a new one.
   * @returns where the old database is now, when it was moved
   */
  settle(): Promise<string | undefined>;
  /** Makes an original that is without a row a file again. Call `settle` first where something was found at fault. */
  adopt(leftover: Leftover): Promise<void>;
  /** Deletes what is without a row. */
  remove(leftover: Leftover): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a data folder for repair; until it is closed no service can start with it.
 * @throws FolderRefused, FolderInUse, or StoreRefused when the database is newer than this program
 */
export async function openRepair(dataDir: string): Promise<Repair> {
  if (!(await stat(dataDir).catch(() => undefined)))
    throw new FolderRefused(`there is no data folder ${dataDir}`);
  ownFilesOnly();
  await prepareDataFolder(dataDir);
  const unlock = await lockFolder(dataDir);
  try {
    const examined = await examineStore(dataDir, folderNames);
    return await repairOf(dataDir, examined, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Where the rows can still be asked. */
const readable = ['proved', 'unclaimed', 'other', 'unmarked'];

async function repairOf(dataDir: string, examined: Examined, unlock: () => void): Promise<Repair> {
  await prepareObjects(dataDir);
  const objects = diskObjects(dataDir);
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
      for await (const place of leftovers(objects, store)) places.set(await tell(objects, place), place);
      return [...places.keys()];
    },
    settle: async () => {
      const moved = store ? undefined : await moveDatabaseAside(dataDir, Date.now());
      store ??= await openStore(dataDir);
      await claimObjects(store.db, objects, Date.now());
      return moved;
    },
    adopt: async (leftover) => {
      const { group } = placeOf(leftover);
      if (!store) throw new Error('there is no database to adopt files into');
      if (group.movedAt !== undefined && !(await putBack(objects, group)))
        throw new Error(
          `something else is in its place, ${await objects.path(`${group.folder}/${group.id}`)}`,
        );
      const runtime = machineRuntime();
      const options = { clock: runtime.clock, wake: wakeUp(), ownerOf: ownersFrom(declarations) };
      const waiting = bindWaiting({ queue: sqliteQueue(store.db, options), ...runtime }, declarations);
      await adoptFile({ db: store.db, objects, waiting, clock: runtime.clock }, group.id);
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
