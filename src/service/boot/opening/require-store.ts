import type { ServiceConfig } from '../../context/config.ts';
import { examineStore } from '../../store/examine.ts';
import { openObjects } from '../../store/objects/open-objects.ts';
import { readMarker } from '../../store/store-id.ts';
import { objectFolders } from '../registry/sweeps.ts';

/**
 * The database and the objects of a data folder do not belong together, or one of them is lost; the message says which.
 */
class RepairNeeded extends Error {
  override readonly name = 'RepairNeeded';
}

/** Names of the folders in the object storage. */
export const folderNames: readonly string[] = objectFolders.map(({ folder }) => folder);

/**
 * Checks, before anything is written, that the database of a data folder belongs to its objects. An empty or foreign
 * database would treat all of them as leftovers.
 * @throws RepairNeeded; StorageFault if the object storage cannot be read
 */
export async function requireStore({
  dataDir,
  objectStorage,
}: Pick<ServiceConfig, 'dataDir' | 'objectStorage'>): Promise<void> {
  const objects = await openObjects(dataDir, objectStorage);
  const { fault } = await examineStore(dataDir, folderNames, objects);
  if (fault !== undefined) throw new RepairNeeded(`${fault} Nothing was changed.`);
}

/**
 * The same for a store on a server, before its tables are made or changed: objects that belong to another database would all be
 * leftovers, and without its objects a database has lost every file.
 * @param isNew whether both may be new
 * @throws RepairNeeded; StoreRefused if the database cannot be used; StorageFault
 */
export async function requireSameStore(
  {
    store,
    dataDir,
    objectStorage,
  }: Pick<ServiceConfig, 'dataDir' | 'objectStorage'> & { readonly store: string },
  isNew: boolean,
): Promise<void> {
  // Loaded here, so that a store in a file does not pay for it.
  const { lookAtServer } = await import('../../store/postgres/inspect.ts');
  // A service that starts at this moment gives the database its id first, and then marks the objects.
  const theirs = (await readMarker(await openObjects(dataDir, objectStorage)))?.store_id;
  const there = await lookAtServer(store);
  const own = there?.storeId;
  if (own === theirs && (isNew || own !== undefined)) return;
  // A service that was interrupted at its first start, or one that starts at this moment, has not marked the objects yet.
  if (isNew && theirs === undefined && there?.hasFiles === false) return;
  throw new RepairNeeded(
    own === undefined && theirs === undefined
      ? 'No service has started on the database that --store names. Start vau serve on it first.'
      : 'The objects do not belong to the database that --store names. Nothing was changed. Name the object storage of this ' +
          'database with --objects, or its data folder; for a new database, an empty one.',
  );
}
