import { chmod, writeFile } from 'node:fs/promises';
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
  const lock = path.join(dataDir, 'service.lock');
  await makePrivate(lock);
  const file = new DatabaseSync(lock, { timeout: 0 });
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

/**
 * SQLite would make it readable by others, and an earlier version did. One that is there is not opened: closing it
 * would end this process's own lock on it.
 */
async function makePrivate(file: string): Promise<void> {
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await chmod(file, 0o600);
}
