import { readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { writeWhole } from '../write-whole.ts';
import { type AskVersion, type Version, versionOf } from './examine.ts';

/** What is known of programs: by path, the file that was asked and its answer. */
type Known = Record<string, { readonly file: string; readonly version: Version }>;

/** Programs to remember. */
const MOST = 20;

/**
 * Asks programs for their version as `versionOf` does, and remembers the answers in a file: starting ffmpeg and ffprobe
 * only for that takes longer than reading a media file. A program is asked again when its file has changed, and if it did
 * not run: that may have passed. A memory that cannot be read or written does not matter.
 * @param memory path of the file; its folder is made
 */
export function rememberedVersions(memory: string): { ask: AskVersion; keep: () => Promise<void> } {
  const known = parse(memory);
  const asked: Known = {};
  const ask = async (path: string) => {
    const file = identityOf(path);
    if (file === undefined) return versionOf(path);
    const found = known[path];
    if (found?.file === file && Array.isArray(found.version?.codecLibrary)) return found.version;
    const version = await versionOf(path);
    if (version) asked[path] = { file, version };
    return version;
  };
  return {
    ask,
    async keep() {
      if (Object.keys(asked).length === 0) return;
      const all = Object.entries({ ...known, ...asked }).slice(-MOST);
      await write(memory, JSON.stringify(Object.fromEntries(all))).catch(() => undefined);
    },
  };
}

/** At once, like the status below: a command line waits for it, and a thread takes longer than the file. */
function parse(memory: string): Known {
  try {
    return Object(JSON.parse(readFileSync(memory, 'utf8'))) as Known;
  } catch {
    return {};
  }
}

/** What differs when a program is replaced; undefined if there is none. */
function identityOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
  } catch {
    return undefined;
  }
}

async function write(memory: string, text: string): Promise<void> {
  makeFolder(dirname(memory), 0o700);
  await writeWhole(memory, (part) => writeFile(part, text, { mode: 0o600 }));
}
