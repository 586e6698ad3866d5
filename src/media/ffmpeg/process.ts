import { type ChildProcess, spawn } from 'node:child_process';
import { loadOrder } from './load-order.ts';
import { lowerSession } from './priority.ts';

/** How much of a program's standard error is kept: the end, where the reason is. */
const TAIL_BYTES = 64 * 1024;

/** The environment variables that programs need. Nothing else is passed on: no token of ours reaches a decoder. */
const KEPT = [
  'PATH',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'SYSTEMROOT',
  'WINDIR',
  'TMPDIR',
  'TEMP',
  'TMP',
  'VAU_OWNER', // names the worker it belongs to, so that it can be killed after that worker died
];

/** @returns the few environment variables that a media program gets */
function bareEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const bare: NodeJS.ProcessEnv = { LC_ALL: 'C', AV_LOG_FORCE_NOCOLOR: '1' };
  for (const name of KEPT) if (env[name] !== undefined) bare[name] = env[name];
  return bare;
}

/** A started program. */
export interface Started {
  child: ChildProcess;
  /** The end of standard error so far. */
  stderr(): string;
  /** Settles when the program has exited and its pipes are closed; rejects only if it could not be started. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Kills the program and all its children. */
  kill(): void;
}

/**
 * Starts a program in its own process group, at our own priority, without input and with a minimal environment.
 * @param path absolute path of the program
 * @param cwd working directory
 */
export function start(path: string, args: readonly string[], cwd?: string): Started {
  const grouped = process.platform !== 'win32';
  const env = bareEnvironment();
  const child = spawn(path, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...loadOrder(path, env) },
    detached: grouped,
    windowsHide: true,
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (grouped) lowerSession(child);
  let tail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-TAIL_BYTES);
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  // Whoever awaits it sees the failure; without anyone, it must not crash the process.
  ended.catch(() => {});
  return { child, stderr: () => tail, ended, kill: () => killGroup(child, grouped) };
}

function killGroup(child: ChildProcess, grouped: boolean): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (grouped) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It exited between the check and the signal.
  }
}
