import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { type Ffmpeg, probe } from '../../media/index.ts';
import type { MediaProbe } from '../../media/types.ts';
import { mapBounded } from './bounded.ts';

/** A file and what it is, as -o json prints it: the path as it was given, then everything that was found. */
export interface Probed extends MediaProbe {
  file: string;
}

/** A file that could not be read as media, and why, in one line. */
export interface Unprobed {
  file: string;
  reason: string;
}

/** One or the other. */
export type Outcome = Probed | Unprobed;

export interface ProbeOptions {
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
  /** Told of each file as soon as it is done. */
  readonly onOutcome?: (outcome: Outcome) => Promise<void> | void;
}

/** A look is mostly the start of another program: twice as many as there are processors keep them busy. */
const AT_ONCE = 2 * availableParallelism();

/**
 * Looks into local files, several at a time; the outcomes keep the order in which the files were given.
 * @param files paths as a person typed them
 */
export async function probeFiles(files: readonly string[], options: ProbeOptions): Promise<Outcome[]> {
  return mapBounded(files, AT_ONCE, async (file) => {
    const outcome = await probeOne(file, options);
    await options.onOutcome?.(outcome);
    return outcome;
  });
}

/** Looks into one file. @throws AbortError alone, when it was interrupted */
export async function probeOne(
  file: string,
  { ffmpeg, signal }: Pick<ProbeOptions, 'ffmpeg' | 'signal'>,
): Promise<Outcome> {
  try {
    // To open a pipe or a device waits for whoever writes into it.
    if (!(await stat(file)).isFile()) return { file, reason: `${file}: it is no file` };
    return { file, ...(await probe(file, { ffmpeg, signal })) };
  } catch (error) {
    signal.throwIfAborted();
    return { file, reason: reasonOf(file, error) };
  }
}

/** Why, in one line that begins with the path as it was given. */
function reasonOf(file: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `${file}: there is no such file`;
  if (code === 'EACCES') return `${file}: it may not be read`;
  const text = String(message).split('\n', 1)[0] ?? '';
  const named = `${basename(file)}: `;
  return `${file}: ${text.startsWith(named) ? text.slice(named.length) : text}`;
}
