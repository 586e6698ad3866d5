import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { loadSqlite } from '../../store/sqlite/sqlite-module.ts';

/** Another service is using this data folder. */
class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/** Milliseconds to wait for the lock: another process may hold it for a moment, only to see whether it is free. */
const MOMENT_MS = 200;

/**
 * Ensures that only one service uses a data folder. The lock is an operating system lock on an empty SQLite file: the
 * system releases it however the process ends, and it does not depend on process ids.
 * @returns a function that releases the lock
 * @throws FolderInUse if another service holds it
 */
export async function lockFolder(dataDir: string, timeout = MOMENT_MS): Promise<() => void> {
  const { DatabaseSync } = await loadSqlite();
  const lock = path.join(dataDir, 'service.lock');
  await makePrivate(lock);
  const file = new DatabaseSync(lock, { timeout });
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch {
    file.close();
    throw new FolderInUse(
      `another service is using the data folder ${dataDir}; stop it or use another folder`,
    );
  }
  return () => file.close();
}

/** Whether a process holds the lock of this data folder: a service that runs, starts or stops, a repair or a move. */
export async function isFolderHeld(dataDir: string): Promise<boolean> {
  try {
    const unlock = await lockFolder(dataDir, 0);
    unlock();
    return false;
  } catch (error) {
    return error instanceof FolderInUse;
  }
}

/**
 * SQLite would create the file readable by others, as an earlier version did. An existing file is not opened: closing
 * it would release this process's own lock on it.
 */
async function makePrivate(file: string): Promise<void> {
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await chmod(file, 0o600);
}
