import { examineStore } from '../store/examine.ts';
import { objectFolders } from './sweeps.ts';

/** The database and the objects of a data folder do not belong together, or one is lost; the message says what was found. */
export class RepairNeeded extends Error {
  override readonly name = 'RepairNeeded';
}

/** The folders of the object storage, by name. */
export const folderNames: readonly string[] = objectFolders.map(({ folder }) => folder);

/**
 * Makes sure, before anything is written, that the database of a data folder is the one that its objects belong to:
 * an empty or foreign one would know none of them.
 * @throws RepairNeeded
 */
export async function requireStore(dataDir: string): Promise<void> {
  const { fault } = await examineStore(dataDir, folderNames);
  if (fault !== undefined) throw new RepairNeeded(`${fault} Nothing was changed.`);
}
