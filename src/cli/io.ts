/** The one place that touches the process's streams. */
import type { Readable } from 'node:stream';
import { styleText } from 'node:util';
import { type ExitStatus, exit } from './exit.ts';

export type Style = Parameters<typeof styleText>[0];

/** Where a command reads and writes, and what it may assume about who is looking. */
export interface Io {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  /** Standard output: the result alone. */
  out(text: string): void;
  /** Standard error: everything said to a person. */
  err(text: string): void;
  /** True when whoever read standard output has gone; told after what was written has been handed over. */
  gone(): Promise<boolean>;
  readonly terminal: { readonly in: boolean; readonly out: boolean; readonly err: boolean };
  /** Width of the terminal in characters; undefined when standard output is none. */
  readonly columns: number | undefined;
  /** The text in that style, or as it is where colour is not wanted. */
  paint(stream: 'out' | 'err', style: Style, text: string): string;
  /** Overrides what terminal and environment say about colour. */
  colour(when: 'auto' | 'always' | 'never'): void;
}

/** The streams of this process. Writing to a reader that has gone ends quietly. */
export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process;
  const open = { out: quietWhenClosed(stdout, exit.brokenPipe), err: quietWhenClosed(stderr) };
  const terminal = { in: stdin.isTTY === true, out: stdout.isTTY === true, err: stderr.isTTY === true };
  let wanted: 'auto' | 'always' | 'never' = 'auto';
  return {
    env,
    stdin,
    out: (text) => void (open.out() && stdout.write(text)),
    err: (text) => void (open.err() && stderr.write(text)),
    async gone() {
      await new Promise((resolve) => setImmediate(resolve));
      return !open.out();
    },
    terminal,
    columns: terminal.out ? stdout.columns || 80 : undefined,
    paint(stream, style, text) {
      const on = wanted === 'auto' ? wantsColour(env, terminal[stream]) : wanted === 'always';
      return on ? styleText(style, text, { validateStream: false }) : text;
    },
    colour(when) {
      wanted = when;
    },
  };
}

/** NO_COLOR wins, then FORCE_COLOR, then whether a terminal that can is there. */
export function wantsColour(env: NodeJS.ProcessEnv, terminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return terminal && env.TERM !== 'dumb';
}

/**
 * Swallows the error of a closed pipe; the returned function says whether anyone still reads.
 * @param broken exit status of the process when nobody does
 */
function quietWhenClosed(stream: NodeJS.WriteStream, broken?: ExitStatus): () => boolean {
  let open = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    open = false;
    if (error.code !== 'EPIPE') process.exitCode = exit.fault;
    else if (broken !== undefined) process.exitCode = broken;
  });
  return () => open;
}
