/** A lock between processes: a file that only one process can create. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from './errors.ts';

interface Holder {
  pid: number;
  host: string;
  key: string;
}

/** Default time to wait for the lock, in ms; most holders need only a few milliseconds. */
const usualPatience = 60_000;
/** An empty lock file is stale after this many ms: its writer died before it wrote its id. */
const unwritten = 5_000;

/**
 * Runs `work` while no other process holds the same lock. @param file path of the lock file; its folder must
 * exist @param patience maximum time to wait for it, in ms @throws ConfigError when another process holds it longer
 */
export async function withLock<T>(
  file: string,
  work: () => T | Promise<T>,
  patience = usualPatience,
): Promise<T> {
  const key = randomUUID();
  await take(file, key, patience);
  try {
    return await work();
  } finally {
    if (holderOf(file)?.key === key) rmSync(file, { force: true });
  }
}

async function take(file: string, key: string, patience: number): Promise<void> {
  const until = Date.now() + patience;
  while (!make(file, { pid: process.pid, host: hostname(), key })) {
    if (isLeftBehind(file)) clear(file);
    else if (Date.now() > until)
      throw new ConfigError(`another process holds ${file}`, `Remove it if no vau is running.`);
    else await sleep(5 + Math.random() * 25);
  }
}

function make(file: string, holder: Holder): boolean {
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** True when the process that created the lock is gone. A lock of another machine is never stale. */
function isLeftBehind(file: string): boolean {
  const holder = holderOf(file);
  if (!holder) return ageOf(file) > unwritten;
  return holder.host === hostname() && !isAlive(holder.pid);
}

/**
 * Removes a stale lock. Only one process at a time may check and remove it; otherwise a second one could
 * remove the new lock of a third.
 */
function clear(file: string): void {
  const judge = `${file}.clearing`;
  try {
    mkdirSync(judge);
  } catch {
    if (ageOf(judge) > unwritten) renameAway(judge);
    return;
  }
  try {
    if (isLeftBehind(file)) rmSync(file, { force: true });
  } finally {
    rmSync(judge, { recursive: true, force: true });
  }
}

function renameAway(folder: string): void {
  const aside = path.join(path.dirname(folder), `.${randomUUID()}`);
  try {
    renameSync(folder, aside);
    rmSync(aside, { recursive: true, force: true });
  } catch {
    // Another process removed it first.
  }
}

function holderOf(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function ageOf(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
