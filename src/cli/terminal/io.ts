/** The one place that touches the process's streams. */
import type { Readable } from 'node:stream';
import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

/** Where a command reads and writes, and what it may assume about who is looking. */
export interface Io {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  /** Standard output: the result alone. */
  out(text: string): void;
  /** Standard error: everything said to a person. */
  err(text: string): void;
  /** Why standard output takes no more, EPIPE when whoever read it has gone; told after what was written has been handed over. */
  gone(): Promise<NodeJS.ErrnoException | undefined>;
  readonly terminal: { readonly in: boolean; readonly out: boolean; readonly err: boolean };
  /** Width of the terminal in characters; undefined when standard output is none. */
  readonly columns: number | undefined;
  /** The text in that style, or as it is where colour is not wanted. */
  paint(stream: 'out' | 'err', style: Style, text: string): string;
  /** Overrides what terminal and environment say about colour. */
  colour(when: 'auto' | 'always' | 'never'): void;
}

/** The streams of this process. Writing to what takes no more is no error here: `gone` tells of it. */
export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process;
  for (const stream of [stdout, stderr]) if (stream.isTTY) neverZeroWide(stream);
  const fault = { out: faultOf(stdout), err: faultOf(stderr) };
  const terminal = { in: stdin.isTTY === true, out: stdout.isTTY === true, err: stderr.isTTY === true };
  let wanted: 'auto' | 'always' | 'never' = 'auto';
  return {
    env,
    stdin,
    out: (text) => void (fault.out() || stdout.write(text)),
    err: (text) => void (fault.err() || stderr.write(text)),
    async gone() {
      // A write that waits for its reader fails only when the reader leaves, which may be after all was said.
      if (stdout.writableLength > 0 && !fault.out())
        await new Promise<void>((handedOver) => stdout.write('', () => handedOver()));
      await new Promise((resolve) => setImmediate(resolve));
      return fault.out();
    },
    terminal,
    columns: terminal.out ? stdout.columns : undefined,
    paint(stream, style, text) {
      const on = wanted === 'auto' ? wantsColour(env, terminal[stream]) : wanted === 'always';
      return on ? styleText(style, text, { validateStream: false }) : text;
    },
    colour(when) {
      wanted = when;
    },
  };
}

/**
 * A pseudo-terminal that nobody gave a size is 0 columns wide. Whoever divides by that (the spinner does) finds endless
 * lines to clear: it counts as 80, after each change of size too.
 */
function neverZeroWide(stream: NodeJS.WriteStream): void {
  let { columns } = stream;
  Object.defineProperty(stream, 'columns', {
    configurable: true,
    get: () => columns || 80,
    set(now: number) {
      columns = now;
    },
  });
}

/** NO_COLOR wins, then FORCE_COLOR, then whether a terminal that can is there. */
function wantsColour(env: NodeJS.ProcessEnv, terminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return terminal && env.TERM !== 'dumb';
}

/** Keeps the error of a stream, which would end the process; the returned function gives the first one. */
function faultOf(stream: NodeJS.WriteStream): () => NodeJS.ErrnoException | undefined {
  let fault: NodeJS.ErrnoException | undefined;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    fault ??= error;
  });
  return () => fault;
}
