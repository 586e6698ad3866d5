/** What was typed as a list of files: folders with what is in them, patterns with what they match. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sniffFile } from '../../media/index.ts';
import { mapBounded } from './bounded.ts';
import { baseOf, isPattern, patternOf } from './glob.ts';

export interface Gathered {
  /** In the order of what was typed, what is in a folder by name. */
  readonly files: string[];
  /** Files of folders that are no media, by their content. */
  others: number;
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
  const found: Gathered = { files: [], others: 0, failed: [] };
  for (const name of typed) {
    const kind = await kindOf(name);
    if (kind === 'folder') await addFolder(found, name, recursive);
    else if (kind === undefined && isPattern(name)) await addMatching(found, name);
    else found.files.push(name);
  }
  return found;
}

async function addFolder(found: Gathered, folder: string, recursive: boolean): Promise<void> {
  try {
    const inside = await walk(folder, recursive ? Number.POSITIVE_INFINITY : 0);
    const kept = await mapBounded(inside, AT_ONCE, async (file) => ((await isMedia(file)) ? [file] : []));
    addNew(found, kept.flat());
    found.others += inside.length - kept.flat().length;
  } catch (error) {
    found.failed.push(`${folder}: ${(error as Error).message}`);
  }
}

async function addMatching(found: Gathered, pattern: string): Promise<void> {
  const matched = await matching(pattern);
  if (matched.length === 0) found.failed.push(`${pattern}: nothing matches`);
  addNew(found, matched);
}

/** What was not named is not there twice. */
function addNew(found: Gathered, files: readonly string[]): void {
  const seen = new Set(found.files);
  for (const file of files) if (!seen.has(file)) found.files.push(file);
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
