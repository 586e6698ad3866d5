import path from 'node:path';
import * as z from 'zod';

/** The folders in a text, separated as in PATH. */
export function inPlaceFolders(text: string | undefined): string[] {
  return (text ?? '')
    .split(path.delimiter)
    .map((folder) => folder.trim())
    .filter((folder) => folder !== '');
}

/** The setting as a text: absolute paths. They need not exist now: a network folder may be mounted later. */
export const inPlaceFoldersText = z.string().refine((text) => {
  const folders = inPlaceFolders(text);
  return folders.length > 0 && folders.every((folder) => path.isAbsolute(folder));
}, `must be absolute paths of folders, separated by ${path.delimiter}`);
