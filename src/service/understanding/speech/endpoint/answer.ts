import * as z from 'zod';
import type { SpeechLine, SpeechWord } from '../../lines.ts';
import type { Span } from '../../voice-activity/activity.ts';

/** Servers write times as numbers or as text. */
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

/** Recognisers invent words in silence; both limits are those of Whisper's reference implementation. */
const NO_SPEECH = { probability: 0.6, logProbability: -1 };

/**
 * Parses a transcription in any dialect: words at the top level, inside segments or missing; segments, or just a text,
 * which then gets the chunk's own times.
 * @param span start and end of the chunk in the media, in seconds
 * @throws Error if it is not a transcription
 */
export function linesOfAnswer(body: string, span: Span): SpeechLine[] {
  const parsed = answer.safeParse(parse(body));
  if (!parsed.success) throw new Error('the response is not a transcription');
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
  // A word belongs to the segment that contains its middle: their edges are rounded differently.
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

/** Words with times; none if one word has no time, because the gaps would mislead. */
function timed(words: readonly Word[], span: Span): { words?: SpeechWord[] } {
  const placed = words.flatMap((one) => {
    const start = inside(one.start, span);
    const end = inside(one.end, span);
    const text = one.word.trim();
    return start === undefined || end === undefined || text === '' ? [] : [{ word: text, start, end }];
  });
  return placed.length > 0 && placed.length === words.length ? { words: placed } : {};
}

/** Converts a time in the chunk to a time in the media, kept inside the chunk. */
function inside(seconds: number | null | undefined, { start, end }: Span): number | undefined {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return undefined;
  return Math.round(Math.min(end, Math.max(start, start + seconds)) * 1000) / 1000;
}
