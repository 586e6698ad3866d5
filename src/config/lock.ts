/** A lock between processes: a file that only one process can create. */
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
/** Time in which Windows removes a file that another process still has open, in ms. */
const removing = 2_000;

/**
 * Runs `work` while no other process holds the same lock. @param file path of the lock file; its folder must
 * exist @param patience maximum time to wait for it, in ms @throws ConfigError when another process holds it longer
 */
export async function withLock<T>(
  file: string,
  work: () => T | Promise<T>,
  patience = usualPatience,
): Promise<T> {
  const key = crypto.randomUUID();
  await take(file, key, patience);
  try {
    return await work();
  } finally {
    if (holderOf(file)?.key === key) rmSync(file, { force: true });
  }
}

async function take(file: string, key: string, patience: number): Promise<void> {
  const begun = Date.now();
  const until = begun + patience;
  const holder = { pid: process.pid, host: hostname(), key };
  while (!make(file, holder, Date.now() - begun < removing)) {
    if (isLeftBehind(file)) clear(file);
    else if (Date.now() > until)
      throw new ConfigError(`another process holds ${file}`, `Remove it if no vau is running.`);
    else await sleep(5 + Math.random() * 25);
  }
}

function make(file: string, holder: Holder, early: boolean): boolean {
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (isHeld(error, early)) return false;
    // A full disk has room for a name, not for what is in it.
    if (isFull(error)) rmSync(file, { force: true });
    throw error;
  }
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * Whether creating the lock failed because another process has it. Windows refuses access to a file that is just being
 * removed, with the codes of missing permission. @param early whether that can still be the reason: it takes moments
 */
export function isHeld(error: unknown, early: boolean, platform = process.platform): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return code === 'EEXIST' || (platform === 'win32' && early && ['EPERM', 'EACCES', 'EBUSY'].includes(code));
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
  const aside = path.join(path.dirname(folder), `.${crypto.randomUUID()}`);
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
