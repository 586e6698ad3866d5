/** A lock between processes: a file that only one can make. */
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

/** Longest wait for the lock, in ms: each holder needs a few milliseconds, so this is hundreds of them. */
const patience = 60_000;
/** A lock whose writer died before it wrote who it was: after this many ms it counts as left behind. */
const unwritten = 5_000;

/**
 * Runs `work` while no other process runs its own under the same lock.
 * @param file path of the lock file; its folder must be there
 * @throws ConfigError when another process holds it for a minute
 */
export async function withLock<T>(file: string, work: () => T | Promise<T>): Promise<T> {
  const key = randomUUID();
  await take(file, key);
  try {
    return await work();
  } finally {
    if (holderOf(file)?.key === key) rmSync(file, { force: true });
  }
}

async function take(file: string, key: string): Promise<void> {
  const until = Date.now() + patience;
  while (!make(file, { pid: process.pid, host: hostname(), key })) {
    if (isLeftBehind(file)) clear(file);
    else if (Date.now() > until)
      throw new ConfigError(`${file} is held by another process`, `Remove it if no vau is running.`);
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

/** True when the process that made the lock is gone. Another machine's lock is never judged. */
function isLeftBehind(file: string): boolean {
  const holder = holderOf(file);
  if (!holder) return ageOf(file) > unwritten;
  return holder.host === hostname() && !isAlive(holder.pid);
}

/**
 * Removes a lock that was left behind. Only one process at a time may judge and remove: else a second one
 * would remove the lock that a third has just taken.
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
    // Another process was faster.
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
