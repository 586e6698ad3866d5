import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * Whether a process with this id is alive, also one of another user. A zombie does not count: in containers,
 * the first process may never reap it.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Linux shows the state in /proc/PID/stat: `PID (NAME) Z ...`. Elsewhere it is unknown. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The command line of a running process, joined by spaces; empty if unknown. */
export async function commandLine(pid: number): Promise<string> {
  const fromProc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (fromProc !== undefined) return fromProc.split('\0').join(' ').trim();
  const [program, ...args] = listing(pid);
  const listed = await promisify(execFile)(program, args, { windowsHide: true }).catch(() => undefined);
  return listed?.stdout.trim() ?? '';
}

/** The command that prints the command line of a process, on systems without /proc. */
export function listing(pid: number, platform = process.platform): [program: string, ...args: string[]] {
  if (platform !== 'win32') return ['ps', '-o', 'args=', '-p', String(pid)];
  const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId = ${pid}').CommandLine`;
  return ['powershell', '-NoProfile', '-NonInteractive', '-Command', query];
}

/** The command with which a person ends a process that does not end by itself. */
export const killCommand = (pid: number, platform = process.platform): string =>
  platform === 'win32' ? `taskkill /F /PID ${pid}` : `kill -9 ${pid}`;

/** Polls a condition every 100 ms until it holds or the time is up. Returns whether it holds. */
export async function until(holds: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() >= end) return false;
    await delay(100);
  }
  return true;
}
