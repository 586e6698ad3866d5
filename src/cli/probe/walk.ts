/** Walks a folder of any size. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Called with each unreadable file or folder, and the system's error. */
export type Unreadable = (path: string, error: unknown) => void;

interface Entry {
  readonly file: string;
  readonly isFolder: boolean;
}

/**
 * The files of a folder, in alphabetical order, each as soon as it is found. Memory holds only the names of
 * the current folder and its parents. Skips names that start with a dot, links to folders (they may form
 * loops), and special files. @param recursive also walk subfolders; `passed` is
 * told those that are not
 */
export async function* walk(
  folder: string,
  recursive: boolean,
  unreadable: Unreadable,
  passed?: (folder: string) => void,
): AsyncGenerator<string> {
  const inside = (name: string) =>
    entriesIn(name).catch((error: unknown) => {
      unreadable(name, error);
      return [];
    });
  const levels = [await inside(folder)];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const entry = level.pop();
    if (!entry) levels.pop();
    else if (!entry.isFolder) yield entry.file;
    else if (recursive) levels.push(await inside(entry.file));
    else passed?.(entry.file);
  }
}

/** The files and folders of a folder, in reverse order. */
async function entriesIn(folder: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    const isFile = entry.isFile() || (entry.isSymbolicLink() && (await isFileBehind(file)));
    if (!entry.name.startsWith('.') && (isFile || entry.isDirectory()))
      entries.push({ file, isFolder: !isFile });
  }
  return entries.sort((a, b) => (a.file < b.file ? 1 : -1));
}

const isFileBehind = (link: string): Promise<boolean> =>
  stat(link).then(
    (found) => found.isFile(),
    () => false,
  );
