import type { SpeechWord } from '../../lines.ts';
import type { Span } from '../../voice-activity/activity.ts';
import type { HeardPieces } from './messages.ts';

/** A word, how sure the model was of it (mean natural logarithm of its pieces' probabilities), and where it was said. */
export type HeardWord = SpeechWord & BareWord;

/** A word without its times. */
export interface BareWord {
  readonly word: string;
  readonly log: number;
  /** The number of pieces that it is made of: one for common words. */
  readonly pieces: number;
}

/** A figure takes as long to say as so many letters: `4` is spoken as `four` or as a part of `forty`. */
const LETTERS_OF_A_FIGURE = 4;

/**
 * What it costs where words without a mark between them are said with a pause between them, for each second of it, and a span
 * without words, which is a cough at most. Chosen on 78 clips of read speech in a row, with pauses of 0 to 1.2 s between them:
 * 74 begin within 0.5 s of their first word, 71 where every pause costs 0.25. Of the voices of the benchmark `hearing`, on which
 * nothing was chosen, 0.988 of lines begin within 0.5 s, 0.960 there.
 */
const PAUSE_WITHOUT_MARK = 2;
const WITHOUT_WORDS = 0.2;

/** The words of pieces, without times. */
export function wordsOf({ pieces, logs }: HeardPieces): BareWord[] {
  const words: { word: string; log: number; pieces: number }[] = [];
  for (const [at, piece] of pieces.entries()) {
    const text = piece.replaceAll('▁', '');
    const log = logs[at] ?? 0;
    const last = words.at(-1);
    if (last && !piece.startsWith('▁')) {
      last.word += text;
      last.log += log;
      last.pieces += 1;
    } else if (text !== '' || piece === '▁') words.push({ word: text, log, pieces: 1 });
  }
  return words.filter(({ word }) => word !== '').map((one) => ({ ...one, log: one.log / one.pieces }));
}

/**
 * Gives words their times: the model has none. Each span of speech between two pauses gets the words that take about as
 * long as it, by their letters, preferably with a mark such as a comma before the pause; within a span each word takes its
 * share by its letters.
 * @param spans of speech, in order of time, at least one
 */
export function placed(words: readonly BareWord[], spans: readonly Span[]): HeardWord[] {
  const sizes = words.map(({ word }) => sizeOf(word));
  const upTo = sums(sizes);
  const spoken = spans.reduce((sum, span) => sum + lengthOf(span), 0);
  const perSize = spoken / Math.max(1, upTo.at(-1) ?? 0);
  const ends = endsOf(words, spans, (from, to) => ((upTo[to] ?? 0) - (upTo[from] ?? 0)) * perSize);
  return spans.flatMap((span, at) => {
    const [from, to] = [at === 0 ? 0 : (ends[at - 1] ?? 0), ends[at] ?? 0];
    const total = (upTo[to] ?? 0) - (upTo[from] ?? 0);
    const timeAt = (index: number) =>
      span.start + (((upTo[index] ?? 0) - (upTo[from] ?? 0)) / Math.max(1, total)) * lengthOf(span);
    return words.slice(from, to).map((one, index) => ({
      ...one,
      start: milliseconds(timeAt(from + index)),
      end: milliseconds(timeAt(from + index + 1)),
    }));
  });
}

/**
 * For each span the number of words that end with it: those with the least sum of differences between the seconds that
 * words should take and those that the span has.
 * @param secondsOf words from an index to before another one
 */
function endsOf(
  words: readonly { word: string }[],
  spans: readonly Span[],
  secondsOf: (from: number, to: number) => number,
): number[] {
  const count = words.length;
  let best = Array.from({ length: count + 1 }, (_, to) => (to === 0 ? 0 : Number.POSITIVE_INFINITY));
  const froms: number[][] = [];
  for (const [at, span] of spans.entries()) {
    const next = new Array<number>(count + 1).fill(Number.POSITIVE_INFINITY);
    const from = new Array<number>(count + 1).fill(0);
    const gap = (spans[at + 1]?.start ?? span.end) - span.end;
    for (let to = 0; to <= count; to += 1) {
      const marked = to === count || to === 0 || /\p{P}$/u.test(words[to - 1]?.word ?? '');
      const pause = marked ? 0 : PAUSE_WITHOUT_MARK * gap;
      for (let start = 0; start <= to; start += 1) {
        const off = secondsOf(start, to) - lengthOf(span);
        const empty = start === to ? WITHOUT_WORDS : 0;
        const cost = (best[start] ?? Number.POSITIVE_INFINITY) + off * off + pause + empty;
        if (cost >= (next[to] ?? 0)) continue;
        next[to] = cost;
        from[to] = start;
      }
    }
    best = next;
    froms.push(from);
  }
  const ends: number[] = [];
  for (let [at, to] = [spans.length - 1, count]; at >= 0; at -= 1) {
    ends.unshift(to);
    to = froms[at]?.[to] ?? 0;
  }
  return ends;
}

const lengthOf = ({ start, end }: Span): number => end - start;

/** In letters, with one for the step to the next word. */
function sizeOf(word: string): number {
  const figures = word.match(/\p{N}/gu)?.length ?? 0;
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  return 1 + letters + figures * LETTERS_OF_A_FIGURE;
}

/** The sum of what is before each place, and of all. */
function sums(values: readonly number[]): number[] {
  const all = [0];
  for (const value of values) all.push((all.at(-1) ?? 0) + value);
  return all;
}

const milliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
