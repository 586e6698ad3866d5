import { rename } from 'node:fs/promises';
import path from 'node:path';
import { stamp } from './objects/aside.ts';
import { syncPath } from './objects/durable.ts';
import { storePath } from './open-store.ts';

/**
 * SQLite's files beside a database, and the database itself last: without it, the next start reports what is missing.
 */
const ENDINGS = ['-wal', '-shm', '-journal', ''];

/**
 * Moves an unusable database and its logs aside, so that a new one can be created; the old one can be inspected there.
 * @returns its new path, or undefined if there was none
 */
export async function moveDatabaseAside(dataDir: string, now: number): Promise<string | undefined> {
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
