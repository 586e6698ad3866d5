import { textsToQuote, withTimes } from './quotes.ts';
import { pick, rank } from './rank.ts';
import { spokenSentences } from './sentences.ts';
import type { Quotable, QuotedSentence, TextVectors } from './types.ts';

/** Sentences of a summary: one of eight, but not fewer than 3 nor more than 7. */
const LEAST = 3;
const MOST = 7;
const ONE_OF = 8;
/** On-screen texts of a summary. */
export const MOST_SHOWN = 3;

/**
 * The summary of a file: its central sentences, and some of its on-screen texts, in order of time.
 * @param lines speech and on-screen text in order of time
 */
export function summaryOf(lines: readonly Quotable[], vectors?: TextVectors): QuotedSentence[] {
  const sentences = spokenSentences(lines);
  const count = Math.min(MOST, Math.max(LEAST, Math.round(sentences.length / ONE_OF)));
  const shown = textsToQuote(lines, sentences.length > 0 ? MOST_SHOWN : MOST);
  const quoted = shown.map(({ text, start, end }) => ({ modality: 'scene_text' as const, text, start, end }));
  return [...pick(rank(sentences, vectors), count), ...quoted].sort((one, other) => one.start - other.start);
}

/** A summary as text, each quote with its time; undefined if it is empty. */
export function summaryText(summary: readonly QuotedSentence[]): string | undefined {
  return summary.length > 0 ? withTimes(summary) : undefined;
}
