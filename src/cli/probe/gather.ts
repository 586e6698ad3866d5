/** What was typed as a list of files: folders with what is in them, patterns with what they match. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sniffFile } from '../../media/index.ts';
import { mapBounded } from './bounded.ts';
import { baseOf, isPattern, patternOf } from './glob.ts';

export interface Gathered {
  /** In the order of what was typed, each folder by name; none twice. */
  readonly files: string[];
  /** Files of folders that are no media, by their content. */
  readonly others: number;
  /** Whatever could not be looked into, a line each. */
  readonly failed: string[];
}

/** Files looked at together, to see what they are. */
const AT_ONCE = 16;

/**
 * Gathers files. A file that is named stays whatever it holds; of a folder what is media by its content, whatever
 * its name. What begins with a dot is passed over, and so are links to folders, which may lead in circles.
 * @param recursive also the folders in a folder
 */
export async function gather(typed: readonly string[], recursive: boolean): Promise<Gathered> {
  const [files, failed] = [new Set<string>(), [] as string[]];
  let others = 0;
  const addFolder = async (folder: string) => {
    const inside = await walk(folder, recursive ? Number.POSITIVE_INFINITY : 0);
    const kept = await mapBounded(inside, AT_ONCE, async (file) => ((await isMedia(file)) ? [file] : []));
    for (const file of kept.flat()) files.add(file);
    others += inside.length - kept.flat().length;
  };
  for (const name of typed) {
    const kind = await kindOf(name);
    const matched = kind === undefined && isPattern(name) ? await matching(name) : undefined;
    if (matched?.length === 0) failed.push(`${name}: nothing matches`);
    else if (matched) for (const file of matched) files.add(file);
    else if (kind === 'folder')
      await addFolder(name).catch((error: Error) => failed.push(`${name}: ${error.message}`));
    else files.add(name);
  }
  return { files: [...files], others, failed };
}

async function kindOf(name: string): Promise<'file' | 'folder' | undefined> {
  const found = await stat(name).catch(() => undefined);
  if (!found) return undefined;
  return found.isDirectory() ? 'folder' : 'file';
}

/** Files that a pattern names; folders that it names are left out, as their content has other names. */
async function matching(pattern: string): Promise<string[]> {
  const wanted = patternOf(pattern);
  const base = baseOf(pattern);
  const deep = pattern.slice(base.length).includes('**');
  const levels = deep
    ? Number.POSITIVE_INFINITY
    : pattern.slice(base.length).replace(/^\//, '').split('/').length - 1;
  const inside = await walk(base, levels).catch(() => []);
  return inside.filter((file) => wanted.test(file));
}

/** Files in a folder and in so many levels of folders below it, sorted by name, as one would type them. */
async function walk(folder: string, levels: number): Promise<string[]> {
  const entries = await readdir(folder === '' ? '.' : folder, { withFileTypes: true });
  const shown = entries.filter(({ name }) => !name.startsWith('.'));
  shown.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of shown) {
    const file = folder === '' ? entry.name : join(folder, entry.name);
    if (entry.isDirectory()) {
      // A folder inside that may not be read does not end the walk.
      if (levels > 0) found.push(...(await walk(file, levels - 1).catch(() => [])));
    } else if (entry.isFile() || (entry.isSymbolicLink() && (await kindOf(file)) === 'file'))
      found.push(file);
  }
  return found;
}

const isMedia = (file: string): Promise<boolean> =>
  sniffFile(file).then(
    () => true,
    () => false,
  );
