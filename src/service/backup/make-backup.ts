import { createReadStream } from 'node:fs';
import { link, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder, writeWhole } from '../../media/files.ts';
import { ASIDE } from '../store/objects/aside.ts';
import { digestOf, syncPath } from '../store/objects/durable.ts';
import type { ObjectStorage } from '../store/objects/objects.ts';
import { type Received, receiveFile } from '../store/objects/receive-file.ts';
import { several } from '../store/objects/several.ts';
import { storePath } from '../store/open-store.ts';
import { type Snapshot, snapshotTo } from '../store/snapshot.ts';
import { MARKER, readMarker } from '../store/store-id.ts';
import {
  addLine,
  type BackupRecord,
  BackupRefused,
  layoutOf,
  mendLines,
  type ObjectLine,
  readBackup,
  readLines,
  SMALL_FILES,
  takeFiles,
  writeBackup,
} from './record.ts';

/** Objects that are taken at the same time. */
const AT_ONCE = 4;

/** Keys that are taken together. */
const PAGE = 200;

interface Taking {
  readonly objects: ObjectStorage;
  /** Folders of the object storage, and single objects. */
  readonly folders: readonly string[];
  readonly single: readonly string[];
  readonly signal: AbortSignal;
  /** Called with the number of objects that are in the backup. */
  readonly progress: (count: number) => void;
}

/**
 * Puts into the backup what the object storage holds, unless it is there in the same version. What is deleted meanwhile is
 * left out.
 */
async function takeObjects(folder: string, taking: Taking): Promise<void> {
  const lines = await readLines(folder);
  const take = (keys: readonly string[]) =>
    several(keys, AT_ONCE, async (key) => {
      taking.signal.throwIfAborted();
      const line = await takeOne(folder, key, taking, lines.get(key));
      if (line) lines.set(key, line);
      taking.progress(lines.size);
    });
  await take(taking.single);
  for (const prefix of taking.folders) {
    let page: string[] = [];
    for await (const key of taking.objects.list(prefix)) {
      page.push(key);
      if (page.length < PAGE) continue;
      await take(page);
      page = [];
    }
    await take(page);
  }
}

async function takeOne(
  folder: string,
  key: string,
  taking: Taking,
  known: ObjectLine | undefined,
): Promise<ObjectLine | undefined> {
  const version = await taking.objects.version(key);
  if (version === undefined || version === known?.version) return known;
  const target = path.join(layoutOf(folder).objects, key);
  makeFolder(path.dirname(target), 0o700);
  try {
    let taken: Received | undefined;
    await writeWhole(target, async (part) => {
      taken = await copyTo(part, key, taking);
    });
    if (!taken) return undefined;
    const line = { key, bytes: taken.bytes, sha256: taken.hash, version };
    await addLine(folder, line);
    return line;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** A second name where the disk allows it; else a copy. */
async function copyTo(part: string, key: string, { objects, signal }: Taking): Promise<Received> {
  if (objects.local) {
    const from = await objects.path(key);
    try {
      await link(from, part);
      return await digestOf(part, signal);
    } catch (error) {
      // Another disk, a file system without such names, or too many of them.
      if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP')) throw error;
    }
    return copied(createReadStream(from), part, signal);
  }
  return copied(await objects.read(key), part, signal);
}

/** On the disk when it returns. */
async function copied(content: Readable, part: string, signal: AbortSignal): Promise<Received> {
  const most = Number.POSITIVE_INFINITY;
  const received = await receiveFile(content, part, {
    most,
    tooLarge: () => new Error('unreachable'),
    signal,
  });
  await syncPath(part);
  return received;
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

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
  await syncNames(layout.objects, lines);
  const record: BackupRecord = {
    format: 1,
    store_id: snapshot.storeId ?? null,
    began_at,
    ended_at: clock(),
    database: { bytes: snapshot.bytes, sha256: snapshot.hash },
    objects: { count: lines.length, bytes: lines.reduce((sum, { bytes }) => sum + bytes, 0) },
    objects_from: objects.place(),
  };
  await writeBackup(folder, record);
  return record;
}

/** The names of all objects are on the disk: most were made by `link`, or by a run that was interrupted. */
async function syncNames(root: string, lines: readonly ObjectLine[]): Promise<void> {
  const folders = new Set<string>();
  for (const { key } of lines)
    for (let folder = path.dirname(key); !folders.has(folder); folder = path.dirname(folder))
      folders.add(folder);
  await several([...folders], AT_ONCE, (folder) => syncPath(path.join(root, folder)));
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
  if ((await stat(folder).catch(() => undefined))?.isFile())
    throw new BackupRefused(`${folder} is a file: name a folder, empty or not there yet`);
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
