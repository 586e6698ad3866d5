/** Runs the command line in this process, with its own streams: hundreds of lines in the time of a few starts. */
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { runLine } from '../../src/cli/line/line.ts';
import type { Io } from '../../src/cli/terminal/io.ts';
import { inFull } from '../support/in-full.ts';
import { type Ended, run } from './harness.ts';

/** The environment to run in. */
export interface InProcess {
  /** Timeout in ms; a run that exceeds it has no status. */
  readonly limit?: number;
  /** True for a terminal for prompts; standard output is still a pipe. */
  readonly terminal?: boolean;
  /** Standard input. Without it, standard input stays open and silent: reading it would wait forever. */
  readonly input?: string;
}

/** Streams without colour or width; what is written is lost. @param terminal true for a terminal for prompts */
export const plainIo = (env: Record<string, string>, stdin: PassThrough, terminal = false): Io => ({
  env,
  stdin,
  out: () => undefined,
  err: () => undefined,
  gone: async () => undefined,
  terminal: { in: terminal, out: false, err: terminal },
  columns: undefined,
  paint: (_stream, _style, text) => text,
  colour: () => undefined,
});

/** Runs one command line, without a terminal by default. */
export async function runInProcess(
  line: readonly string[],
  env: Record<string, string>,
  { limit = 60_000, terminal = false, input }: InProcess = {},
): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  const stdin = new PassThrough();
  if (input !== undefined) stdin.end(input);
  const io: Io = {
    ...plainIo(env, stdin, terminal),
    out: (text) => {
      stdout += text;
    },
    err: (text) => {
      stderr += text;
    },
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

/**
 * Runs one of many similar command lines: in this process, and in the long run with the real binary. Takes what `run`
 * takes, except that relative paths start at the folder of this process.
 */
export const runSimilar: (
  home: string,
  line: readonly string[],
  options?: { readonly env?: Record<string, string>; readonly stdin?: string },
) => Promise<Ended> = inFull(run, (home, line, { env = {}, stdin = '' } = {}) => {
  const own = { PATH: process.env.PATH ?? '', HOME: home, VAU_CONFIG_DIR: path.join(home, 'config') };
  return runInProcess(line, { ...own, ...env }, { input: stdin });
});
