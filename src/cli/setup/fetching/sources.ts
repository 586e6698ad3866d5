/** Where files come from: their publisher, a mirror, a folder or a file on disk. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../../errors/errors.ts';
import type { Download } from '../catalogue/index.ts';

export type Source =
  | { readonly kind: 'network' /** Base URL in place of the publisher's. */; readonly mirror?: string }
  | { readonly kind: 'folder' | 'file'; readonly path: string };

/** The source that --from names. @throws UsageError if it is neither a URL nor a file or folder */
export async function sourceOf(from: string | undefined): Promise<Source> {
  if (from === undefined) return { kind: 'network' };
  if (/^https?:\/\//i.test(from)) {
    if (!URL.canParse(from)) throw new UsageError(`--from: ${from} is not a valid URL`);
    return { kind: 'network', mirror: from };
  }
  const found = await stat(from).catch(() => undefined);
  if (found?.isDirectory()) return { kind: 'folder', path: path.resolve(from) };
  if (found?.isFile()) return { kind: 'file', path: path.resolve(from) };
  throw new UsageError(`--from: ${from} is neither a URL nor a file or folder that exists`);
}

/** The names under which a file may lie in a folder or on a mirror, the usual one first. */
export function namesOf({ from }: Pick<Download, 'from'>): readonly [string, ...string[]] {
  if (typeof from === 'string') return [path.posix.basename(new URL(from).pathname)];
  const { name, version } = from;
  // As `npm pack` names it, then as the registry does.
  return [
    `${name.replace('@', '').replace('/', '-')}-${version}.tgz`,
    `${path.posix.basename(name)}-${version}.tgz`,
  ];
}

/** The address of a file on a mirror: below its base, unless the base is the file itself. */
export function onMirror(mirror: string, name: string): string {
  const url = new URL(mirror);
  if (path.posix.basename(url.pathname) === name) return url.href;
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${name}`;
  return url.href;
}

/** The file in a folder; undefined if it is not there. */
export async function inFolder(folder: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const file = path.join(folder, name);
    if ((await stat(file).catch(() => undefined))?.isFile()) return file;
  }
  return undefined;
}

/** The folder with the unpacked files of an archive: the folder itself, or one with the archive's name. */
export async function unpackedIn(folder: string, wanted: Download): Promise<string | undefined> {
  if (wanted.archive === undefined) return undefined;
  const [name] = namesOf(wanted);
  const unpacked = path.join(folder, name.replace(/\.(tar\.bz2|tgz|tar\.gz)$/, ''));
  for (const one of [folder, unpacked, path.join(folder, wanted.folder ?? '')]) {
    const all = await Promise.all(wanted.keep.map((file) => inFolder(one, [file])));
    if (all.every((file) => file !== undefined)) return one;
  }
  return undefined;
}
