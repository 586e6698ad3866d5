/**
 * The real binary while it runs: standard input from /dev/null, its own home, and a signal when the test has
 * seen enough.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { bin, type Ended } from './harness.ts';

export interface Live {
  stdout(): string;
  stderr(): string;
  /** Waits for output on standard output, and returns it. */
  firstOutput(): Promise<string>;
  /** Waits until standard error holds this text. */
  told(text: string): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

/** An environment without anything of the user: home, XDG folders and data are below the folder. */
export const bareHome = (folder: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  XDG_CONFIG_HOME: path.join(folder, 'xdg-config'),
  XDG_DATA_HOME: path.join(folder, 'xdg-data'),
  XDG_CACHE_HOME: path.join(folder, 'xdg-cache'),
});

/**
 * Starts it. It is killed after half a minute, so that a hanging process fails its test and is not left
 * behind.
 */
export function live(folder: string, line: readonly string[], env: Record<string, string> = {}): Live {
  const child = spawn(process.execPath, [bin, ...line], {
    cwd: folder,
    env: { ...bareHome(folder), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 90_000,
    killSignal: 'SIGKILL',
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stdout, stderr }));
  });
  const patience = { timeout: 60_000, interval: 20 };
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    async firstOutput() {
      await expect.poll(() => stdout, patience).not.toBe('');
      return stdout;
    },
    told: (text) => expect.poll(() => stderr, patience).toContain(text),
    signal: (signal) => void child.kill(signal),
    ended,
  };
}
