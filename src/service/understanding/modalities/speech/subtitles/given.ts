/**
 * Speech that somebody wrote: corrected transcripts, SRT or WebVTT files, and subtitle tracks of the media come in as
 * bytes (decode.ts, srt.ts); lines with speakers go out, repetitions of rolling captions left out (collapse.ts).
 */

import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { chooseSubtitles, extractSubtitles, probe } from '../../../../../media/index.ts';
import { isTimingLine } from '../../../../text/timestamps.ts';
import type { ModalityPlan, ModalityProvider, ModalityResult } from '../../port.ts';
import { type Decoded, decodeSubtitles, MAX_SUBTITLE_BYTES, parseSubtitles } from './decode.ts';
import { textLines } from './srt.ts';

/** Increase it when subtitles are parsed differently, so that stored results are recomputed. */
const READER = 4;

/** The provider's name of a transcript that someone corrected. */
export const CORRECTED = 'corrected-transcript';

/** Speech from a transcript that someone corrected. It replaces whatever else there is. */
export const correctedSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan({ transcriptPath }) {
    if (transcriptPath === undefined) return undefined;
    const plan = await planSubtitles(transcriptPath, 'corrected transcript');
    return { ...plan, provider: CORRECTED, quality: 'Corrected by hand.' };
  },
};

/** Speech from the uploaded SRT or WebVTT file. */
export const sidecarSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan({ sidecarPath }) {
    if (sidecarPath === undefined) return undefined;
    return { provider: 'sidecar', ...(await planSubtitles(sidecarPath, 'subtitle file')) };
  },
};

/** Speech from the media's own text subtitles: the default track, else the first. */
export const subtitleTrackSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan({ mediaPath, ffmpeg }) {
    const probed = await probe(mediaPath, { ffmpeg });
    const stream = chooseSubtitles(probed);
    if (!stream) return undefined;
    return {
      provider: 'subtitle-track',
      settings: { reader: READER, stream: stream.index, language: stream.language },
      run: async (signal) => {
        const options = { ffmpeg, signal, probed, streamIndex: stream.index, maxBytes: MAX_SUBTITLE_BYTES };
        const text = await extractSubtitles(mediaPath, options);
        if (text === null) return { lines: [], notes: ['The subtitle track is empty.'] };
        return fromSubtitles({ text }, 'subtitle track');
      },
    };
  },
};

/** Plans to parse a file of subtitles. @param what what it is, in words @throws if it is too large */
async function planSubtitles(file: string, what: string): Promise<Omit<ModalityPlan<'speech'>, 'provider'>> {
  if ((await stat(file)).size > MAX_SUBTITLE_BYTES) {
    throw new Error(`The ${what} is larger than the ${MAX_SUBTITLE_BYTES} bytes allowed.`);
  }
  const bytes = await readFile(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    settings: { reader: READER, sha256 },
    run: async () => fromSubtitles(decodeSubtitles(bytes, what), what),
  };
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
