import * as z from 'zod';
import type { SpeechLine, SpeechWord } from '../../lines.ts';
import type { Span } from '../../voice-activity/activity.ts';

/** Servers write times as numbers and as text. */
const number = z.union([z.number(), z.string().trim().min(1).transform(Number).pipe(z.number())]);
const time = number.nullish();
const word = z.object({ word: z.string(), start: time, end: time });
const segment = z.object({
  text: z.string(),
  start: time,
  end: time,
  words: z.array(word).nullish(),
  speaker: z.union([z.string(), z.number()]).nullish(),
  no_speech_prob: z.number().nullish().catch(null),
  avg_logprob: z.number().nullish().catch(null),
});
const answer = z.object({
  text: z.string(),
  words: z.array(word).nullish(),
  segments: z.array(segment).nullish(),
});

type Segment = z.output<typeof segment>;
type Word = z.output<typeof word>;

/** Of silence, recognisers make up words; both limits are those of the reference implementation of Whisper. */
const NO_SPEECH = { probability: 0.6, logProbability: -1 };

/**
 * Lines of a transcription answer, whatever its dialect: words at the top level, inside each segment or nowhere;
 * segments or only a text, which then gets the chunk's own times.
 * @param span where in the media the sound began and ended, in seconds
 * @throws Error when it is not an answer to a transcription
 */
export function linesOfAnswer(body: string, span: Span): SpeechLine[] {
  const parsed = answer.safeParse(parse(body));
  if (!parsed.success) throw new Error('what came back is no transcription');
  const { text, segments } = parsed.data;
  if (!segments || segments.length === 0) return wholeChunk(text, span, parsed.data.words ?? []);
  const words = parsed.data.words ?? [];
  const lines = segments.filter(isSpoken).map((one) => lineOf(one, words, span));
  return lines.filter((line) => line.text !== '' && line.end > line.start);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function isSpoken({ no_speech_prob: none, avg_logprob: sure }: Segment): boolean {
  if (typeof none !== 'number' || typeof sure !== 'number') return true;
  return !(none > NO_SPEECH.probability && sure < NO_SPEECH.logProbability);
}

function wholeChunk(text: string, span: Span, words: readonly Word[]): SpeechLine[] {
  const line = text.trim();
  return line === '' ? [] : [{ text: line, start: span.start, end: span.end, ...timed(words, span) }];
}

function lineOf(one: Segment, topLevel: readonly Word[], span: Span): SpeechLine {
  const start = inside(one.start, span) ?? span.start;
  const end = inside(one.end, span) ?? span.end;
  // The middle of a word decides to which segment it belongs: their edges are rounded differently.
  const own = one.words ?? topLevel.filter((candidate) => within(candidate, one));
  return {
    ...(one.speaker === null || one.speaker === undefined ? {} : { speaker: String(one.speaker) }),
    text: one.text.trim(),
    start,
    end,
    ...timed(own, span),
  };
}

function within({ start, end }: Word, one: Segment): boolean {
  if (typeof start !== 'number' || typeof end !== 'number') return false;
  const middle = (start + end) / 2;
  return middle >= (one.start ?? 0) && middle < (one.end ?? Number.POSITIVE_INFINITY);
}

/** Words that have times; none where one of them has not, since the gaps would mislead. */
function timed(words: readonly Word[], span: Span): { words?: SpeechWord[] } {
  const placed = words.flatMap((one) => {
    const start = inside(one.start, span);
    const end = inside(one.end, span);
    const text = one.word.trim();
    return start === undefined || end === undefined || text === '' ? [] : [{ word: text, start, end }];
  });
  return placed.length > 0 && placed.length === words.length ? { words: placed } : {};
}

/** A time of the chunk as a time of the media, kept inside the chunk. */
function inside(seconds: number | null | undefined, { start, end }: Span): number | undefined {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return undefined;
  return Math.round(Math.min(end, Math.max(start, start + seconds)) * 1000) / 1000;
}
