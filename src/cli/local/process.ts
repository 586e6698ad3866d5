import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * Whether a process with this id lives. One that belongs to another user lives too; one that has ended and that its
 * parent has not yet asked about (common in containers, where the first process may never ask) does not.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Linux says so in /proc/PID/stat: `PID (NAME) Z ...`. Elsewhere it cannot be told. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The command line of a living process, its words joined by spaces; empty when it cannot be told. */
export async function commandLine(pid: number): Promise<string> {
  const fromProc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (fromProc !== undefined) return fromProc.split('\0').join(' ').trim();
  const listed = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => undefined);
  return listed?.stdout.trim() ?? '';
}

/**
 * Asks a condition again and again until it holds, every 100 ms, for at most `milliseconds`.
 * Gives whether it came to hold.
 */
export async function until(holds: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() >= end) return false;
    await delay(100);
  }
  return true;
}
