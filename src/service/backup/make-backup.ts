import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../media/make-folder.ts';
import { writeWhole } from '../../media/write-whole.ts';
import { ASIDE } from '../store/aside.ts';
import { syncPath } from '../store/durable.ts';
import type { ObjectStorage } from '../store/objects.ts';
import { storePath } from '../store/open-store.ts';
import { type Snapshot, snapshotTo } from '../store/snapshot.ts';
import { MARKER, readMarker } from '../store/store-id.ts';
import { BackupRefused, layoutOf, SMALL_FILES } from './layout.ts';
import { type BackupRecord, mendLines, readBackup, readLines, writeBackup } from './record.ts';
import { takeFiles } from './take-files.ts';
import { takeObjects } from './take-objects.ts';

export interface BackupOptions {
  readonly dataDir: string;
  /** Absolute path of the backup's folder. */
  readonly folder: string;
  readonly objects: ObjectStorage;
  /** Folders of the object storage. */
  readonly folders: readonly string[];
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** What is complete stays; the next run goes on. */
  readonly signal: AbortSignal;
  /** Called with the number of objects in the backup; first with 0, when there is no reason to refuse. */
  readonly progress: (count: number) => void;
}

/**
 * Copies the database and the objects of a data folder while a service may be using it. The database is as it was at one
 * moment after the start; the objects are taken before and after it, so that none of its rows lacks one that was there.
 * An interrupted backup goes on where it stopped.
 * @throws BackupRefused if the folder holds something else, or a complete backup; StorageFault; the system's errors
 */
export async function makeBackup(options: BackupOptions): Promise<BackupRecord> {
  const { dataDir, folder, objects, clock, signal, progress } = options;
  const began_at = clock();
  await prepare(options);
  progress(0);
  const layout = layoutOf(folder);
  const folders = [...options.folders, ASIDE];
  const taking = { objects, folders, single: [MARKER], signal, progress };
  await takeObjects(folder, taking);
  let snapshot: Snapshot | undefined;
  await writeWhole(layout.database, async (part) => {
    snapshot = await snapshotTo(storePath(dataDir), part);
  });
  if (!snapshot) throw new Error('unreachable');
  await requireTheirs(objects, snapshot);
  await takeFiles(dataDir, folder);
  await takeObjects(folder, taking);
  await syncPath(layout.list);
  const lines = [...(await readLines(folder)).values()];
  const record: BackupRecord = {
    format: 1,
    store_id: snapshot.storeId ?? null,
    ...{ began_at, ended_at: clock() },
    database: { bytes: snapshot.bytes, sha256: snapshot.hash },
    objects: { count: lines.length, bytes: lines.reduce((sum, { bytes }) => sum + bytes, 0) },
    objects_from: objects.place(),
  };
  await writeBackup(folder, record);
  return record;
}

/** A service may have been started with a bucket that the settings do not name: its objects would be missing. */
async function requireTheirs(objects: ObjectStorage, { storeId }: Snapshot): Promise<void> {
  const marker = await readMarker(objects);
  if (marker?.store_id === storeId) return;
  throw new BackupRefused(
    `the objects in ${objects.place()} do not belong to the database; if the service was started with --objects: vau service config set object_storage s3://BUCKET/PREFIX`,
  );
}

/** Only an empty folder, or an unfinished backup. */
async function prepare({ folder, dataDir }: BackupOptions): Promise<void> {
  const inside = path.relative(dataDir, folder);
  if (inside === '' || (!inside.startsWith('..') && !path.isAbsolute(inside)))
    throw new BackupRefused(
      `${folder} is in the data folder; choose a folder outside of it, on another disk if possible`,
    );
  makeFolder(folder, 0o700);
  const complete = await readBackup(folder);
  if (complete)
    throw new BackupRefused(
      `${folder} holds a complete backup of ${new Date(complete.began_at).toISOString()}; choose another folder`,
    );
  const layout = layoutOf(folder);
  const ours = [...SMALL_FILES, ...Object.values(layout).map((file) => path.basename(file))];
  const foreign = (await readdir(folder)).filter(
    (name) => !ours.some((one) => name === one || name.startsWith(`${one}.`)),
  );
  if (foreign.length > 0)
    throw new BackupRefused(`${folder} holds ${foreign.slice(0, 3).join(', ')}; choose an empty folder`);
  makeFolder(layout.objects, 0o700);
  await mendLines(folder);
  // Parts of a database that a crash left.
  for (const name of await readdir(folder))
    if (name.endsWith('.part')) await rm(path.join(folder, name), { force: true });
}
