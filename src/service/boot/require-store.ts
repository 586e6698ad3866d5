import type { ServiceConfig } from '../context/config.ts';
import { examineStore } from '../store/examine.ts';
import { openObjects } from '../store/open-objects.ts';
import { objectFolders } from './sweeps.ts';

/**
 * The database and the objects of a data folder do not belong together, or one of them is lost; the message says which.
 */
export class RepairNeeded extends Error {
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
