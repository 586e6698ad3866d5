/** One look at the whole folder. Network folders send no events, so this is what watching is made of. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { absent, otherwiseNamed } from '../../client/absent.ts';
import { walk } from '../probe/walk.ts';
import { wantedIn } from '../upload/local-files.ts';
import type { Seen } from './settling.ts';

export interface Wanted {
  readonly folder: string;
  readonly recursive: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Endings of files that other programs are still writing, and rename when they are whole. */
const unfinished = /\.(part|partial|filepart|crdownload|download|tmp|temp)$|~$/i;

/** The files of the folder; those whose names say that they are unfinished only where a pattern asks for them. */
export async function scan(
  { folder, recursive, include, exclude }: Wanted,
  unreadable: (place: string, error: unknown) => void,
): Promise<Seen[]> {
  const isWanted = await wantedIn(folder, { include, exclude });
  const seen: Seen[] = [];
  for await (const file of walk(folder, recursive, unreadable)) {
    if ((include.length === 0 && unfinished.test(path.basename(file))) || !isWanted(file)) continue;
    // Gone since it was listed.
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) seen.push({ file, size: found.size, changed: found.mtimeMs });
    else if (!found && otherwiseNamed(file).length > 0) unreadable(file, new Error(absent(file)));
  }
  return seen;
}
