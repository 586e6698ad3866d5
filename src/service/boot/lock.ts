import path from 'node:path';
import { loadSqlite } from '../store/sqlite-module.ts';

/** Another service works with this data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * Makes sure that one service works with a data folder. The lock is the operating system's, held through an empty
 * SQLite file: it ends with the process, however that ends, and no process id can be mistaken for another's.
 * @returns lets the folder go
 * @throws FolderInUse when another service has it
 */
export async function lockFolder(dataDir: string): Promise<() => void> {
  const { DatabaseSync } = await loadSqlite();
  const file = new DatabaseSync(path.join(dataDir, 'service.lock'), { timeout: 0 });
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch {
    file.close();
    throw new FolderInUse(
      `another service works with the data folder ${dataDir}; stop it, or name another folder`,
    );
  }
  return () => file.close();
}
