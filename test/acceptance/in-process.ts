/** Runs the command line in this process, with its own streams: hundreds of lines in the time of a few starts. */
import { PassThrough } from 'node:stream';
import { runLine } from '../../src/cli/line/line.ts';
import type { Io } from '../../src/cli/terminal/io.ts';
import type { Ended } from './harness.ts';

/** The environment to run in. */
export interface InProcess {
  /** Timeout in ms; a run that exceeds it has no status. */
  readonly limit?: number;
  /** True for a terminal for prompts; standard output is still a pipe. */
  readonly terminal?: boolean;
}

/**
 * Runs one command line, without a terminal by default. Its standard input stays open and silent: reading it
 * would wait forever.
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
