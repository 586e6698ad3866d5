import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { locateFfmpeg, probe } from '../../media/index.ts';
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

export interface ProbeRun {
  found: Probed[];
  failed: Unprobed[];
}

/**
 * Looks into local files, several at a time; what is found keeps the order in which they were given.
 * @param files paths as a person typed them
 * @param options the data folder, where a set-up ffmpeg may be, the environment, and an end on demand
 * @throws MediaError when there is no ffmpeg, or the one that was named does not run
 */
export async function probeFiles(
  files: readonly string[],
  options: { dataDir: string; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<ProbeRun> {
  const ffmpeg = await locateFfmpeg(options);
  const one = async (file: string): Promise<Probed | Unprobed> => {
    try {
      return { file, ...(await probe(file, { ffmpeg, signal: options.signal })) };
    } catch (error) {
      options.signal.throwIfAborted();
      return { file, reason: reasonOf(file, error) };
    }
  };
  const outcomes = await mapBounded(files, Math.max(2, availableParallelism()), one);
  return {
    found: outcomes.filter((outcome): outcome is Probed => !('reason' in outcome)),
    failed: outcomes.filter((outcome): outcome is Unprobed => 'reason' in outcome),
  };
}

/** Why, in one line that begins with the path as it was given. */
function reasonOf(file: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `${file}: there is no such file`;
  if (code === 'EACCES') return `${file}: it may not be read`;
  if (code === 'EISDIR') return `${file}: it is a folder`;
  const text = String(message).split('\n', 1)[0] ?? '';
  const named = `${basename(file)}: `;
  return `${file}: ${text.startsWith(named) ? text.slice(named.length) : text}`;
}
