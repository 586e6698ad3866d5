/**
 * Quotes: the lines of a result and the weighed terms of a query come in; the line, or up to three neighbours, with
 * most of the query goes out. marks.ts finds the terms in a text.
 */

import type { QuotableLine } from '../../text/lines.ts';
import { has, hasAny, isOf, joined, type Mark, type Marks, marksOf, NO_MARKS } from './marks.ts';

/** The words to show for a result, with their times in seconds. */
export interface Quote extends QuotableLine {
  /** 0..1: share of the query's information in these words. */
  share: number;
}

/** A term with its weight. */
export interface WeightedTerm {
  readonly text: string;
  readonly required: boolean;
  /** Sequences of index terms that match it. A final `*` marks a prefix. */
  readonly phrases: readonly (readonly string[])[];
  readonly weight: number;
}

/** Lines with a longer gap (seconds) are not quoted together. */
const JOIN_SECONDS = 2;
const MAX_LINES = 3;
/** Cost of another line, as a share of the whole query: it must add more than that. */
const LINE_COST = 0.05;
const MAX_CHARACTERS = 320;

/**
 * Picks the lines that contain most of the query: one line, or up to three neighbouring lines of the same modality if a
 * thought spans them. Earlier lines win ties. `lines` are in order of time. Undefined if no line has a term.
 */
export function bestQuote(lines: readonly QuotableLine[], terms: readonly WeightedTerm[]): Quote | undefined {
  const phrases = terms.flatMap((term) => term.phrases);
  const all = terms.reduce((sum, term) => sum + term.weight, 0);
  const prepared = lines.map((line) => ({ line, marks: marksOf(line.text, line.language) }));
  let best: { value: number; from: number; count: number; marks: Marks } | undefined;
  for (let from = 0; from < prepared.length; from += 1) {
    let marks = NO_MARKS;
    for (let count = 1; count <= MAX_LINES; count += 1) {
      const next = prepared[from + count - 1];
      if (!next || (count > 1 && !follows(prepared[from + count - 2]?.line, next.line))) break;
      marks = count === 1 ? next.marks : joined(marks, next.marks);
      if (count === 1 && !hasAny(marks, phrases)) break;
      const value = worth(marks, terms) / all - (count - 1) * LINE_COST;
      if (!best || value > best.value + 1e-9) best = { value, from, count, marks };
    }
  }
  if (!best) return undefined;
  const chosen = lines.slice(best.from, best.from + best.count);
  const whole = { start: chosen[0]?.start ?? 0, worth: worth(best.marks, terms) };
  return quoteOf(fromMainLine(chosen, terms, whole) ?? chosen, terms, all);
}

/** Who waits longer than this many seconds for the words he looked for thinks that they are not there. */
const LATE = 4;
/** A quote begins at most so many seconds before the line with what was looked for: lines that end nowhere go on and on. */
const LEAD = 6;
/** Share of the words of lines that the last of them have, where the quote may begin with these. */
const MOST_WORDS = 2 / 3;

/**
 * The lines from the one on with which a quote should begin, if what was looked for comes late and the words before add little.
 * @param whole the second at which the words begin, which may be before these lines, and what they are worth
 */
function fromMainLine(
  lines: readonly QuotableLine[],
  terms: readonly WeightedTerm[],
  whole: { readonly start: number; readonly worth: number },
): readonly QuotableLine[] | undefined {
  if (whole.worth === 0) return undefined;
  const main = lines.findLastIndex(({ start }, at) => {
    if (start - whole.start <= LATE) return false;
    const marks = lines.slice(at).map(({ text, language }) => marksOf(text, language));
    return worth(marks.reduce(joined, NO_MARKS), terms) >= whole.worth * MOST_WORDS;
  });
  if (main < 0) return undefined;
  // Subtitles are short: the words that lead to it are part of the answer.
  const near = (lines[main]?.start ?? 0) - LEAD;
  return lines.slice(lines.findIndex(({ start }) => start >= near));
}

