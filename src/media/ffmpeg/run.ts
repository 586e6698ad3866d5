import { basename } from 'node:path';
import { MediaError } from '../errors.ts';
import { watchMemory } from './memory.ts';
import { type Started, start } from './process.ts';
import { failure } from './reason.ts';

/** Limits of one run of ffmpeg or ffprobe over one media file. */
export interface RunOptions {
  /** The media file, for messages. */
  file: string;
  signal?: AbortSignal | undefined;
  /** Timeout in seconds. Default 120. */
  timeoutSeconds?: number | undefined;
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

const SECOND = 1000;
const MOST_COLLECTED_BYTES = 64 * 1024 * 1024;

/**
 * Runs a media program to its end within limits of time and output. Kills it with all its children if it exceeds one or
 * the signal aborts.
 * @throws MediaError with one readable line: the program's own reason, a crash, or the exceeded limit
 */
export async function run(path: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
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
    bytes += chunk.length;
    if (bytes > mostOutput) tooMuch();
    else if (options.onOutput) options.onOutput(chunk);
    else chunks.push(chunk);
  });
  try {
    const { code, signal } = await started.ended.catch((error: Error) => {
      throw new MediaError('unusable-ffmpeg', `${path} cannot be started: ${error.message}`);
    });
    if (watch.reason) throw watch.reason;
    const stderr = started.stderr();
    if (code === null || !(options.accept ?? [0]).includes(code)) {
      throw failure(options.file, { code, signal, stderr });
    }
    return { stdout: Buffer.concat(chunks), stderr, code };
  } finally {
    watch.release();
  }
}

/** Kills a program that exceeds its time or memory limit or when the signal aborts, and remembers why. */
export interface Watch {
  reason: MediaError | undefined;
  stop(reason: MediaError): void;
  release(): void;
}

export function guard(
  started: Started,
  limits: Pick<RunOptions, 'signal' | 'timeoutSeconds'>,
  name: string,
): Watch {
  const seconds = limits.timeoutSeconds ?? 120;
  const watch: Watch = {
    reason: undefined,
    stop(reason) {
      watch.reason ??= reason;
      started.kill();
    },
    release() {
      clearTimeout(timer);
      forget();
      limits.signal?.removeEventListener('abort', onAbort);
      started.kill();
    },
  };
  const onAbort = () => watch.stop(new MediaError('cancelled', `${name}: cancelled`));
  const timer = setTimeout(() => {
    watch.stop(
      new MediaError('time-limit', `${name}: took longer than ${Math.round(seconds * 10) / 10} seconds`),
    );
  }, seconds * SECOND);
  const forget = watchMemory({
    pid: started.child.pid ?? 0,
    tooMuch: () => watch.stop(new MediaError('memory-limit', `${name}: needs more memory than allowed`)),
  });
  limits.signal?.addEventListener('abort', onAbort, { once: true });
  return watch;
}
