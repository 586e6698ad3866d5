/** Puts a finished export into its place: at once where nothing is there, else file by file. */
import { readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from '../../contract/record.ts';

/** Name of the file in an exported folder that says what is in it. */
export const aboutFile = 'export.json';

/** True if something is there that an export would replace: a file, or a folder that is not empty. */
export async function isTaken(out: string): Promise<boolean> {
  const found = await stat(out).catch(() => undefined);
  if (!found) return false;
  return found.isDirectory() ? (await readdir(out)).length > 0 : true;
}

/**
 * Moves a finished folder to `out`. Of a folder that is there already, only the files of the export and those of the
 * export before it are touched.
 */
export async function placeFolder(finished: string, out: string): Promise<void> {
  const found = await stat(out).catch(() => undefined);
  if (found?.isDirectory() && (await readdir(out)).length > 0) return merge(finished, out);
  if (found?.isDirectory()) await rmdir(out);
  await rename(finished, out);
}

async function merge(finished: string, out: string): Promise<void> {
  const before = await filesBefore(out);
  const names = await readdir(finished);
  // What says what is in the folder comes last.
  for (const name of [...names.filter((one) => one !== aboutFile), aboutFile])
    await rename(path.join(finished, name), path.join(out, name));
  for (const name of before) if (!names.includes(name)) await rm(path.join(out, name), { force: true });
}

/** Names of the files that an earlier export wrote into a folder. */
async function filesBefore(out: string): Promise<string[]> {
  try {
    const about: unknown = JSON.parse(await readFile(path.join(out, aboutFile), 'utf8'));
    const files = isRecord(about) && Array.isArray(about.files) ? about.files : [];
    return files.filter((name): name is string => typeof name === 'string' && path.basename(name) === name);
  } catch {
    return [];
  }
}
