import { writeFile } from 'node:fs/promises';
import { globalArgs, inputArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import { writeWhole } from '../files.ts';
import { type ProbeOptions, probe } from '../probe/probe.ts';
import { namesLanguage, sameLanguage } from '../probe/shape.ts';
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
  /** The probed index of the stream; default: the one that `chooseSubtitles` takes. */
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
  const { streamIndex } = options;
  const stream =
    streamIndex === undefined
      ? chooseSubtitles(probed)?.stream
      : textTracks(probed).find(({ index }) => index === streamIndex);
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

/** The text subtitles that say most of what is said in a film. */
export interface ChosenSubtitles {
  readonly stream: MediaStream;
  /** Why they are not what is said: they are in another language, or are about the film. */
  readonly standIn?: 'translation' | 'commentary';
}

/**
 * Chooses among text subtitles: those in the spoken language, else of no named one, else in another; of these rather whole
 * ones than those with described sounds too, then the default track, then the first. Forced ones, which have only the lines in
 * another language, are never taken.
 * @param spoken tag of the language that is heard; null or und if it is not known
 */
export function chooseSubtitles(
  probed: MediaProbe,
  spoken: string | null = null,
): ChosenSubtitles | undefined {
  const heard = namesLanguage(spoken) ? spoken : undefined;
  const isOther = ({ language }: MediaStream) =>
    heard !== undefined && namesLanguage(language) && !sameLanguage(language, heard);
  const isUnnamed = ({ language }: MediaStream) => heard !== undefined && !namesLanguage(language);
  const isAbout = (one: MediaStream) => one.commentary || titled(one, /\bcommentar(?:y|ies)\b/i);
  const isForDeaf = (one: MediaStream) =>
    one.hearing_impaired || titled(one, /\b(?:sdh|hearing.impaired)\b/i);
  const order = [isAbout, isOther, isUnnamed, isForDeaf, (one: MediaStream) => !one.default];
  const rank = (one: MediaStream) => order.reduce((sum, isWorse) => sum * 2 + Number(isWorse(one)), 0);
  const whole = textTracks(probed).filter((one) => !one.forced && !titled(one, /\bforced\b/i));
  const [stream] = whole.sort((one, other) => rank(one) - rank(other) || one.index - other.index);
  if (!stream) return undefined;
  if (isAbout(stream)) return { stream, standIn: 'commentary' };
  return isOther(stream) ? { stream, standIn: 'translation' } : { stream };
}

function textTracks({ streams }: MediaProbe): MediaStream[] {
  return streams.filter(({ type, codec }) => type === 'subtitle' && TEXT_CODECS.includes(codec ?? ''));
}

/** Many programs write what a track is for only into its title. */
const titled = ({ title }: MediaStream, words: RegExp): boolean => words.test(title ?? '');
