import { existsSync } from 'node:fs';
import { constants, copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, writeWhole } from '../../media/files.ts';
import { ASIDE, hasObjects } from '../store/objects/aside.ts';
import { digestOf, remove } from '../store/objects/durable.ts';
import type { ObjectStorage } from '../store/objects/objects.ts';
import { PARTIAL_FOLDER } from '../store/objects/partial-files.ts';
import { several } from '../store/objects/several.ts';
import { storePath } from '../store/open-store.ts';
import { checkSnapshot } from '../store/snapshot.ts';
import {
  type BackupRecord,
  BackupRefused,
  copied,
  layoutOf,
  type ObjectLine,
  readBackup,
  readLines,
  SMALL_FILES,
} from './record.ts';

export interface RestoreOptions {
  /** Absolute path of a backup's folder. */
  readonly folder: string;
  /** Absolute path of the data folder; it must be empty, or hold an interrupted restore of the same backup. */
  readonly dataDir: string;
  /** Opens the object storage that the settings in the data folder name. */
  readonly openObjects: () => Promise<ObjectStorage>;
  /** Folders of the object storage. */
  readonly folders: readonly string[];
  readonly signal: AbortSignal;
  /** Called with the number of objects that are there; first with 0, when there is no reason to refuse. */
  readonly progress: (count: number) => void;
}

/**
 * In a data folder while a restore is under way, from before anything else is there: which backup (store_id, began_at), and
 * whether objects are being put (`puts`). No service starts without its database.
 */
const UNDER_WAY = 'restore.json';

/** What a killed restore left half copied: see writeWhole. */
const PART = /\.[\da-f-]{36}\.part$/;

/** Objects that are put back at the same time. */
const AT_ONCE = 4;

/**
 * Makes a data folder from a backup. Everything is compared with the checksums of the backup; the database comes last, so
 * that no service starts on half a restore. An interrupted restore goes on where it stopped.
 * @throws BackupRefused if the backup is not complete, was changed, or there is something in the data folder or bucket
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupRecord> {
  const { folder, dataDir } = options;
  const record = await readBackup(folder);
  if (!record)
    throw new BackupRefused(
      `${folder} holds no complete backup: there is no ${path.basename(layoutOf(folder).record)}`,
    );
  const { store_id, began_at } = record;
  const begun = await begunIn(dataDir, { store_id, began_at });
  await checkDatabase(folder, record);
  makeFolder(dataDir, 0o700);
  await removeParts(dataDir);
  // The database is the last: only the mark is left, and a service may have worked on it since.
  if (begun && existsSync(storePath(dataDir))) {
    await remove(path.join(dataDir, UNDER_WAY));
    return record;
  }
  if (!begun) await mark(dataDir, { store_id, began_at });
  for (const name of SMALL_FILES) await copied(path.join(folder, name), path.join(dataDir, name));
  const objects = await options.openObjects();
  if (!begun?.puts && (await hasObjects(objects, [...options.folders, ASIDE]))) {
    for (const name of [...SMALL_FILES, UNDER_WAY]) await remove(path.join(dataDir, name));
    throw new BackupRefused(`${objects.place()} is not empty; nothing was restored`);
  }
  await mark(dataDir, { store_id, began_at, puts: true });
  options.progress(0);
  await putObjects(objects, options);
  const uploads = path.join(dataDir, PARTIAL_FOLDER);
  makeFolder(uploads, 0o700);
  for (const name of await readdir(layoutOf(folder).uploads).catch(() => []))
    await copied(path.join(layoutOf(folder).uploads, name), path.join(uploads, name));
  await copied(layoutOf(folder).database, storePath(dataDir));
  await remove(path.join(dataDir, UNDER_WAY));
  return record;
}

/** How far a restore came. */
interface Begun extends Pick<BackupRecord, 'store_id' | 'began_at'> {
  readonly puts?: boolean;
}

/** @returns undefined if the folder is empty @throws BackupRefused if it holds something else than a restore of this backup */
async function begunIn(dataDir: string, { store_id, began_at }: Begun): Promise<Begun | undefined> {
  const names = await readdir(dataDir).catch(() => []);
  const others = names.filter((name) => !(name.startsWith(UNDER_WAY) && PART.test(name)));
  if (others.length === 0) return undefined;
  const text = await readFile(path.join(dataDir, UNDER_WAY), 'utf8').catch(() => undefined);
  const begun = text === undefined ? undefined : readMark(text);
  if (begun?.store_id === store_id && begun.began_at === began_at) return begun;
  throw new BackupRefused(
    begun === undefined
      ? `the data folder ${dataDir} is not empty: it holds ${others.slice(0, 3).join(', ')}; choose an empty one with --data-dir`
      : `the data folder ${dataDir} holds an interrupted restore of another backup; choose an empty one with --data-dir`,
  );
}

/** @returns undefined for a file of another's with this name */
function readMark(text: string): Begun | undefined {
  try {
    return JSON.parse(text) as Begun;
  } catch {
    return undefined;
  }
}

async function mark(dataDir: string, begun: Begun): Promise<void> {
  const text = JSON.stringify(begun);
  await writeWhole(path.join(dataDir, UNDER_WAY), (part) =>
    writeFile(part, text, { mode: 0o600, flush: true }),
  );
}

/** What is half copied may be secret or large. */
async function removeParts(dataDir: string): Promise<void> {
  for (const folder of [dataDir, path.join(dataDir, PARTIAL_FOLDER)])
    for (const name of await readdir(folder).catch(() => []))
      if (PART.test(name)) await remove(path.join(folder, name));
}

async function checkDatabase(folder: string, { database }: BackupRecord): Promise<void> {
  const file = layoutOf(folder).database;
  const { hash } = await digestOf(file);
  if (hash !== database.sha256)
    throw new BackupRefused(
      `${file} was changed after the backup: its SHA-256 is ${hash}, not ${database.sha256}`,
    );
  await checkSnapshot(file);
}

async function putObjects(objects: ObjectStorage, options: RestoreOptions): Promise<void> {
  const { folder, signal, progress } = options;
  const lines = [...(await readLines(folder)).values()];
  let count = 0;
  await several(lines, AT_ONCE, async (line) => {
    signal.throwIfAborted();
    // What an interrupted restore put there was compared then.
    if ((await objects.size(line.key)) !== line.bytes) await putBack(objects, folder, line);
    count += 1;
    progress(count);
  });
}

/** A copy of its own, so that the backup stays as it is whatever happens to the restored file. */
async function putBack(objects: ObjectStorage, folder: string, line: ObjectLine): Promise<void> {
  const from = path.join(layoutOf(folder).objects, line.key);
  const file = await objects.tmpFile();
  try {
    await copyFile(from, file, constants.COPYFILE_FICLONE);
    const { bytes, hash } = await digestOf(file);
    if (bytes !== line.bytes || hash !== line.sha256)
      throw new BackupRefused(
        `${from} was changed after the backup: its SHA-256 is ${hash}, not ${line.sha256}`,
      );
    await objects.put(line.key, file);
  } finally {
    await rm(file, { force: true });
  }
}
