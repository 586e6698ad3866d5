/** Turns the arguments of probe into files: expands folders and patterns. */
import { statSync } from 'node:fs';
import { absent, otherwiseNamed } from '../../client/absent.ts';
import { type SniffedFile, sniffFile } from '../../media/index.ts';
import { inOrder } from './in-order.ts';
import { isPattern, matching } from './pattern.ts';
import { type Unreadable, walk } from './walk.ts';

/** A file to probe, and its format if it was looked at already. */
export interface Found {
  readonly file: string;
  readonly sniffed?: SniffedFile;
}

/** The result of gathering files; it grows while the files are read. */
export interface Gathered {
  /** Files in the order of the arguments, those of a folder by name; each is yielded as soon as it is found. */
  readonly files: AsyncIterable<Found>;
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

  async function* named(): AsyncGenerator<Found> {
    for (const name of typed)
      for await (const found of filesOf(name)) {
        seen?.add(found.file);
        yield found;
      }
  }
  async function* filesOf(name: string): AsyncGenerator<Found> {
    const kind = kindOf(name);
    if (kind === 'folder') yield* unseen(mediaIn(walk(name, recursive, unreadable)));
    else if (kind === undefined && isPattern(name)) yield* unseen(await matched(name));
    else yield { file: name };
  }
  async function* unseen(files: AsyncIterable<Found> | Iterable<Found>): AsyncGenerator<Found> {
    for await (const found of files) if (!seen?.has(found.file)) yield found;
  }
  async function* mediaIn(files: AsyncIterable<string>): AsyncGenerator<Found> {
    for await (const { file, sniffed, fault } of inOrder(files, AT_ONCE, lookAt)) {
      if (sniffed) {
        yield { file, sniffed };
        continue;
      }
      passed();
      // An error with a cause comes from the system: the content is unknown.
      if (fault?.cause) unreadable(file, fault.cause);
      else gathered.others += 1;
    }
  }
  async function matched(pattern: string): Promise<Found[]> {
    const files = await matching(pattern, unreadable);
    if (files.length === 0) gathered.failed.push(`${pattern}: no match`);
    return files.map((file) => ({ file }));
  }
  return gathered;
}

/** Collects errors, in bounded memory. */
function failures(lines: string[]): Unreadable {
  let more = 0;
  const add = (line: string) => {
    if (lines.length < MOST_LINES) lines.push(line);
    else {
      more += 1;
      lines[MOST_LINES - 1] = `${more + 1} more could not be read`;
    }
  };
  return (path, error) => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && otherwiseNamed(path).length > 0) return void add(absent(path));
    const why = code === 'EACCES' || code === 'EPERM' ? 'permission denied' : message;
    add(`${path}: ${why}`);
  };
}

/** At once: for one file, threads take longer than the disk. */
function kindOf(name: string): 'file' | 'folder' | undefined {
  try {
    return statSync(name).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

/** The format of a file, or why it does not count as media. */
const lookAt = (file: string): Promise<{ file: string; sniffed?: SniffedFile; fault?: Error }> =>
  sniffFile(file).then(
    (sniffed) => ({ file, sniffed }),
    (fault: Error) => ({ file, fault }),
  );
