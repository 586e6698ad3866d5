/**
 * The terminal: the streams of the process, and what goes through them: messages, progress, prompts, texts made safe
 * and broken to its width. Only this file touches the streams.
 */

import type { Readable } from 'node:stream';
import { isatty } from 'node:tty';
import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

/** The streams of a command, and the terminal it runs on. */
export interface Io {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  /** Standard output: only the result. */
  out(text: string): void;
  /** Standard error: messages to people. */
  err(text: string): void;
  /** The write error of standard output, EPIPE for a closed pipe; resolves after pending writes. */
  gone(): Promise<NodeJS.ErrnoException | undefined>;
  readonly terminal: { readonly in: boolean; readonly out: boolean; readonly err: boolean };
  /** Width of the terminal in characters; undefined if standard output is not one. */
  readonly columns: number | undefined;
  /** The text in a style, or unchanged without colour. */
  paint(stream: 'out' | 'err', style: Style, text: string): string;
  /** Overrides the colour setting of terminal and environment. */
  colour(when: 'auto' | 'always' | 'never'): void;
}

/** The streams of this process. Writing to a closed stream does not throw: `gone` reports it. */
export function processIo(): Io {
  const { env } = process;
  const stdout = opened(process.stdout);
  const terminal = { in: isatty(0), out: stdout.stream.isTTY === true, err: isatty(2) };
  let kept: Opened | undefined;
  // Opened for the first message, because that takes milliseconds; at once on a terminal, where a spinner writes to it.
  const stderr = () => {
    kept ??= opened(process.stderr);
    return kept;
  };
  if (terminal.err) stderr();
  let wanted: 'auto' | 'always' | 'never' = 'auto';
  return {
    env,
    // Opened by the command that reads it: that takes milliseconds.
    get stdin() {
      return process.stdin;
    },
    out: (text) => write(stdout, text),
    err: (text) => write(stderr(), text),
    async gone() {
      // A pending write fails only when the reader closes the pipe, which may happen after the last output.
      if (stdout.stream.writableLength > 0 && !stdout.fault())
        await new Promise<void>((handedOver) => stdout.stream.write('', () => handedOver()));
      await new Promise((resolve) => setImmediate(resolve));
      return stdout.fault();
    },
    terminal,
    columns: terminal.out ? (chosenColumns(env) ?? stdout.stream.columns) : undefined,
    paint(stream, style, text) {
      const on = wanted === 'auto' ? wantsColour(env, terminal[stream]) : wanted === 'always';
      return on ? styleText(style, text, { validateStream: false }) : text;
    },
    colour(when) {
      wanted = when;
    },
  };
}

/** A stream of the process, and its write error. */
interface Opened {
  readonly stream: NodeJS.WriteStream;
  readonly fault: () => NodeJS.ErrnoException | undefined;
}

function opened(stream: NodeJS.WriteStream): Opened {
  if (stream.isTTY) neverZeroWide(stream);
  return { stream, fault: faultOf(stream) };
}

function write({ stream, fault }: Opened, text: string): void {
  if (!fault()) stream.write(text);
}

/** The width that COLUMNS asks for, 20 to 1,000; undefined if it asks for none. */
function chosenColumns({ COLUMNS = '' }: NodeJS.ProcessEnv): number | undefined {
  const columns = /^\d{1,4}$/.test(COLUMNS) ? Number(COLUMNS) : 0;
  return columns >= 20 && columns <= 1000 ? columns : undefined;
}

/**
 * A pseudo-terminal without a size reports 0 columns; the spinner would then clear lines without end. Treats
 * 0 as 80, also after a resize.
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

/** NO_COLOR wins, then FORCE_COLOR, then whether the terminal supports colour. */
function wantsColour(env: NodeJS.ProcessEnv, terminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return terminal && env.TERM !== 'dumb';
}

/** Catches stream errors, which would end the process. The returned function gives the first one. */
function faultOf(stream: NodeJS.WriteStream): () => NodeJS.ErrnoException | undefined {
  let fault: NodeJS.ErrnoException | undefined;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    fault ??= error;
  });
  return () => fault;
}
