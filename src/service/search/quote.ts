import type { QuotableLine } from '../text/lines.ts';
import { stem } from '../text/stem.ts';
import { type Token, tokens } from '../text/words.ts';
import type { Term } from './query.ts';

/** The words to show for a result, with their times in seconds. */
export interface Quote extends QuotableLine {
  /** 0..1: share of the query's information in these words. */
  share: number;
}

/** A term with its weight. */
export interface WeightedTerm extends Term {
  weight: number;
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
  const all = terms.reduce((sum, term) => sum + term.weight, 0);
  const prepared = lines.map((line) => ({ line, words: tokens(line.text).map((token) => token.stem) }));
  let best: { value: number; from: number; count: number } | undefined;
  for (let from = 0; from < prepared.length; from += 1) {
    let words: string[] = [];
    for (let count = 1; count <= MAX_LINES; count += 1) {
      const next = prepared[from + count - 1];
      if (!next || (count > 1 && !follows(prepared[from + count - 2]?.line, next.line))) break;
      words = [...words, ...next.words];
      if (count === 1 && !next.words.some((word) => begins(word, terms))) break;
      const value = worth(words, terms) / all - (count - 1) * LINE_COST;
      if (!best || value > best.value + 1e-9) best = { value, from, count };
    }
  }
  return best && quoteOf(lines.slice(best.from, best.from + best.count), terms, all);
}

/** Speech continues from line to line; on-screen lines belong together if they appear together. */
function follows(line: QuotableLine | undefined, next: QuotableLine): boolean {
  if (line?.modality !== next.modality) return false;
  if (next.modality !== 'speech') return next.start === line.start;
  return next.start - line.end <= JOIN_SECONDS && line.speaker === next.speaker;
}

/** A quote starts with a line that has a word of the query. */
function begins(word: string, terms: readonly Term[]): boolean {
  return terms.some((term) =>
    term.alternatives.some((wanted) => wanted.some((one) => sameWord(word, stem(one)))),
  );
}

function quoteOf(
  lines: readonly QuotableLine[],
  terms: readonly WeightedTerm[],
  all: number,
): Quote | undefined {
  const [first] = lines;
  if (!first) return undefined;
  const text = lines.map((line) => line.text).join(' ');
  const words = tokens(text);
  return {
    ...first,
    text: shorten(text, words, terms),
    end: Math.max(...lines.map((line) => line.end)),
    share:
      worth(
        words.map((token) => token.stem),
        terms,
      ) / all,
  };
}

/** Total weight of the terms in a run of stemmed words. */
function worth(stems: readonly string[], terms: readonly WeightedTerm[]): number {
  return terms.reduce((sum, term) => sum + (has(stems, term) ? term.weight : 0), 0);
}

function has(stems: readonly string[], term: Term): boolean {
  return term.alternatives.some((words) => {
    const wanted = words.map(stem);
    return stems.some((_, at) => wanted.every((word, offset) => sameWord(stems[at + offset], word)));
  });
}

/** An alternative that ends in `*` is a prefix. */
function sameWord(found: string | undefined, wanted: string): boolean {
  return wanted.endsWith('*') ? (found?.startsWith(wanted.slice(0, -1)) ?? false) : found === wanted;
}

/** Shortens a long text around its first matching word, at word boundaries, with dots where text was cut. */
function shorten(text: string, words: readonly Token[], terms: readonly Term[]): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const hit = words.find((token) => terms.some((term) => has([token.stem], term))) ?? words[0];
  const earliest = Math.max(0, (hit?.from ?? 0) - MAX_CHARACTERS / 3);
  const from = earliest === 0 ? 0 : (words.find((token) => token.from >= earliest)?.from ?? 0);
  const to = words.findLast((token) => token.to <= from + MAX_CHARACTERS)?.to ?? from + MAX_CHARACTERS;
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}
