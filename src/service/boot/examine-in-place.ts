import { readdir } from 'node:fs/promises';
import type { ServiceConfig } from '../context/config.ts';
import { fileKeys } from '../resources/files/keys.ts';
import { inPlaceObjects } from '../store/in-place/in-place-objects.ts';
import { openObjects } from '../store/open-objects.ts';

/** The files that are read where they are. */
export interface InPlace {
  /** The allowed folders; `error` where one cannot be read now. */
  readonly folders: readonly { readonly path: string; readonly error?: string }[];
  /** Number of files in place. */
  readonly files: number;
  /** Those that can no longer be read, and why. */
  readonly faults: readonly { readonly file_id: string; readonly error: string }[];
}

/** Looks at every file in place of a data folder. It reads no database, so a running service does not matter. */
export async function examineInPlace(config: ServiceConfig): Promise<InPlace> {
  const { dataDir, inPlaceFolders } = config;
  const stored = await openObjects(dataDir, config.objectStorage);
  const objects = inPlaceObjects(stored, { folders: inPlaceFolders, dataDir });
  const faults: { file_id: string; error: string }[] = [];
  let files = 0;
  for await (const ids of stored.folders('files')) {
    const looked = await Promise.all(
      ids.map(async (id) => {
        const key = fileKeys.original(id);
        const inPlace = (await stored.size(key)) === undefined && (await objects.size(key)) !== undefined;
        return { id, inPlace, error: inPlace ? await objects.fault(key) : undefined };
      }),
    );
    files += looked.filter(({ inPlace }) => inPlace).length;
    for (const { id, error } of looked) if (error !== undefined) faults.push({ file_id: id, error });
  }
  return { folders: await Promise.all(inPlaceFolders.map(folderState)), files, faults };
}

async function folderState(path: string) {
  return readdir(path).then(
    () => ({ path }),
    (error: NodeJS.ErrnoException) => ({ path, error: `cannot be read: ${error.code}` }),
  );
}
