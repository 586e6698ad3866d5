import type { SpeechLine } from '../../lines.ts';
import type { Span } from '../../voice-activity/activity.ts';
import type { VoicedSpan } from '../../voice-activity/silero.ts';
import type { HeardPieces } from './messages.ts';
import { type BareWord, type HeardWord, placed, wordsOf } from './tokens-to-words.ts';

/** What a chunk of sound shows of how far its words can be trusted. Logarithms are natural ones of probabilities. */
export interface Evidence {
  /** Mean of the pieces of the chunk, the end after them included. */
  readonly mean: number;
  /** Pieces a second of speech. */
  readonly rate: number;
  /** Mean probability that it is a voice. */
  readonly voice: number;
  /** Whether it repeats itself, or did not end. */
  readonly loops: boolean;
  /** Seconds of speech in the chunk. */
  readonly seconds: number;
}

/** A line before it is judged. */
export interface HeardLine extends SpeechLine {
  readonly evidence: Evidence;
  /** The sound that it was recognised in. */
  readonly chunk: Span;
  /** Mean of the line's own words. */
  readonly log: number;
  readonly words: HeardWord[];
}

/** Words in a row that the model says again and again. */
const REPEATED = 3;

/** A sentence that takes longer, in seconds, is cut at a comma, or a pause. */
const LONGEST = 12;

/**
 * The lines of a chunk: a sentence each.
 * @param chunk in seconds of the media
 * @param speech of the whole media
 */
export function linesOf(
  heard: HeardPieces,
  { start, end }: Span,
  speech: readonly VoicedSpan[],
): HeardLine[] {
  const chunk = { start, end };
  const spans = spansOf(chunk, speech);
  const all = wordsOf(heard);
  const said = withoutInvention(all);
  const words = placed(said, spans);
  if (words.length === 0) return [];
  const evidence = evidenceOf(firstWords(heard, all, sureWords(said)), spans);
  return sentences(words).map((own) => ({
    text: own.map(({ word }) => word).join(' '),
    start: own[0]?.start ?? 0,
    end: own.at(-1)?.end ?? 0,
    words: own,
    evidence,
    chunk,
    log: mean(own.map(({ log }) => log)),
  }));
}

/** What was heard up to one of the words: all of it, with the end after them, for the last. */
function firstWords(heard: HeardPieces, words: readonly BareWord[], count: number): HeardPieces {
  if (count === words.length) return heard;
  const pieces = words.slice(0, count).reduce((sum, word) => sum + word.pieces, 0);
  return { ...heard, pieces: heard.pieces.slice(0, pieces), logs: heard.logs.slice(0, pieces) };
}

function evidenceOf({ pieces, logs, ended }: HeardPieces, spans: readonly VoicedSpan[]): Evidence {
  const seconds = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const voiced = spans.reduce((sum, { start, end, voice }) => sum + voice * (end - start), 0);
  return {
    mean: mean(logs),
    rate: pieces.length / Math.max(0.1, seconds),
    voice: voiced / Math.max(0.1, seconds),
    loops: !ended || repeats(pieces),
    seconds,
  };
}

/** Whether some pieces, one to eight of them, follow themselves several times. */
function repeats(pieces: readonly string[]): boolean {
  for (let size = 1; size <= 8; size += 1) {
    // A single piece comes twice in "very, very"; the fewer pieces, the more often.
    const times = size < 3 ? REPEATED + 3 : REPEATED;
    let same = 0;
    for (let at = size; at < pieces.length; at += 1) {
      same = pieces[at] === pieces[at - size] ? same + 1 : 0;
      if (same >= size * (times - 1)) return true;
    }
  }
  return false;
}

/** An invented end has so many words, is this unsure, and comes after words that are surer than that. */
const INVENTED = { words: 3, log: -0.5, before: -0.3 };

/** Share of the words of a chunk that must be sure: where more are not, it is no English. */
const LEAST_SURE = 0.75;

/**
 * Words without an end that nobody said: the model completes a sentence that is not complete, after a comma, and is less
 * sure of that.
 */
function withoutInvention(words: readonly BareWord[]): readonly BareWord[] {
  for (let at = words.length - INVENTED.words; at > 0; at -= 1)
    if (/[,;:–—]$/.test(words[at - 1]?.word ?? '')) return endsUnsure(words, at) ? words.slice(0, at) : words;
  return words;
}

/**
 * How many of the words tell how sure the model is: not the last ones where it is unsure of them alone, as where sound is cut
 * off within a word, and it makes a whole one of it.
 */
function sureWords(words: readonly BareWord[]): number {
  const least = Math.max(words.length - INVENTED.words, Math.ceil(words.length * LEAST_SURE));
  for (let at = least; at < words.length; at += 1) if (endsUnsure(words, at)) return at;
  return words.length;
}

/** Whether the model is unsure of the words from a place on, and not of those before. */
function endsUnsure(words: readonly BareWord[], at: number): boolean {
  const [said, rest] = [words.slice(0, at), words.slice(at)];
  return (
    mean(rest.map(({ log }) => log)) < INVENTED.log && mean(said.map(({ log }) => log)) > INVENTED.before
  );
}

/** Titles and other words with a full stop that end no sentence. */
const ABBREVIATION = /^(?:\p{Lu}|[Mm]rs?|[Mm]s|[Dd]r|[Pp]rof|[Ss]t|[Jj]r|[Ss]r|[Nn]o|vs|etc|e\.g|i\.e)\.$/u;

function sentences(words: readonly HeardWord[]): HeardWord[][] {
  const lines: HeardWord[][] = [];
  let open: HeardWord[] = [];
  for (const [at, word] of words.entries()) {
    open.push(word);
    const next = words[at + 1];
    const ends = /[.?!…]["'”’)]*$/.test(word.word) && !ABBREVIATION.test(word.word);
    if (next && !ends) continue;
    lines.push(...shortened(open));
    open = [];
  }
  return lines;
}

/** A sentence in parts, where it takes long: cut after the mark, or else at the pause, that is nearest to its middle. */
function shortened(words: HeardWord[]): HeardWord[][] {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last || last.end - first.start <= LONGEST || words.length < 2) return [words];
  const middle = (first.start + last.end) / 2;
  const costs = words.slice(0, -1).map((word, at) => {
    const pause = (words[at + 1]?.start ?? word.end) - word.end;
    return Math.abs(word.end - middle) - (/[,;:–—-]$/.test(word.word) ? 3 : 0) - Math.min(3, pause * 5);
  });
  const cut = costs.indexOf(Math.min(...costs)) + 1;
  return [...shortened(words.slice(0, cut)), ...shortened(words.slice(cut))];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** The speech of a chunk, or the whole chunk where none is known inside it. */
function spansOf(chunk: Span, spans: readonly VoicedSpan[]): VoicedSpan[] {
  const inside = spans
    .filter(({ start, end }) => end > chunk.start && start < chunk.end)
    .map((span) => ({
      ...span,
      start: Math.max(span.start, chunk.start),
      end: Math.min(span.end, chunk.end),
    }));
  return inside.length > 0 ? inside : [{ ...chunk, voice: 0 }];
}
