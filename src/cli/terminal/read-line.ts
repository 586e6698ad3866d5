import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

/** Lines typed on a terminal, one after the other. */
export interface LineReader {
  /**
   * Reads a line on standard error, with editing and the lines before. Keys typed since the last line count.
   * @returns undefined if Ctrl-C or Ctrl-D was typed, or the terminal is gone
   */
  read(prompt: string): Promise<string | undefined>;
  /** Gives the terminal back. Can be called twice. */
  close(): void;
}

/**
 * Opens standard input for lines. It stays open between two lines: otherwise a Ctrl-D typed there would be lost, and
 * other keys shown twice. Ctrl-C between two lines is the usual SIGINT.
 */
export function openLines(): LineReader {
  const waiting: string[] = [];
  let ended = false;
  let take: ((line: string | undefined) => void) | undefined;
  const lines = createInterface({
    input: process.stdin,
    output: echo(() => take !== undefined),
    terminal: true,
  });
  const give = (line: string | undefined) => {
    const taken = take;
    take = undefined;
    taken?.(line);
  };
  lines.on('line', (line) => (take ? give(line) : waiting.push(line)));
  lines.on('SIGINT', () => (take ? lines.close() : interrupt()));
  lines.once('close', () => {
    ended = true;
    if (take) process.stderr.write('\n');
    give(undefined);
  });
  return {
    read: (prompt) =>
      new Promise((resolve) => {
        const line = waiting.shift();
        if (line !== undefined) process.stderr.write(`${prompt}${line}\n`);
        if (line !== undefined || ended) return resolve(line);
        take = resolve;
        ask(lines, prompt);
      }),
    close: () => lines.close(),
  };
}

/** Ctrl-C for this process, as if no line were read. On Windows a signal sent by a program only kills, without its listeners. */
export function interrupt(platform = process.platform): void {
  if (platform !== 'win32') process.kill(process.pid, 'SIGINT');
  else if (!process.emit('SIGINT', 'SIGINT')) process.exitCode = 130;
}

/** Shows the prompt, and what was typed after it already. */
function ask(lines: Interface, prompt: string): void {
  lines.setPrompt(prompt);
  lines.prompt(true);
}

/** Standard error for a line's echo, while a line is asked for. */
function echo(isAsked: () => boolean): Writable {
  const output = new Writable({
    write(chunk, _, done) {
      if (isAsked()) process.stderr.write(chunk);
      done();
    },
  });
  return Object.defineProperty(output, 'columns', { get: () => process.stderr.columns });
}
