import { within } from '../../text/within.ts';
import { inQuotes, onScreen, textsToQuote } from './quotes.ts';
import { keyOf, placeOfLargest, rank } from './rank.ts';
import { spokenSentences } from './sentences.ts';
import { MOST_SHOWN } from './summary.ts';
import type { Quotable } from './types.ts';

/** A segment summarised in its own words. Times in seconds. */
export interface SegmentSummary {
  summary: string;
  start_time: number;
  end_time: number;
}

/**
 * A summary of each segment, in quotes: the sentence that says most, and three of its on-screen texts. No sentence is quoted in two
 * neighbouring segments, and no text that stays on the screen unless nothing else can be quoted. Segments without speech
 * and on-screen text are left out.
 * @param lines in order of time
 */
export function summarize(
  segments: readonly { start_time: number; end_time: number }[],
  lines: readonly Quotable[],
): SegmentSummary[] {
  const all = [...spokenSentences(lines), ...lines.filter(({ modality }) => modality === 'scene_text')];
  let before: ReadonlySet<string> = new Set();
  return segments.flatMap(({ start_time, end_time }) => {
    const inside = all.filter((line) => within(line, { start: start_time, end: end_time }));
    const { quotes, said } = quotesOf(inside, before);
    before = said;
    return quotes.length > 0 ? [{ summary: quotes.join(' '), start_time, end_time }] : [];
  });
}

/** A summary of one segment; undefined without speech and on-screen text. */
export function summarizeSegment(inside: readonly Quotable[]): string | undefined {
  const all = [...spokenSentences(inside), ...inside.filter(({ modality }) => modality === 'scene_text')];
  const { quotes } = quotesOf(all, new Set());
  return quotes.length > 0 ? quotes.join(' ') : undefined;
}

/** @param before the keys of what the segment before quotes */
function quotesOf(inside: readonly Quotable[], before: ReadonlySet<string>) {
  const spoken = inside.filter((line) => line.modality === 'speech' && !before.has(keyOf(line)));
  // Ranking takes most of the time of a list of descriptions, and most segments have one sentence.
  const best = spoken.length > 1 ? spoken[placeOfLargest(rank(spoken, undefined).scores)] : spoken[0];
  const fresh = inside.filter((line) => !before.has(keyOf(line)));
  const shown = textsToQuote(fresh, MOST_SHOWN);
  const texts = (best || shown.length > 0 ? shown : textsToQuote(inside, MOST_SHOWN)).map(({ text }) => text);
  return {
    quotes: [...(best ? [inQuotes(best)] : []), ...onScreen(texts)],
    said: new Set([best, ...inside.filter(({ modality }) => modality === 'scene_text')].map(keyOf)),
  };
}
