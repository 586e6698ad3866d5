/** What is in a folder, however much it is. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Called with each file or folder that cannot be looked into, and the system's error. */
export type Unreadable = (path: string, error: unknown) => void;

interface Entry {
  readonly file: string;
  readonly isFolder: boolean;
}

/**
 * The files in a folder, in the order of their names as one would type them, each as it is come upon: no more is held
 * than the names of the folders that lead to it. What begins with a dot is passed over, and so are links to folders,
 * which may lead in circles, and what is neither.
 * @param recursive also the files of the folders in it
 */
export async function* walk(
  folder: string,
  recursive: boolean,
  unreadable: Unreadable,
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
  }
}

/** The files and folders in a folder, the last one first. */
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
