import { globalArgs, inputArgs } from '../ffmpeg/input.ts';
import { progressReader } from '../ffmpeg/progress.ts';
import { run } from '../ffmpeg/run.ts';
import type { Sniffed } from '../sniff/sniff.ts';
import type { Ffmpeg } from '../types.ts';

/**
 * Finds how long a file lasts by reading it to its end without decoding, for files that do not say: what a
 * browser records has no duration in it.
 * @returns seconds, or null when nothing with a time was in it
 * @throws MediaError
 */
export async function scanDuration(
  ffmpeg: Ffmpeg,
  file: string,
  sniffed: Sniffed,
  limits: { signal?: AbortSignal | undefined },
): Promise<number | null> {
  let last = 0;
  const args = [...globalArgs(), '-nostats', '-progress', 'pipe:1', ...inputArgs(file, sniffed)];
  args.push('-map', '0:v?', '-map', '0:a?', '-c', 'copy', '-f', 'null', '-');
  await run(ffmpeg.path, args, {
    file,
    signal: limits.signal,
    timeoutSeconds: 300,
    onOutput: progressReader((seconds) => {
      last = Math.max(last, seconds);
    }),
  });
  return last > 0 ? last : null;
}
