import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../media/make-folder.ts';
import { writeWhole } from '../../media/write-whole.ts';
import { syncPath } from '../store/objects/durable.ts';
import { PARTIAL_FOLDER } from '../store/objects/partial-files.ts';
import { layoutOf, SMALL_FILES } from './record.ts';

/** Copies what is beside the database: settings, the key of secrets, and the bytes of unfinished uploads. */
export async function takeFiles(dataDir: string, folder: string): Promise<void> {
  for (const name of SMALL_FILES) await copied(path.join(dataDir, name), path.join(folder, name));
  const { uploads } = layoutOf(folder);
  makeFolder(uploads, 0o700);
  const partial = path.join(dataDir, PARTIAL_FOLDER);
  for (const name of await readdir(partial).catch(() => []))
    await copied(path.join(partial, name), path.join(uploads, name));
}

/** Copies a file, whole and durably; what is not there is left out. */
export async function copied(from: string, to: string): Promise<void> {
  try {
    await writeWhole(to, async (part) => {
      await copyFile(from, part);
      await syncPath(part);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
