import path from 'node:path';

/** The files of a backup folder. */
export function layoutOf(folder: string) {
  return {
    /** Written last: without it, the backup is not complete. */
    record: path.join(folder, 'backup.json'),
    /** A line for each object: its key, size and SHA-256. */
    list: path.join(folder, 'objects.jsonl'),
    database: path.join(folder, 'vau.sqlite'),
    objects: path.join(folder, 'objects'),
    /** Unfinished uploads. */
    uploads: path.join(folder, 'uploads'),
  };
}

/** Files of a data folder besides the database that a restored service needs: settings, and the key of its secrets. */
export const SMALL_FILES = ['service-config.json', 'secrets.key'] as const;

/** A backup or restore is refused; the message says why and what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