/**
 * The words of a passage, with the second at which they begin.
 * @param passage a sentence, or a shown or described line; seconds
 * @param lines those that say it, in order of time
 * @returns undefined without lines
 */
export function quoteOfPassage(
  passage: { readonly text: string; readonly start: number; readonly end: number },
  lines: readonly QuotableLine[],
  terms: readonly WeightedTerm[],
): Quote | undefined {
  const [first] = lines;
  if (!first) return undefined;
  const marks = marksOf(passage.text, first.language);
  const { start, end } = passage;
  const whole = {
    ...first,
    ...leastSure(lines),
    text: passage.text,
    start,
    end,
    share: shareOf(marks, terms),
  };
  const late = fromMainLine(lines, terms, { start, worth: worth(marks, terms) });
  const [main] = late ?? [];
  const text = late && endIn(passage.text, late.map((line) => line.text).join(' '));
  return main && text !== undefined ? { ...whole, ...main, ...leastSure(late ?? lines), text, end } : whole;
}

/** Several lines are as sure as the one that is least so. */
function leastSure(lines: readonly QuotableLine[]): Pick<QuotableLine, 'confidence'> {
  const all = lines.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]));
  return all.length > 0 ? { confidence: Math.min(...all) } : {};
}

/** The end of a text, less than all of it, with which another one begins; undefined if there is none. */
function endIn(text: string, other: string): string | undefined {
  const spaced = other.replace(/\s+/g, ' ').trim();
  const [, ...words] = text.split(' ');
  const ends = words.map((_, at) => words.slice(at).join(' '));
  return ends.find((end) => spaced.startsWith(end));
}

/** Speech continues from line to line; on-screen lines belong together if they appear together. */
function follows(line: QuotableLine | undefined, next: QuotableLine): boolean {
  if (line?.modality !== next.modality) return false;
  if (next.modality !== 'speech') return next.start === line.start;
  return next.start - line.end <= JOIN_SECONDS && line.speaker === next.speaker;
}

function quoteOf(
  lines: readonly QuotableLine[],
  terms: readonly WeightedTerm[],
  all: number,
): Quote | undefined {
  const [first] = lines;
  if (!first) return undefined;
  const text = lines.map((line) => line.text).join(' ');
  const marks = marksOf(text, first.language);
  return {
    ...first,
    ...leastSure(lines),
    text: shorten(text, marks, terms),
    end: Math.max(...lines.map((line) => line.end)),
    share: worth(marks, terms) / all,
  };
}

/** The share of a query's information in some words, from 0 to 1; 0 for a query without terms. */
export function shareOf(marks: Marks, terms: readonly WeightedTerm[]): number {
  const all = terms.reduce((sum, term) => sum + term.weight, 0);
  return all > 0 ? worth(marks, terms) / all : 0;
}

/** The weights of the terms that are in a line or several. */
function worth(marks: Marks, terms: readonly WeightedTerm[]): number {
  return terms.reduce((sum, term) => sum + (has(marks, term.phrases) ? term.weight : 0), 0);
}

/** Cuts a long text around the first word that matches, at word borders, with dots where something was cut. */
function shorten(text: string, { words, pairs }: Marks, terms: readonly WeightedTerm[]): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const wanted = terms.flatMap(({ phrases }) => phrases.flat());
  const isHit = (mark: Mark) => mark.terms.some((term) => wanted.some((one) => isOf(term, one)));
  const hit = words.find(isHit) ?? pairs.find(isHit) ?? words[0];
  const earliest = Math.max(0, (hit?.from ?? 0) - MAX_CHARACTERS / 3);
  const from = earliest === 0 ? 0 : (words.find((word) => word.from >= earliest)?.from ?? 0);
  const to = words.findLast((word) => word.to <= from + MAX_CHARACTERS)?.to ?? from + MAX_CHARACTERS;
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}
