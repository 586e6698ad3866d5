/** What was typed as a list of files: folders with what is in them, patterns with what they match. */
import { stat } from 'node:fs/promises';
import { sniffFile } from '../../media/index.ts';
import { inOrder } from './in-order.ts';
import { isPattern, matching } from './pattern.ts';
import { type Unreadable, walk } from './walk.ts';

/** What becomes known of what was typed while its files are walked through. */
export interface Gathered {
  /** In the order of what was typed, what is in a folder by name; each as it is come upon. */
  readonly files: AsyncIterable<string>;
  /** Files of folders that are no media, by their content. */
  others: number;
  /** What could not be looked into, a line each. */
  readonly failed: string[];
}

/** Files looked at together, to see what they are. */
const AT_ONCE = 16;
/** Most lines of what could not be looked into; the last of them says how many there are besides. */
const MOST_LINES = 1000;

/**
 * Gathers files. A file that is named stays whatever it holds; of a folder what is media by its content, whatever its
 * name. What a folder or a pattern adds is not there twice.
 * @param recursive also the folders in a folder
 * @param passed called with each file that is left out as it is no media
 */
export function gather(typed: readonly string[], recursive: boolean, passed: () => void): Gathered {
  const gathered: Gathered = { files: named(), others: 0, failed: [] };
  const unreadable = failures(gathered.failed);
  // Where one thing was typed, nothing can come twice, and no name has to be kept.
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
      // An error with a cause is the system's: nobody knows what the file is.
      if (fault.cause) unreadable(file, fault.cause);
      else gathered.others += 1;
    }
  }
  async function matched(pattern: string): Promise<string[]> {
    const files = await matching(pattern, unreadable);
    if (files.length === 0) gathered.failed.push(`${pattern}: nothing matches`);
    return files;
  }
  return gathered;
}

/** Writes down what could not be looked into, in bounded room. */
function failures(lines: string[]): Unreadable {
  let more = 0;
  return (path, error) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EACCES' || code === 'EPERM' ? 'it may not be read' : message;
    if (lines.length < MOST_LINES) lines.push(`${path}: ${why}`);
    else {
      more += 1;
      lines[MOST_LINES - 1] = `${more + 1} more could not be looked into`;
    }
  };
}

async function kindOf(name: string): Promise<'file' | 'folder' | undefined> {
  const found = await stat(name).catch(() => undefined);
  if (!found) return undefined;
  return found.isDirectory() ? 'folder' : 'file';
}

/** Why a file is not taken for media. */
const faultOf = (file: string): Promise<Error | undefined> =>
  sniffFile(file).then(
    () => undefined,
    (error: Error) => error,
  );
