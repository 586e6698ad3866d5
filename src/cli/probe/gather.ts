/** Turns the arguments of probe into files: expands folders and patterns. */
import { stat } from 'node:fs/promises';
import { sniffFile } from '../../media/index.ts';
import { inOrder } from './in-order.ts';
import { isPattern, matching } from './pattern.ts';
import { type Unreadable, walk } from './walk.ts';

/** The result of gathering files; it grows while the files are read. */
export interface Gathered {
  /** Files in the order of the arguments, those of a folder by name; each is yielded as soon as it is found. */
  readonly files: AsyncIterable<string>;
  /** Number of files in folders whose content is not media. */
  others: number;
  /** Errors, one line each. */
  readonly failed: string[];
}

/** Number of files to sniff at once. */
const AT_ONCE = 16;
/** Maximum number of error lines; the last one counts the rest. */
const MOST_LINES = 1000;

/**
 * Gathers files. A named file is always included; in a folder, every file with media content is, whatever its
 * name. Files from folders and patterns are not repeated. @param recursive also search subfolders @param
 * passed called with each file that is skipped because it is not media
 */
export function gather(typed: readonly string[], recursive: boolean, passed: () => void): Gathered {
  const gathered: Gathered = { files: named(), others: 0, failed: [] };
  const unreadable = failures(gathered.failed);
  // A single argument cannot produce duplicates, so no names need to be kept.
  const seen = typed.length > 1 ? new Set<string>() : undefined;

  async function* named(): AsyncGenerator<string> {
    for (const name of typed)
      for await (const file of filesOf(name)) {
        seen?.add(file);
        yield file;
      }
  }
  async function* filesOf(name: string): AsyncGenerator<string> {
    const kind = await kindOf(name);
    if (kind === 'folder') yield* unseen(mediaIn(walk(name, recursive, unreadable)));
    else if (kind === undefined && isPattern(name)) yield* unseen(await matched(name));
    else yield name;
  }
  async function* unseen(files: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
    for await (const file of files) if (!seen?.has(file)) yield file;
  }
  async function* mediaIn(files: AsyncIterable<string>): AsyncGenerator<string> {
    const looked = inOrder(files, AT_ONCE, async (file) => ({ file, fault: await faultOf(file) }));
    for await (const { file, fault } of looked) {
      if (!fault) {
        yield file;
        continue;
      }
      passed();
      // An error with a cause comes from the system: the content is unknown.
      if (fault.cause) unreadable(file, fault.cause);
      else gathered.others += 1;
    }
  }
  async function matched(pattern: string): Promise<string[]> {
    const files = await matching(pattern, unreadable);
    if (files.length === 0) gathered.failed.push(`${pattern}: no match`);
    return files;
  }
  return gathered;
}

/** Collects errors, in bounded memory. */
function failures(lines: string[]): Unreadable {
  let more = 0;
  return (path, error) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EACCES' || code === 'EPERM' ? 'permission denied' : message;
    if (lines.length < MOST_LINES) lines.push(`${path}: ${why}`);
    else {
      more += 1;
      lines[MOST_LINES - 1] = `${more + 1} more could not be read`;
    }
  };
}

async function kindOf(name: string): Promise<'file' | 'folder' | undefined> {
  const found = await stat(name).catch(() => undefined);
  if (!found) return undefined;
  return found.isDirectory() ? 'folder' : 'file';
}

/** Why a file does not count as media. */
const faultOf = (file: string): Promise<Error | undefined> =>
  sniffFile(file).then(
    () => undefined,
    (error: Error) => error,
  );
