import { openWindow } from '../clock/window.ts';
import { has } from '../ffmpeg/capabilities.ts';
import { globalArgs, safeInput } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import type { Ffmpeg } from '../types.ts';
import { type DamageReader, SOUND_TIMES, TIMED_LEVEL } from './damage.ts';
import { audioMap, decodedChannels, IN_TIME, pastEnd } from './decode.ts';
import { monoMixer } from './mono.ts';

/** Loudness of a whole programme as measured by EBU R128. */
export interface Loudness {
  /** LUFS. */
  integrated: number;
  /** LU. */
  range: number;
  /** dBTP; null for digital silence. */
  truePeak: number | null;
}

export interface ListenOptions {
  ffmpeg: Ffmpeg;
  signal?: AbortSignal | undefined;
  /** Probed duration in seconds. Later audio is not analysed; without it, none after a day. */
  duration: number | null;
  /** The probed index of the audio stream; default: the first. */
  streamIndex?: number | undefined;
  /** Its probed number of channels. If there are several, those that would cancel in their mean are heard too. */
  channels?: number | null | undefined;
  /** Called with decoded audio, 16 kHz mono. The array is valid until it returns. */
  onSamples(samples: Int16Array): void;
  /** Is told where the decoder reported errors. */
  damage?: DamageReader | undefined;
}

const SAMPLE_RATE = 16_000;

/** Where the duration is not known, sound after this many seconds is not read: timestamps may claim any gap. */
const LONGEST_SECONDS = 24 * 3600;

/** Longest run, in seconds: a day of sound is decoded in minutes. */
const LIMIT_SECONDS = 6 * 3600;

/**
 * Decodes an audio stream once, from its beginning to its end, each sample at its own time, and measures its loudness on the way.
 * @returns the loudness, or null where this ffmpeg has no `ebur128` filter
 * @throws MediaError when the file has no sound or cannot be decoded
 */
export async function listen(file: string, options: ListenOptions): Promise<Loudness | null> {
  const measured = await has(options.ffmpeg, 'filters', 'ebur128');
  const window = { endSeconds: pastEnd(options.duration ?? LONGEST_SECONDS) };
  const { input, sound, soundEnd } = await openWindow(file, window, options);
  const args = [...globalArgs(TIMED_LEVEL), '-nostats', ...input];
  // framelog=verbose suppresses ten log lines per second.
  const meter = measured ? ',ebur128=peak=true:framelog=verbose' : '';
  const graph = `[${audioMap(options.streamIndex)}]asplit[a][b];[a]${sound}${IN_TIME}${soundEnd}${meter}[sound];[b]${SOUND_TIMES}`;
  args.push('-filter_complex', graph, '-map', '[sound]');
  const channels = decodedChannels(options.channels);
  args.push('-ac', String(channels), '-ar', String(SAMPLE_RATE), '-f', 's16le', 'pipe:1');
  const mixer = channels === 1 ? undefined : monoMixer();
  const hear = (samples: Int16Array) => {
    if (samples.length > 0) options.onSamples(samples);
  };
  let rest: Buffer = Buffer.alloc(0);
  const { stderr } = await run(options.ffmpeg.path, args, {
    file,
    signal: options.signal,
    timeoutSeconds: LIMIT_SECONDS,
    onErrorText: options.damage?.read,
    onOutput: (chunk) => {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const whole = bytes.length - (bytes.length % (2 * channels));
      rest = bytes.subarray(whole);
      hear(mixer ? mixer.add(bytes.subarray(0, whole)) : samplesOf(bytes.subarray(0, whole)));
    },
  });
  if (mixer) hear(mixer.finish());
  return measured ? readLoudness(stderr) : null;
}

/** 16-bit little-endian samples as numbers; copied only if they start at an odd address. */
function samplesOf(bytes: Buffer): Int16Array {
  const place = bytes.byteOffset % 2 === 0 ? bytes : Uint8Array.prototype.slice.call(bytes);
  return new Int16Array(place.buffer, place.byteOffset, place.length / 2);
}

function readLoudness(stderr: string): Loudness | null {
  const summary = stderr.slice(stderr.lastIndexOf('Integrated loudness:'));
  const integrated = /\bI:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1];
  const range = /\bLRA:\s+(-?[\d.]+) LU/.exec(summary)?.[1];
  const peak = /\bPeak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1];
  if (integrated === undefined || range === undefined) return null;
  return {
    integrated: Number(integrated),
    range: Number(range),
    truePeak: peak === undefined ? null : Number(peak),
  };
}

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
