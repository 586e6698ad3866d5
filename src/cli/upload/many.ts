/** Decides whether a command line uploads several files. Loads nothing heavy: every upload asks. */
import { stat } from 'node:fs/promises';
import { absent } from '../../client/absent.ts';
import { UsageError } from '../errors/errors.ts';
import type { Command } from '../model/model.ts';
import { isPattern, withSlashes } from '../probe/pattern.ts';
import type { Typed } from '../run/input.ts';

/** Flags that only an upload of several files has. */
const ownFlags = [
  ...['from', 'recursive', 'include', 'exclude', 'collection', 'create', 'again', 'resume'],
  ...['failed', 'deleteFailed'],
];

/**
 * True when the line names several files, a folder or a pattern, or has a flag for such uploads. For a command that
 * also takes ids: when it names something local, or more than one file. @throws UsageError for a path that is not there
 */
export async function isUpload(command: Command, typed: Typed): Promise<boolean> {
  const { uploads } = command.bulk ?? {};
  if (uploads === undefined) return false;
  const words = wordsOf(command, typed);
  if (uploads === 'always') {
    const { flags } = typed;
    if (ownFlags.some((name) => isGiven(flags[name])) || isTable(flags.metadata)) return true;
  } else if (typed.flags.from !== undefined) return false;
  else if (isGiven(typed.flags.inPlace)) return true;
  const [only, ...others] = words;
  if (only === undefined) return false;
  const kind = await kindOf(only);
  if (uploads === 'local') await refuseMissing(words);
  return (
    others.length > 0 || kind === 'folder' || kind === 'pattern' || (uploads === 'local' && kind === 'file')
  );
}

/** A text with a slash is a path, and not the name of a file of the service: it is refused before anything is looked up. */
async function refuseMissing(words: readonly string[]): Promise<void> {
  for (const word of words)
    if (withSlashes(word).includes('/') && (await kindOf(word)) === undefined)
      throw new UsageError(absent(word), {
        hint: 'Name files, folders or patterns, or files of the service.',
      });
}

const isGiven = (flag: unknown): boolean =>
  flag !== undefined && flag !== false && !(Array.isArray(flag) && flag.length === 0);

/** The words of the last argument, which names the files. */
export function wordsOf(command: Command, typed: Typed): readonly string[] {
  const word = typed.words[Object.keys(command.arguments).length - 1];
  return word === undefined ? [] : typeof word === 'string' ? [word] : word;
}

/** What a word names on this machine; undefined if nothing. */
export async function kindOf(word: string): Promise<'file' | 'folder' | 'pattern' | undefined> {
  const found = await stat(word).catch(() => undefined);
  if (found) return found.isDirectory() ? 'folder' : 'file';
  return isPattern(word) ? 'pattern' : undefined;
}

/** Whether --metadata names a table of metadata by filename, and is not metadata itself. */
export const isTable = (text: unknown): text is string =>
  typeof text === 'string' && /^[^{@].*\.(csv|json)$/i.test(text);
