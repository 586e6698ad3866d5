import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A disk in memory that can be filled and emptied at once: its size changes, not what is on it. */
export interface TightDisk {
  /** Leaves no byte free. */
  fill(): Promise<void>;
  /** Makes room again. */
  empty(): Promise<void>;
  remove(): Promise<void>;
}

const ROOMY = '700m';

/** Whether this user may mount a disk, which root may on Linux, but not in every container. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vau-mount-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  if (status === 0) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return status === 0;
}

/** Mounts one on a folder, which is made. */
export async function tightDisk(folder: string): Promise<TightDisk> {
  mkdirSync(folder, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${ROOMY},mode=700`, 'tmpfs', folder]);
  const resize = (size: string) => run('mount', ['-o', `remount,size=${size}`, folder]);
  return {
    async fill() {
      // What is written in between needs another look.
      for (let tries = 0; tries < 50; tries += 1) {
        const { blocks, bfree, bsize } = await statfs(folder);
        const full = await resize(String((blocks - bfree) * bsize)).then(
          () => true,
          () => false,
        );
        if (full) return;
      }
      throw new Error(`${folder} could not be filled`);
    },
    empty: async () => void (await resize(ROOMY)),
    remove: async () => void (await run('umount', ['-l', folder])),
  };
}
