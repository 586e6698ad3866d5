import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { type Ffmpeg, probe } from '../../media/index.ts';
import type { MediaProbe } from '../../media/types.ts';
import { inOrder } from './in-order.ts';

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
}

/** A look is mostly the start of another program: twice as many as there are processors keep them busy. */
const AT_ONCE = 2 * availableParallelism();

/**
 * Looks into local files, several at a time; the outcomes keep the order in which the files come.
 * @param files paths as a person typed them
 */
export const probeFiles = (files: AsyncIterable<string>, options: ProbeOptions): AsyncIterable<Outcome> =>
  inOrder(files, AT_ONCE, (file) => probeOne(file, options));

/** Looks into one file. @throws AbortError alone, when it was interrupted */
export async function probeOne(file: string, { ffmpeg, signal }: ProbeOptions): Promise<Outcome> {
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
