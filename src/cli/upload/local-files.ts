/** Finds the files to upload: expands folders and patterns. */
import path from 'node:path';
import { absent } from '../../client/absent.ts';
import { sniffFile } from '../../media/index.ts';
import type { Source } from '../bulk/source.ts';
import { UsageError } from '../errors/errors.ts';
import { inOrder } from '../probe/in-order.ts';
import { matching, withSlashes } from '../probe/pattern.ts';
import { walk } from '../probe/walk.ts';
import { isAbsolute } from './in-place.ts';
import { kindOf } from './many.ts';

export interface Choice {
  /** Also search subfolders. */
  readonly recursive: boolean;
  /** Patterns of the files to take from folders, and of those to leave out. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** True if a word that names no local file may be the id or the name of a file of the service. */
  readonly ids: boolean;
  /** True if an absolute path that does not exist here may exist on the service's machine. */
  readonly inPlace: boolean;
  /** Name of the field that a row holds a path or an id in. */
  readonly field: string;
}

/** The files of a command line. */
export interface LocalFiles extends Source {
  /** Files of folders that are not media, and why, after the rows have been read. */
  readonly others: () => readonly LeftOut[];
}

/** A file that is not uploaded: its path, and why. */
export interface LeftOut {
  readonly file: string;
  readonly reason: string;
}

/** Number of files to sniff at once. */
const atOnce = 16;

/**
 * A source with a row for each file. A named file is always taken; in a folder, every file with media content is.
 * @throws UsageError (from the rows) when a word names nothing, or when there is no file
 */
export function localFiles(words: readonly string[], choice: Choice): LocalFiles {
  let others: LeftOut[] = [];
  async function* rows() {
    others = [];
    let line = 0;
    for (const word of words)
      for await (const { text, file } of filesOf(word, choice, (one) => others.push(one))) {
        line += 1;
        yield { line, fields: { [choice.field]: text }, ...(file === undefined ? {} : { file }) };
      }
    const files = others.filter(({ file }) => !file.endsWith(path.sep));
    if (line === 0) throw nothingIn(words, choice, files.length);
  }
  return { name: words.join(' '), again: true, typed: false, rows, others: () => others };
}

interface Found {
  readonly text: string;
  /** Its path, if it is local. */
  readonly file?: string;
}

const local = (file: string): Found => ({ text: file, file });

/** Called with each file that is left out. */
type Pass = (one: LeftOut) => void;

/** The reason without the name of the file, which is said beside it. */
const reasonIn = ({ message }: Error, file: string): string =>
  message.replace(`${path.basename(file)}: `, '').replace(/^it is /, '');

async function* filesOf(word: string, choice: Choice, passed: Pass): AsyncGenerator<Found> {
  const kind = await kindOf(word);
  if (kind === 'folder') yield* mediaIn(word, choice, passed);
  else if (kind === 'file') yield local(word);
  else if (kind === 'pattern') yield* matched(word);
  else if (choice.inPlace && isAbsolute(word)) yield local(word);
  else if (choice.ids) yield { text: word };
  else throw new UsageError(absent(word), { hint: 'Name files, folders or patterns.' });
}

async function* matched(pattern: string): AsyncGenerator<Found> {
  const lost: string[] = [];
  const files = await matching(pattern, (file) => lost.push(file));
  if (files.length + lost.length === 0) throw new UsageError(`${pattern} matches no file`);
  for (const file of [...files, ...lost]) yield local(file);
}

async function* mediaIn(folder: string, choice: Choice, passed: Pass): AsyncGenerator<Found> {
  // What cannot be read is a failed upload: the person who named the folder must learn of it.
  const lost: string[] = [];
  const wanted = await wantedIn(folder, choice);
  const below = (folder: string) => {
    if (choice.include.length > 0 || wanted(folder))
      passed({
        file: `${folder}${path.sep}`,
        reason: 'a subfolder; with --recursive, its files are taken too',
      });
  };
  const files = chosen(
    walk(folder, choice.recursive, (file) => lost.push(file), below),
    wanted,
  );
  for await (const { file, fault } of inOrder(files, atOnce, sniffed)) {
    // An error with a cause comes from the system: the content is unknown.
    if (fault === undefined || fault.cause) yield local(file);
    else passed({ file, reason: reasonIn(fault, file) });
  }
  for (const file of lost) yield local(file);
}

async function* chosen(files: AsyncIterable<string>, wanted: (file: string) => boolean) {
  for await (const file of files) if (wanted(file)) yield file;
}

const sniffed = (file: string): Promise<{ file: string; fault?: Error }> =>
  sniffFile(file).then(
    () => ({ file }),
    (fault: Error) => ({ file, fault }),
  );

/** Whether --include and --exclude take a file of a folder, or leave a folder in it alone. */
export async function wantedIn(
  folder: string,
  { include, exclude }: Pick<Choice, 'include' | 'exclude'>,
): Promise<(file: string) => boolean> {
  if (include.length + exclude.length === 0) return () => true;
  const { glob } = await import('tinyglobby');
  const found = await glob(include.length > 0 ? include.map(anywhere) : ['**/*'], {
    cwd: folder,
    ignore: exclude.flatMap((pattern) => [anywhere(pattern), `${anywhere(pattern)}/**`]),
    expandDirectories: false,
    onlyFiles: false,
  });
  const names = new Set(found.map((name) => path.join(folder, name.replace(/\/$/, ''))));
  return (file) => names.has(path.normalize(file));
}

/** A pattern without a slash is about names, in any folder. */
function anywhere(typed: string): string {
  const pattern = withSlashes(typed);
  return pattern.includes('/') ? pattern : `**/${pattern}`;
}

function nothingIn(words: readonly string[], { recursive }: Choice, others: number): UsageError {
  const also = others > 0 ? `; ${others} other file${others === 1 ? ' is' : 's are'} not media` : '';
  return new UsageError(`No video, audio or image file was found in ${words.join(', ')}${also}`, {
    ...(recursive ? {} : { hint: 'Add --recursive to search subfolders too.' }),
  });
}
