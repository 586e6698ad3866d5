/** Files that a program on this machine has open for writing. */
import { readdir, readFile, readlink } from 'node:fs/promises';

/** O_WRONLY or O_RDWR, in the octal flags of fdinfo. */
const WRITES = 0o3;

/**
 * Those of these files that are open for writing. Only Linux tells, and only of this user's programs: an empty answer
 * means that nothing is known. @param files absolute paths without symbolic links
 */
export async function openForWriting(files: readonly string[]): Promise<Set<string>> {
  const wanted = new Set(files);
  const found = new Set<string>();
  for (const name of await namesIn('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    for (const fd of await namesIn(`/proc/${name}/fd`)) {
      const file = await readlink(`/proc/${name}/fd/${fd}`).catch(() => '');
      if (wanted.has(file) && (await writes(`/proc/${name}/fdinfo/${fd}`))) found.add(file);
    }
  }
  return found;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function writes(info: string): Promise<boolean> {
  const [, flags = '0'] = /^flags:\s*(\d+)/m.exec(await readFile(info, 'utf8').catch(() => '')) ?? [];
  return (Number.parseInt(flags, 8) & WRITES) !== 0;
}
