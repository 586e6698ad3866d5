/**
 * Runs ffmpeg or ffprobe over one file, within bounds of processor time and memory, and tells the file's faults from
 * the machine's.
 */

import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MediaError } from '../errors.ts';
import { watchMemory } from './memory.ts';
import { type Started, start } from './process.ts';
import { type Ending, endedBy, failure, heldUp } from './reason.ts';
import { type WorkWatch, watchWork } from './work.ts';

/** Limits of one run of ffmpeg or ffprobe over one media file. */
export interface RunOptions {
  /** The media file, for messages. */
  file: string;
  signal?: AbortSignal | undefined;
  /** Processor time that it may use, in seconds; see `watchWork`. Default 120. */
  timeoutSeconds?: number | undefined;
  /** Processor time that it may use without any output, in seconds. Default: no limit. */
  silentSeconds?: number | undefined;
  /** Seconds that it may do nothing at all. Default 120. */
  stillSeconds?: number | undefined;
  /** Whether it may be run again from its beginning. Default: if nobody is called with its output. */
  again?: boolean | undefined;
  /** Maximum bytes of standard output. Default 64 MiB if it is collected, otherwise no limit. */
  maxOutputBytes?: number | undefined;
  /** Maximum bytes of standard error. Default: no limit, only the end is kept. */
  maxErrorBytes?: number | undefined;
  /** Working directory, for relative output names. */
  cwd?: string | undefined;
  /** Exit statuses that are not a failure. Default only 0. */
  accept?: readonly number[] | undefined;
  /** Called with standard output as it arrives; it is then not collected. */
  onOutput?: ((chunk: Buffer) => void) | undefined;
  /** Called with standard error as it arrives; its end is kept all the same. */
  onErrorText?: ((text: string) => void) | undefined;
}

export interface RunResult {
  stdout: Buffer;
  /** The end of standard error. */
  stderr: string;
  code: number;
}

/** How a program ended, and how many bytes it put out. */
type Ended = Ending & { readonly bytes: number };

const MOST_COLLECTED_BYTES = 64 * 1024 * 1024;

/** Pauses before a program that was ended from outside is run again, in milliseconds. */
const PAUSES_MS = [500, 2_000, 5_000];

/**
 * Runs a media program to its end within limits of work and output. Kills it with all its children if it exceeds one or
 * the signal aborts. One that was ended from outside is run again, up to three times, if it can be.
 * @throws MediaError with one readable line: the program's own reason, a crash, or the exceeded limit; `disturbed` if
 * it was ended or held up from outside, `disk-full` if it had no room to write
 */
export async function run(path: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { file, signal, again = !options.onOutput && !options.onErrorText } = options;
  for (const pause of again ? PAUSES_MS : []) {
    const ended = await runOnce(path, args, options);
    const isDisturbed = endedBy(ended) !== undefined || (await failedByChance(path, args, options, ended));
    if (!isDisturbed) return resultOf(file, ended, options);
    // The next run finds out that the signal was aborted.
    await sleep(pause, undefined, { ...(signal && { signal }) }).catch(() => undefined);
  }
  const ended = await runOnce(path, args, options);
  if (!again && (await failedByChance(path, args, options, ended)))
    throw heldUp(basename(file), 'was asked to end from outside');
  return resultOf(file, ended, options);
}

/**
 * Whether a failure has nothing to do with the file. ffmpeg that is asked to end (SIGTERM) while it opens a file says that the
 * file is damaged, has no streams or cannot be decoded; later on it says that it was asked. So what failed before it put
 * anything out is tried once more, and its output dropped.
 */
export async function failedByChance(
  path: string,
  args: readonly string[],
  options: RunOptions,
  { code, signal, stderr, bytes }: Ended,
): Promise<boolean> {
  const { accept = [0], onOutput } = options;
  const failed = (status: number | null) => status !== null && !accept.includes(status);
  if (!failed(code) || bytes > 0 || endedBy({ code, signal, stderr }) !== undefined) return false;
  const silent = { ...options, onErrorText: undefined, ...(onOutput && { onOutput: () => undefined }) };
  const second = await runOnce(path, args, silent);
  return !failed(second.code) || endedBy(second) !== undefined;
}

