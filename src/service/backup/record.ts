/**
 * A backup as a folder: database, objects and small files, with a list of checksums and a record that is written last.
 * make-backup.ts makes it of a data folder that may be in use, restore-backup.ts makes an empty data folder of it.
 */

import { appendFile, copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { makeFolder, writeWhole } from '../../media/files.ts';
import { syncPath } from '../store/objects/durable.ts';
import { PARTIAL_FOLDER } from '../store/objects/partial-files.ts';

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

const recordSchema = z.object({
  format: z.literal(1),
  store_id: z.string().nullable(),
  /** Unix milliseconds. What was acknowledged before this is in the backup. */
  began_at: z.int(),
  ended_at: z.int(),
  database: z.object({ bytes: z.int(), sha256: z.string() }),
  objects: z.object({ count: z.int(), bytes: z.int() }),
  /** Where the objects were: a folder, or s3://BUCKET/PREFIX. */
  objects_from: z.string(),
});

/** What a complete backup says of itself. */
export type BackupRecord = z.infer<typeof recordSchema>;

const lineSchema = z.object({
  key: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Of the object there: it differs once the object was replaced. */
  version: z.string(),
});

/** One object of a backup. */
export type ObjectLine = z.infer<typeof lineSchema>;

/** Undefined if the backup is not complete. @throws BackupRefused if another program wrote the file */
export async function readBackup(folder: string): Promise<BackupRecord | undefined> {
  const file = layoutOf(folder).record;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR')
      throw new BackupRefused(`${folder} is not a folder: name the folder of a backup`);
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return undefined;
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    throw new BackupRefused(`${file} was not written by this version of vau service backup`);
  }
}

export async function writeBackup(folder: string, record: BackupRecord): Promise<void> {
  const text = `${JSON.stringify(record, null, 2)}\n`;
  await writeWhole(layoutOf(folder).record, (part) => writeFile(part, text, { mode: 0o600, flush: true }));
  await syncPath(folder);
}

/** The objects that are in a backup by now, by key. A last line that a crash cut off is left out. */
export async function readLines(folder: string): Promise<Map<string, ObjectLine>> {
  const text = await readFile(layoutOf(folder).list, 'utf8').catch(() => '');
  const lines = new Map<string, ObjectLine>();
  for (const line of text.split('\n').slice(0, -1)) {
    const object = lineSchema.parse(JSON.parse(line));
    lines.set(object.key, object);
  }
  return lines;
}

/** Ends the list at its last whole line, so that others can follow. */
export async function mendLines(folder: string): Promise<void> {
  const { list } = layoutOf(folder);
  const text = await readFile(list, 'utf8').catch(() => '');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) await writeWhole(list, (part) => writeFile(part, whole, { mode: 0o600, flush: true }));
}

export async function addLine(folder: string, line: ObjectLine): Promise<void> {
  await appendFile(layoutOf(folder).list, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** Copies what is beside the database: settings, the key of secrets, and the bytes of unfinished uploads. */
export async function takeFiles(dataDir: string, folder: string): Promise<void> {
  for (const name of SMALL_FILES) await copied(path.join(dataDir, name), path.join(folder, name));
  const { uploads } = layoutOf(folder);
  makeFolder(uploads, 0o700);
  const partial = path.join(dataDir, PARTIAL_FOLDER);
  for (const name of await readdir(partial).catch(() => []))
    await copied(path.join(partial, name), path.join(uploads, name));
}

/** Copies a file, whole and durably; what is not there is left out. */
export async function copied(from: string, to: string): Promise<void> {
  try {
    await writeWhole(to, async (part) => {
      await copyFile(from, part);
      await syncPath(part);
    });
    await syncPath(path.dirname(to));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
