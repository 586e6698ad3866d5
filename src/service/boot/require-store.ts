import { examineStore } from '../store/examine.ts';
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
 * @throws RepairNeeded
 */
export async function requireStore(dataDir: string): Promise<void> {
  const { fault } = await examineStore(dataDir, folderNames);
  if (fault !== undefined) throw new RepairNeeded(`${fault} Nothing was changed.`);
}
