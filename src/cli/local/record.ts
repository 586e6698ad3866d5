import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';

/** What a running service leaves in its data folder, so that other commands find it: DATA_DIR/service.json. */
const recordSchema = z.object({
  pid: z.number().int().positive(),
  /** The base address, ending in /v1. */
  url: z.string(),
  /** When it started, in Unix milliseconds. */
  started_at: z.number(),
});

export type ServiceRecord = z.infer<typeof recordSchema>;

/** Where the record of a service with this data folder is. */
export function recordFile(dataFolder: string): string {
  return path.join(dataFolder, 'service.json');
}

/** Where a service in the background writes what it has to say. */
export function logFile(dataFolder: string): string {
  return path.join(dataFolder, 'service.log');
}

/** The record of the service with this data folder; undefined when there is none or it cannot be read. */
export async function readRecord(dataFolder: string): Promise<ServiceRecord | undefined> {
  const text = await readFile(recordFile(dataFolder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return undefined; // half a file of a service that was killed while starting says nothing
  }
}

/** Leaves the record, readable by its owner only, in one step: no reader meets half of it. */
export async function writeRecord(dataFolder: string, record: ServiceRecord): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const temporary = `${recordFile(dataFolder)}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, recordFile(dataFolder));
}

/** Takes the record away if it is still this process's. */
export async function removeRecord(dataFolder: string, pid: number): Promise<void> {
  const present = await readRecord(dataFolder);
  if (present?.pid === pid) await rm(recordFile(dataFolder), { force: true });
}
