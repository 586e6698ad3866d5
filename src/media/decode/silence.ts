import { globalArgs, safeInput } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import type { Ffmpeg } from '../types.ts';

/** A silent span, in seconds. */
export interface Silence {
  start: number;
  /** Null if it lasts to the end of the file. */
  end: number | null;
}

export interface SilenceOptions {
  ffmpeg: Ffmpeg;
  /** Below this level, audio counts as silent. dBFS, default -35. */
  levelDb?: number | undefined;
  /** Shortest silence in seconds; default 0.5. */
  minSeconds?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Finds the spans of the main audio stream in which all channels are silent. Reliable only for clean recordings: steady noise hides pauses.
 * @throws MediaError if the file has no audio
 */
export async function silence(file: string, options: SilenceOptions): Promise<Silence[]> {
  const found: Silence[] = [];
  const filter = `silencedetect=noise=${options.levelDb ?? -35}dB:d=${options.minSeconds ?? 0.5}`;
  const args = [...globalArgs('info'), '-nostats', ...(await safeInput(file))];
  args.push('-map', '0:a:0', '-vn', '-sn', '-dn', '-af', filter, '-f', 'null', '-');
  let rest = '';
  await run(options.ffmpeg.path, args, {
    file,
    signal: options.signal,
    timeoutSeconds: 3600,
    onErrorText: (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) readLine(line, found);
    },
  });
  return found;
}

function readLine(line: string, found: Silence[]): void {
  const start = /silence_start: (-?[\d.]+)/.exec(line)?.[1];
  if (start !== undefined) found.push({ start: Math.max(0, Number(start)), end: null });
  const end = /silence_end: (-?[\d.]+)/.exec(line)?.[1];
  const last = found.at(-1);
  if (end !== undefined && last) last.end = Number(end);
}
