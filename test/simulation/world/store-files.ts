/**
 * The database of a day: SQLite's own files, in memory where the machine has a file system there. A power cut leaves of its log
 * what was synced, and a piece of the rest that may be torn in the middle of a page.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chance } from './clock.ts';
import { type Process, requireAlive, step } from './processes.ts';

const IN_MEMORY = '/dev/shm';
const folder = mkdtempSync(path.join(existsSync(IN_MEMORY) ? IN_MEMORY : os.tmpdir(), 'vau-simulation-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const NAME = 'vau.sqlite';
const template = path.join(folder, 'template');

/**
 * Each database has a folder of its own. A connection that was closed ends with the last of its statements, whenever that is collected,
 * and then removes the log by its name: that of the next one.
 */
let databases = 0;
const place = () => path.join(folder, String(databases));

/** Where SQLite has it. */
export const storeFile = (): string => path.join(place(), NAME);
const log = () => `${storeFile()}-wal`;

/** Bytes of the log that a power cut leaves for certain. */
let synced = 0;

export const isStorePath = (rest: string): boolean => rest.startsWith(`data/${NAME}`);

export function statStore(rest: string) {
  const file = path.join(place(), path.basename(rest));
  return existsSync(file) ? statSync(file) : undefined;
}

const logBytes = (): number => (existsSync(log()) ? statSync(log()).size : 0);

/** What was written when it was called is on the disk when it returns. */
export async function syncStore(process: Process): Promise<void> {
  requireAlive(process);
  const bytes = logBytes();
  await step();
  requireAlive(process);
  synced = Math.max(synced, bytes);
}

/** Keeps the database as it is, closed, for the days to begin with. */
export function keepTemplate(): void {
  copyFileSync(storeFile(), template);
}

/** A copy of it that is only read. */
export function sharedFile(): string {
  const file = path.join(folder, 'shared.sqlite');
  copyFileSync(template, file);
  return file;
}

/** The database as every day begins. Nobody has it open. */
export function useTemplate(): void {
  rmSync(place(), { recursive: true, force: true });
  databases += 1;
  mkdirSync(place());
  if (existsSync(template)) copyFileSync(template, storeFile());
  synced = 0;
}

/** Bytes between the frames of a log that SQLite reads back: those of the header and a page. */
const TORN = 64;

/** What a power cut leaves of the log. Call it while the database is open: closing it writes the log back. */
export function logAfterCut(): Buffer {
  const whole = existsSync(log()) ? readFileSync(log()) : Buffer.alloc(0);
  const rest = whole.length - synced;
  const how = chance(4);
  if (how === 0 || rest <= 0) return whole.subarray(0, synced);
  if (how === 1) return whole;
  const left = Buffer.from(whole.subarray(0, synced + chance(rest + 1)));
  if (how === 2 && left.length > synced) left.fill(0, Math.max(synced, left.length - TORN));
  return left;
}

/** The database after the power cut, once nobody has it open any more. It was never written back: a day is too short. */
export function useLog(left: Buffer): void {
  useTemplate();
  if (left.length > 0) writeFileSync(log(), left);
  synced = left.length;
}
