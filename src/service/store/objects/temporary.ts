import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from './durable.ts';

/** Temporary files live in a folder named by the process id, so that those of a dead process can be recognised. */
const ownFolder = `${process.pid}-${randomUUID()}`;

/** After a day, files are stale even if a new process has the same id. */
const DAY_MS = 24 * 3_600_000;

/** New paths under DATA_DIR/tmp, in this process's folder. */
export function temporaryFiles(dataDir: string) {
  const own = path.join(dataDir, 'tmp', ownFolder);
  const fresh = async (suffix: string) => {
    await makeFolder(own, dataDir);
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

/** Deletes this process's temporary files when it ends. */
export async function removeOwnTemporary(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, 'tmp', ownFolder), { recursive: true, force: true });
}

/** Deletes what dead processes left under DATA_DIR/tmp; returns the number of folders. */
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

/** Whether a process with this id runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

/** In a container without an init process, a dead process stays listed until its parent reads its status. */
function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // This system has no /proc.
    return false;
  }
}
