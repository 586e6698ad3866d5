import { stat } from 'node:fs/promises';
import { makeBackup } from '../backup/make-backup.ts';
import { type BackupRecord, BackupRefused } from '../backup/record.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { serviceConfig } from '../context/config.ts';
import { FolderRefused, ownFilesOnly } from '../store/data-folder.ts';
import { openObjects } from '../store/objects/open-objects.ts';
import { removeOwnTemporary } from '../store/objects/temporary.ts';
import { storePath } from '../store/open-store.ts';
import { folderNames } from './opening/require-store.ts';

export interface BackupRequest {
  /** Absolute paths. */
  readonly dataDir: string;
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called with the number of objects so far; first with 0, once nothing is refused any more. */
  readonly progress: (count: number) => void;
}

/** Copies a data folder, also while a service uses it. @throws everything `makeBackup` throws; FolderRefused */
export async function backup(request: BackupRequest): Promise<BackupRecord> {
  const { dataDir } = request;
  const { objectStorage, store } = serviceConfig({ dataDir });
  if (store !== undefined)
    throw new BackupRefused(
      "the store is in PostgreSQL: back up the database first (pg_dump --schema 'vau*' --file vau.sql, with the name of its schema), then the bucket, with its versions or a copy of it; both while services run",
    );
  if (!(await stat(storePath(dataDir)).catch(() => undefined)))
    throw new FolderRefused(
      `the data folder ${dataDir} has no database; one in PostgreSQL is backed up with pg_dump, then the bucket`,
    );
  ownFilesOnly();
  const objects = await openObjects(dataDir, objectStorage);
  return makeBackup({ ...request, objects, folders: folderNames, clock: Date.now });
}

/** Makes an empty data folder what a backup holds. @throws everything `restoreBackup` throws */
export async function restore(request: BackupRequest): Promise<BackupRecord> {
  const { dataDir } = request;
  ownFilesOnly();
  try {
    const open = () => openObjects(dataDir, serviceConfig({ dataDir }).objectStorage);
    return await restoreBackup({ ...request, openObjects: open, folders: folderNames });
  } finally {
    await removeOwnTemporary(dataDir);
  }
}
