/** Expands file name patterns, for shells that do not. */
import { existsSync, readdir } from 'node:fs';
import nodePath, { type PlatformPath } from 'node:path';
import type { GlobOptions } from 'tinyglobby';
import type { Unreadable } from './walk.ts';

/** Whether a text contains pattern characters. */
export const isPattern = (text: string): boolean => /[*?[{]|[@+!]\(/.test(text);

/**
 * The files that match a pattern, by name. Its leading part is literal as far as it exists, whatever
 * characters it has: `Italy [1]/*.mp4`. If the rest has no match, its brackets and braces are literal too.
 * `*` and `?` stay within a name, `**` crosses folders, `[a-z]` and `{a,b}` choose. Skips folders, and names
 * that start with a dot.
 */
export async function matching(pattern: string, unreadable: Unreadable): Promise<string[]> {
  const { escapePath, glob } = await import('tinyglobby');
  const { base, rest } = partsOf(pattern, existsSync, nodePath);
  const options: GlobOptions = {
    cwd: base || '.',
    expandDirectories: false,
    followSymbolicLinks: false,
    fs: { readdir: reporting(unreadable) },
  };
  let found = await glob(rest, options);
  if (found.length === 0) found = await glob(plain(rest, escapePath), options);
  return found.sort().map((name) => `${base}${name}`);
}

/**
 * Splits a pattern into the existing folder that it starts with, including the slash (empty for the current
 * folder), and the rest. @param isThere whether a path exists @param path path rules of the system: on
 * Windows a backslash separates names
 */
export function partsOf(
  pattern: string,
  isThere: (path: string) => boolean,
  path: Pick<PlatformPath, 'parse' | 'sep'>,
): { base: string; rest: string } {
  const text = withSlashes(pattern, path.sep);
  const { root } = path.parse(text);
  const names = text.slice(root.length).split('/');
  let base = root;
  while (names.length > 1 && isThere(`${base}${names[0]}`)) base += `${names.shift()}/`;
  return { base, rest: names.join('/') };
}

/** A path or pattern as other systems write it. @param sep separator of this system: on Windows a backslash */
export const withSlashes = (text: string, sep: string = nodePath.sep): string => text.replaceAll(sep, '/');

/** The pattern with brackets and braces escaped; stars and question marks still match. */
const plain = (pattern: string, escaped: (text: string) => string): string =>
  pattern
    .split(/([*?]+)/)
    .map((part) => (/^[*?]/.test(part) ? part : escaped(part)))
    .join('');

/** A readdir for the package that reports unreadable folders; the package skips them silently. */
const reporting = (unreadable: Unreadable) =>
  ((folder: string, options: { withFileTypes: true }, done: (error: unknown, entries: unknown) => void) =>
    readdir(folder, options, (error, entries) => {
      if (error && error.code !== 'ENOENT' && error.code !== 'ENOTDIR')
        unreadable(folder.replace(/\/$/, ''), error);
      done(error, entries);
    })) as typeof readdir;
