import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from './alive.ts';

/** Temporary files belong to a process: its folder is named by its id, so that a dead one's can be told. */
const ownFolder = `${process.pid}-${randomUUID()}`;

/** A living process with an old one's id must not keep the old one's files for ever. */
const DAY_MS = 24 * 3_600_000;

/** Fresh paths under DATA_DIR/tmp, in this process's folder. */
export function temporaryFiles(dataDir: string) {
  const own = path.join(dataDir, 'tmp', ownFolder);
  const fresh = async (suffix: string) => {
    await mkdir(own, { recursive: true, mode: 0o700 });
    return path.join(own, `${randomUUID()}${suffix}`);
  };
  return {
    file: (suffix = '') => fresh(suffix),
    folder: async () => {
      const folder = await fresh('');
      await mkdir(folder, { mode: 0o700 });
      return folder;
    },
  };
}

/** Removes this process's temporary files, at its end. */
export async function removeOwnTemporary(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, 'tmp', ownFolder), { recursive: true, force: true });
}

/** Removes what dead processes left under DATA_DIR/tmp; gives how many folders went. */
export async function removeStaleTemporary(dataDir: string): Promise<number> {
  const tmp = path.join(dataDir, 'tmp');
  const names = await readdir(tmp).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const target = path.join(tmp, name);
    if (!(await isStale(name, target))) continue;
    await rm(target, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function isStale(name: string, target: string): Promise<boolean> {
  const pid = Number(/^(\d+)-/.exec(name)?.[1] ?? 0);
  if (name === ownFolder) return false;
  if (pid === 0 || pid === process.pid || !isAlive(pid)) return true;
  const found = await stat(target).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > DAY_MS;
}
