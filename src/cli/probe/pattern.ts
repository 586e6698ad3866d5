/** Patterns of file names, for shells that leave them as they are. */
import { existsSync, readdir } from 'node:fs';
import nodePath, { type PlatformPath } from 'node:path';
import type { GlobOptions } from 'tinyglobby';
import type { Unreadable } from './walk.ts';

/** Whether a text has characters that make it a pattern. */
export const isPattern = (text: string): boolean => /[*?[{]|[@+!]\(/.test(text);

/**
 * The files that a pattern names, by name. Its beginning, as far as it is there, is meant as it is written, whatever
 * characters it has: `Italy [1]/*.mp4`. Where nothing matches the rest, its brackets and braces are, too. `*` and `?`
 * stay within a name, `**` crosses folders, `[a-z]` and `{a,b}` choose. Names that begin with a dot are left out, and so
 * are folders, as what is in them has other names.
 */
export async function matching(pattern: string, unreadable: Unreadable): Promise<string[]> {
  const { escapePath, glob } = await import('tinyglobby');
  const { base, rest } = partsOf(pattern, existsSync, nodePath);
  const options: GlobOptions = {
    cwd: base || '.',
    expandDirectories: false,
    followSymbolicLinks: false,
    fs: { readdir: telling(unreadable) },
  };
  let found = await glob(rest, options);
  if (found.length === 0) found = await glob(plain(rest, escapePath), options);
  return found.sort().map((name) => `${base}${name}`);
}

/**
 * A pattern as the folder in which it begins to vary, with a slash behind it (empty for the folder one is in), and the rest.
 * @param isThere whether a path is
 * @param path the rules of the system for paths: on Windows a backslash parts names
 */
export function partsOf(
  pattern: string,
  isThere: (path: string) => boolean,
  path: Pick<PlatformPath, 'parse' | 'sep'>,
): { base: string; rest: string } {
  const text = pattern.replaceAll(path.sep, '/');
  const { root } = path.parse(text);
  const names = text.slice(root.length).split('/');
  let base = root;
  while (names.length > 1 && isThere(`${base}${names[0]}`)) base += `${names.shift()}/`;
  return { base, rest: names.join('/') };
}

/** A pattern in which brackets and braces are what they are, and stars and question marks still vary. */
const plain = (pattern: string, escaped: (text: string) => string): string =>
  pattern
    .split(/([*?]+)/)
    .map((part) => (/^[*?]/.test(part) ? part : escaped(part)))
    .join('');

/** Node's own reading of folders, as the package calls it: it passes over those that cannot be read without a word. */
const telling = (unreadable: Unreadable) =>
  ((folder: string, options: { withFileTypes: true }, done: (error: unknown, entries: unknown) => void) =>
    readdir(folder, options, (error, entries) => {
      if (error && error.code !== 'ENOENT' && error.code !== 'ENOTDIR')
        unreadable(folder.replace(/\/$/, ''), error);
      done(error, entries);
    })) as typeof readdir;
