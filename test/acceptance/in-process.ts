/** The command line run inside this process, with streams of its own: hundreds of lines in the time of a few starts. */
import { PassThrough } from 'node:stream';
import { runLine } from '../../src/cli/line/line.ts';
import type { Io } from '../../src/cli/terminal/io.ts';
import type { Ended } from './harness.ts';

/** What it is run on. */
export interface InProcess {
  /** Longest time in ms; one that takes longer is given as a run without a status. */
  readonly limit?: number;
  /** True for a terminal to be asked on; standard output is a pipe all the same. */
  readonly terminal?: boolean;
}

/**
 * Runs one command line, with no terminal unless one is asked for. Its standard input stays open and silent: whoever asks there waits for ever.
 */
export async function runInProcess(
  line: readonly string[],
  env: Record<string, string>,
  { limit = 60_000, terminal = false }: InProcess = {},
): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  const io: Io = {
    env,
    stdin: new PassThrough(),
    out: (text) => {
      stdout += text;
    },
    err: (text) => {
      stderr += text;
    },
    gone: async () => undefined,
    terminal: { in: terminal, out: false, err: terminal },
    columns: undefined,
    paint: (_stream, _style, text) => text,
    colour: () => undefined,
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limit);
  });
  const before = process.listenerCount('SIGINT');
  const status = await Promise.race([runLine(line, io), late]);
  clearTimeout(timer);
  if (status !== null && process.listenerCount('SIGINT') > before)
    throw new Error(`${line.join(' ')} still listens for signals after its end`);
  return { status, stdout, stderr };
}
