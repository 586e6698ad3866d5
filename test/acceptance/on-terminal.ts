/** The real binary on a pseudo-terminal, made by script(1) of util-linux. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { locate } from '../support/programs.ts';
import { bin } from './harness.ts';

/** Text to wait for, and keys to type then. */
export type Step = readonly [seen: string, keys: string];

/** How the terminal is. */
export interface Look {
  /** Of the shell, such as `> out.json`. */
  readonly redirection?: string;
  /** Default 100. */
  readonly columns?: number;
  /** Called with all that was shown so far. */
  readonly onShown?: (raw: string) => void;
}

/** Runs it in a home folder and types the keys in turn. Returns the output, with and without colours. */
export function typedOn(
  home: string,
  args: readonly string[],
  steps: readonly Step[],
  env: Record<string, string>,
  { redirection = '', columns = 100, onShown = () => {} }: Look = {},
): Promise<{ status: number | null; shown: string; raw: string }> {
  const quoted = [process.execPath, bin, ...args]
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    .join(' ');
  const child = spawn(
    locate('script'),
    ['-qec', `stty cols ${columns}; echo pid=$$; exec ${quoted} ${redirection}`, '/dev/null'],
    {
      cwd: home,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        TERM: 'xterm',
        VAU_CONFIG_DIR: path.join(home, 'config'),
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: 60_000,
      killSignal: 'SIGKILL',
    },
  );
  let raw = '';
  let from = 0;
  const left = [...steps];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    raw += text;
    onShown(raw);
    const [seen, keys] = left[0] ?? [];
    const at = seen === undefined ? -1 : stripVTControlCharacters(raw).indexOf(seen, from);
    if (at < 0 || seen === undefined || keys === undefined) return;
    from = at + seen.length;
    left.shift();
    child.stdin.write(keys);
  });
  return new Promise((resolve) => {
    child.once('close', (status) => {
      // script(1) was terminated by the timeout: its child would continue.
      if (status === null) process.kill(pidIn(raw), 'SIGKILL');
      resolve({ status, raw, shown: stripVTControlCharacters(raw) });
    });
  });
}

/** The process of the binary, as the terminal shows it first. */
export const pidIn = (raw: string): number => Number(/pid=(\d+)/.exec(raw)?.[1]);
