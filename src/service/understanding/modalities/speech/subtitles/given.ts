/**
 * Speech that somebody wrote: corrected transcripts, SRT or WebVTT files, and subtitle tracks of the media come in as
 * bytes (decode.ts, srt.ts); lines with speakers go out, repetitions of rolling captions left out (collapse.ts).
 */

import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import {
  type ChosenSubtitles,
  chooseSubtitles,
  extractSubtitles,
  languageName,
  probe,
} from '../../../../../media/index.ts';
import { messageOf } from '../../../../errors.ts';
import { isTimingLine } from '../../../../text/timestamps.ts';
import { trackOf } from '../../audio/provider.ts';
import type { SpeechLine } from '../../lines.ts';
import type { ModalityInput, ModalityPlan, ModalityProvider, ModalityResult } from '../../port.ts';
import { type Decoded, decodeSubtitles, MAX_SUBTITLE_BYTES, parseSubtitles } from './decode.ts';
import { textLines } from './srt.ts';

/** Increase it when subtitles are parsed differently, so that stored results are recomputed. */
const READER = 5;

/** The provider's name of a transcript that someone corrected. */
export const CORRECTED = 'corrected-transcript';

/** Speech from a transcript that someone corrected. It replaces whatever else there is. */
export const correctedSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan({ transcriptPath, seconds }) {
    if (transcriptPath === undefined) return undefined;
    const plan = await planSubtitles(transcriptPath, 'corrected transcript', seconds);
    return { ...plan, provider: CORRECTED, quality: 'Corrected by hand.' };
  },
};

/** Speech from the uploaded SRT or WebVTT file. */
export const sidecarSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan({ sidecarPath, seconds }) {
    if (sidecarPath === undefined) return undefined;
    const plan = await planSubtitles(sidecarPath, 'subtitle file', seconds);
    return { ...plan, provider: 'sidecar', run: async (signal) => readable(() => plan.run(signal)) };
  },
};

/** Speech from the media's own text subtitles, of those in the language that is heard, or of no named one. */
export const subtitleTrackSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan(input) {
    const found = await trackFor(input);
    return found && !found.standIn ? planTrack(input, found) : undefined;
  },
};

/** The media's own text subtitles in another language, or somebody's commentary: better than nothing where nothing can hear. */
export const standInSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan(input) {
    const found = await trackFor(input);
    return found?.standIn ? planTrack(input, found) : undefined;
  },
};

type Track = ChosenSubtitles & {
  readonly probed: Awaited<ReturnType<typeof probe>>;
  /** Tag of the language that is heard. */
  readonly spoken: string | null;
};

async function trackFor(input: ModalityInput): Promise<Track | undefined> {
  const probed = await probe(input.mediaPath, { ffmpeg: input.ffmpeg });
  const spoken = input.hearing?.audioLanguage ?? (await trackOf(input)).language;
  const chosen = chooseSubtitles(probed, spoken);
  return chosen && { ...chosen, probed, spoken };
}

function planTrack({ mediaPath, ffmpeg, seconds }: ModalityInput, track: Track): ModalityPlan<'speech'> {
  const { probed, stream, standIn } = track;
  const { index, language } = stream;
  return {
    provider: 'subtitle-track',
    settings: { reader: READER, stream: index, language, ...(standIn && { stands_in: standIn }) },
    run: async (signal) => {
      const options = { ffmpeg, signal, probed, streamIndex: index, maxBytes: MAX_SUBTITLE_BYTES };
      const text = await extractSubtitles(mediaPath, options);
      if (text === null) return unfit('The subtitle track is empty.');
      const what = 'subtitle track';
      const made = await readable(async () => fitting(fromSubtitles({ text }, what), what, seconds));
      return standIn ? { ...made, notes: [standInNote(track), ...made.notes] } : made;
    },
  };
}

/** Says that nobody spoke these words. */
function standInNote({ standIn, stream, spoken }: Track): string {
  if (standIn === 'commentary')
    return 'The speech is a commentary on the film, from its subtitle track, and not what is said: there is no recogniser for the audio.';
  const [written, heard] = [stream.language ?? '', spoken ?? ''].map(languageName);
  return `The speech is a translation in ${written}, from the subtitle track: the audio is in ${heard}, and there is no recogniser for it.`;
}

/** Plans to parse a file of subtitles. @param what what it is, in words @throws if it is too large */
async function planSubtitles(
  file: string,
  what: string,
  seconds: number | null | undefined,
): Promise<Omit<ModalityPlan<'speech'>, 'provider'>> {
  if ((await stat(file)).size > MAX_SUBTITLE_BYTES) {
    throw new Error(`The ${what} is larger than the ${MAX_SUBTITLE_BYTES} bytes allowed.`);
  }
  const bytes = await readFile(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    settings: { reader: READER, sha256 },
    run: async () => fitting(fromSubtitles(decodeSubtitles(bytes, what), what), what, seconds),
  };
}

