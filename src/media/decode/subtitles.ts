import { writeFile } from 'node:fs/promises';
import { globalArgs, inputArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import { writeWhole } from '../files.ts';
import { type ProbeOptions, probe } from '../probe/probe.ts';
import { sniffFile } from '../sniff/sniff.ts';
import type { MediaProbe, MediaStream } from '../types.ts';

/** Text subtitle codecs; the others store pictures. */
const TEXT_CODECS = [
  'mov_text',
  'subrip',
  'srt',
  'webvtt',
  'ass',
  'ssa',
  'text',
  'ttml',
  'subviewer',
  'microdvd',
];

export interface SubtitleOptions extends ProbeOptions {
  /** The probed index of the stream; default: the default text subtitles, or else the first. */
  streamIndex?: number | undefined;
  /** Also write the text to this path. */
  outPath?: string | undefined;
  /** Maximum size of the text in bytes. Default 16 MiB. */
  maxBytes?: number | undefined;
  /** The result of `probe`, if the caller has it. */
  probed?: MediaProbe | undefined;
}

/**
 * The text subtitles inside a media file, as SubRip (SRT).
 * @returns the text, or null if there are none; bitmap subtitles do not count
 * @throws MediaError
 */
export async function extractSubtitles(file: string, options: SubtitleOptions): Promise<string | null> {
  const probed = options.probed ?? (await probe(file, options));
  const stream = chooseSubtitles(probed, options.streamIndex);
  if (!stream) return null;
  const args = [...globalArgs(), ...inputArgs(file, await sniffFile(file))];
  args.push('-map', `0:${stream.index}`, '-c:s', 'srt', '-f', 'srt', 'pipe:1');
  const { stdout } = await run(options.ffmpeg.path, args, {
    file,
    signal: options.signal,
    timeoutSeconds: 600,
    maxOutputBytes: options.maxBytes ?? 16 * 1024 * 1024,
  });
  const text = stdout.toString('utf8');
  if (text.trim() === '') return null;
  if (options.outPath) await writeWhole(options.outPath, (part) => writeFile(part, text));
  return text;
}

/** @returns the text subtitle stream to use, or undefined */
export function chooseSubtitles(probed: MediaProbe, streamIndex?: number): MediaStream | undefined {
  const text = probed.streams.filter((s) => s.type === 'subtitle' && TEXT_CODECS.includes(s.codec ?? ''));
  if (streamIndex !== undefined) return text.find((s) => s.index === streamIndex);
  return text.find((s) => s.default && !s.forced) ?? text.find((s) => !s.forced) ?? text[0];
}
