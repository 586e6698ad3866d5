import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { absent, otherwiseNamed } from '../../client/absent.ts';
import { type Ffmpeg, isDisturbed, probe, sniffFile } from '../../media/index.ts';
import type { MediaProbe } from '../../media/types.ts';
import type { Found } from './gather.ts';
import { inOrder } from './in-order.ts';

/** A file and the result of its probe, as -o json prints it; the path is as given. */
export interface Probed extends MediaProbe {
  file: string;
}

/** A file that could not be read as media, and the reason in one line. */
export interface Unprobed {
  file: string;
  reason: string;
  /** Nothing is known to be wrong with the file: the machine could not read it now. */
  disturbed?: true;
}

/** The outcome of one probe. */
export type Outcome = Probed | Unprobed;

export interface ProbeOptions {
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
}

/** A probe mostly waits for another process: two per processor keep the machine busy. */
const AT_ONCE = 2 * availableParallelism();

/** Probes local files concurrently; outcomes are in the order of the files. @param files paths as given */
export const probeFiles = (files: AsyncIterable<Found>, options: ProbeOptions): AsyncIterable<Outcome> =>
  inOrder(files, AT_ONCE, (found) => probeOne(found, options));

/** Probes one file. @throws AbortError when interrupted; other errors are part of the outcome */
export async function probeOne(found: Found, { ffmpeg, signal }: ProbeOptions): Promise<Outcome> {
  const { file } = found;
  try {
    const sniffed = found.sniffed ?? (await namedFormat(file));
    if (!sniffed) return { file, reason: `${file}: it is not a regular file` };
    return { file, ...(await probe(file, { ffmpeg, signal, sniffed })) };
  } catch (error) {
    signal.throwIfAborted();
    const reason = reasonOf(file, error);
    return isDisturbed(error)
      ? { file, reason: `${reason}; run the same command again later`, disturbed: true }
      : { file, reason };
  }
}

/** The format of a file that was named; undefined for a pipe or a device: opening it would block. */
const namedFormat = async (file: string) =>
  statSync(file).isFile() ? await sniffFile(file, true) : undefined;

/** The reason in one line, starting with the path as given. */
function reasonOf(file: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return otherwiseNamed(file).length > 0 ? absent(file) : `${file}: no such file`;
  if (code === 'EACCES') return `${file}: permission denied`;
  const text = String(message).split('\n', 1)[0] ?? '';
  const named = `${basename(file)}: `;
  return `${file}: ${text.startsWith(named) ? text.slice(named.length) : text}`;
}