async function resultOf(
  file: string,
  ended: Ending & { readonly stdout: Buffer },
  { accept = [0] }: RunOptions,
): Promise<RunResult> {
  const { code, stdout, stderr } = ended;
  if (code === null || !accept.includes(code)) throw await failure(file, ended);
  return { stdout, stderr, code };
}

async function runOnce(
  path: string,
  args: readonly string[],
  options: RunOptions,
): Promise<Ended & { readonly stdout: Buffer }> {
  const name = basename(options.file);
  if (options.signal?.aborted) throw new MediaError('cancelled', `${name}: cancelled`);
  const started = start(path, args, options.cwd);
  const watch = guard(started, options, name);
  const tooMuch = () => watch.stop(new MediaError('size-limit', `${name}: produces more data than allowed`));
  const mostOutput =
    options.maxOutputBytes ?? (options.onOutput ? Number.POSITIVE_INFINITY : MOST_COLLECTED_BYTES);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let said = 0;
  started.child.stderr?.on('data', (text: string) => {
    said += text.length;
    if (said <= (options.maxErrorBytes ?? Number.POSITIVE_INFINITY)) options.onErrorText?.(text);
    else tooMuch();
  });
  started.child.stdout?.on('data', (chunk: Buffer) => {
    watch.heard();
    bytes += chunk.length;
    if (bytes > mostOutput) tooMuch();
    else if (options.onOutput) options.onOutput(chunk);
    else chunks.push(chunk);
  });
  try {
    const ended = await started.ended.catch((error: Error) => {
      throw new MediaError('unusable-ffmpeg', `${path} cannot be started: ${error.message}`);
    });
    if (watch.reason) throw watch.reason;
    return { ...ended, stdout: Buffer.concat(chunks), stderr: started.stderr(), bytes };
  } finally {
    watch.release();
  }
}

/**
 * Kills a program that exceeds its time or memory limit, that does not get on, or when the signal aborts, and remembers
 * why.
 */
export interface Watch extends WorkWatch {
  reason: MediaError | undefined;
  stop(reason: MediaError): void;
}

export function guard(
  started: Started,
  limits: Pick<RunOptions, 'signal' | 'timeoutSeconds' | 'silentSeconds' | 'stillSeconds'>,
  name: string,
): Watch {
  const pid = started.child.pid ?? 0;
  const stop = (reason: MediaError) => {
    watch.reason ??= reason;
    started.kill();
  };
  const work = watchWork({
    pid,
    seconds: limits.timeoutSeconds ?? 120,
    silentSeconds: limits.silentSeconds,
    stillSeconds: limits.stillSeconds,
    spent: (seconds) => {
      const limit = `${Math.round(seconds * 10) / 10} seconds of processor time`;
      const what = seconds === limits.silentSeconds ? 'the decoder produced nothing for' : 'took longer than';
      stop(new MediaError('time-limit', `${name}: ${what} ${limit}`));
    },
    held: (how) => stop(heldUp(name, how)),
  });
  const forget = watchMemory({
    pid,
    tooMuch: () => stop(new MediaError('memory-limit', `${name}: needs more memory than allowed`)),
  });
  const onAbort = () => stop(new MediaError('cancelled', `${name}: cancelled`));
  limits.signal?.addEventListener('abort', onAbort, { once: true });
  const watch: Watch = {
    ...work,
    reason: undefined,
    stop,
    release() {
      work.release();
      forget();
      limits.signal?.removeEventListener('abort', onAbort);
      started.kill();
    },
  };
  return watch;
}

/**
 * Parses times from the output of `-progress pipe:1`.
 * @param onTime called with the seconds of output so far
 * @returns a function to feed with chunks
 */
export function progressReader(onTime: (seconds: number) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      // Hours, minutes, seconds; "out_time_ms" is microseconds, despite its name.
      const found = /^out_time=(\d+):(\d+):(\d+(?:\.\d+)?)$/.exec(line.trim());
      if (found) onTime(Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3]));
    }
  };
}
