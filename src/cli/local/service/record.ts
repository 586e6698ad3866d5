import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../../../media/files.ts';

/** The record of a running service, for other commands: DATA_DIR/service.json. */
const recordSchema = z.object({
  pid: z.number().int().positive(),
  /** The base URL, ending in /v1. */
  url: z.string(),
  /** When it started, in Unix milliseconds. */
  started_at: z.number(),
});

export type ServiceRecord = z.infer<typeof recordSchema>;

/** The path of the record. */
export function recordFile(dataFolder: string): string {
  return path.join(dataFolder, 'service.json');
}

/** The path of the log of a background service. */
export function logFile(dataFolder: string): string {
  return path.join(dataFolder, 'service.log');
}

/** The record of the service with this data folder; undefined if it is missing or invalid. */
export async function readRecord(dataFolder: string): Promise<ServiceRecord | undefined> {
  const text = await readFile(recordFile(dataFolder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return undefined; // the service was killed while writing it
  }
}

/** Writes the record atomically, readable only by its owner. */
export async function writeRecord(dataFolder: string, record: ServiceRecord): Promise<void> {
  makeFolder(dataFolder, 0o700);
  const temporary = `${recordFile(dataFolder)}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, recordFile(dataFolder));
}

/** Removes the record if it belongs to this process. */
export async function removeRecord(dataFolder: string, pid: number): Promise<void> {
  const present = await readRecord(dataFolder);
  if (present?.pid === pid) await rm(recordFile(dataFolder), { force: true });
}