/**
 * Checks a corrected transcript before it replaces what was heard.
 * @param seconds length of the media, if it is known
 * @throws if it has no valid cue, or none within the media
 */
export function checkTranscript(bytes: Buffer, seconds: number | null | undefined): void {
  const what = 'transcript';
  const given = fromSubtitles(decodeSubtitles(bytes, what), what);
  const { unfit: why } = given.lines.length > 0 ? fitting(given, what, seconds) : given;
  if (why !== undefined) throw new Error(why);
}

/** Lines a second, over all the time they cover. Fast speech in short captions has two; nobody can read ten. */
const MOST_A_SECOND = 10;
/** So many are taken however short the time. */
const ALWAYS_TAKEN = 1_000;

/**
 * Parses subtitles.
 * @throws if there are cues but none is valid, or more of them than could be spoken: titles, chapters and the index
 * would be made of all of them, for a file of a few seconds
 */
export function fromSubtitles({ text, guessed }: Decoded, what: string): ModalityResult<'speech'> {
  const { lines, skipped } = parseSubtitles(text);
  if (lines.length === 0 && (skipped > 0 || !textLines(text).some(isTimingLine))) {
    throw new Error(`The ${what} has no valid cue; SRT and WebVTT are supported.`);
  }
  const seconds = lines.reduce((last, { end }) => Math.max(last, end), 0);
  if (lines.length > ALWAYS_TAKEN + MOST_A_SECOND * seconds) {
    throw new Error(
      `The ${what} has ${lines.length} cues in ${Math.ceil(seconds)} seconds; at most ${MOST_A_SECOND} a second are allowed. Check its times.`,
    );
  }
  const notes = [
    ...(guessed ? [`The ${what} was read as ${guessed}: if letters are wrong, save it as UTF-8.`] : []),
    ...(skipped > 0 ? [`${skipped} cues of the ${what} were invalid and were skipped.`] : []),
  ];
  return { lines, notes };
}

/** What cannot be read is no reason to hear nothing. */
const readable = (read: () => Promise<ModalityResult<'speech'>>): Promise<ModalityResult<'speech'>> =>
  read().catch((error: unknown) => ({ ...unfit(messageOf(error)), unread: true }));

const unfit = (why: string): ModalityResult<'speech'> => ({ lines: [], notes: [], unfit: why });

const HOUR = 3600;
/** Below this share of so many seconds, subtitles say of a film what cannot be all that is said in it. */
const LITTLE = { share: 0.05, seconds: 300 };

/**
 * Holds subtitles against the length of their media. Broadcasters count a programme from a whole hour, often 01:00:00 or
 * 10:00:00: such times are shifted if all of them are in the media then.
 * @param seconds length of the media
 */
function fitting(
  { lines: read, notes }: ModalityResult<'speech'>,
  what: string,
  seconds: number | null | undefined,
): ModalityResult<'speech'> {
  const [first, last] = [read[0], read.at(-1)];
  // Someone who corrected a transcript may have found that nobody speaks.
  if (!first || !last)
    return what === 'corrected transcript' ? { lines: read, notes } : unfit(`The ${what} has no text.`);
  if (!seconds || seconds <= 0) return { lines: read, notes };
  const hours = Math.floor(first.start / HOUR);
  const counted = hours > 0 && last.start >= seconds && last.start - hours * HOUR < seconds;
  if (first.start >= seconds && !counted)
    return unfit(
      `The ${what} was not used, because its first cue starts after the end of the media, at ${seconds} seconds: it may be that of another film.`,
    );
  const lines = counted ? read.map((line) => earlier(line, hours * HOUR)) : read;
  const shifted = `The times of the ${what} begin at ${hours} ${hours === 1 ? 'hour' : 'hours'}, as those of a broadcast may: they were made earlier by that.`;
  return { lines, notes: [...notes, ...(counted ? [shifted] : []), ...littleNote(lines, what, seconds)] };
}

const earlier = (line: SpeechLine, by: number): SpeechLine => {
  const moved = <Timed extends { start: number; end: number }>(one: Timed): Timed => ({
    ...one,
    // In milliseconds: 3601.2 - 3600 is 1.1999999999998.
    start: Math.round((one.start - by) * 1000) / 1000,
    end: Math.round((one.end - by) * 1000) / 1000,
  });
  return { ...moved(line), ...(line.words && { words: line.words.map(moved) }) };
};

function littleNote(lines: readonly SpeechLine[], what: string, seconds: number): string[] {
  const covered = lines.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, seconds) - start), 0);
  if (seconds < LITTLE.seconds || covered >= LITTLE.share * seconds) return [];
  const minutes = (of: number) => (of / 60).toFixed(1);
  return [
    `The ${what} covers ${minutes(covered)} of ${minutes(seconds)} minutes; the rest was not listened to.`,
  ];
}
