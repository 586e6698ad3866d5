import type { QuotableLine } from './lines.ts';
import { within } from './within.ts';
import { isStopWord, tokens } from './words.ts';

/** A segment put in its own words. Seconds. */
export interface SegmentSummary {
  summary: string;
  start_time: number;
  end_time: number;
}

/**
 * What each segment says and shows, in quotes: its spoken line with most content words, and what stands on
 * screen. Nothing is worded by us. Segments in which nothing is said or shown are left out.
 */
export function summarize(
  segments: readonly { start_time: number; end_time: number }[],
  lines: readonly QuotableLine[],
): SegmentSummary[] {
  return segments.flatMap(({ start_time, end_time }) => {
    const inside = lines.filter((line) => within(line, { start: start_time, end: end_time }));
    const spoken = richest(inside.filter((line) => line.modality === 'speech'));
    const shown = [
      ...new Set(inside.filter((line) => line.modality === 'scene_text').map((line) => line.text)),
    ];
    const parts = [
      ...(spoken ? [`${spoken.speaker ? `${spoken.speaker}: ` : ''}“${spoken.text}”`] : []),
      ...(shown.length > 0 ? [`On screen: ${shown.map((text) => `“${text}”`).join(', ')}`] : []),
    ];
    return parts.length > 0 ? [{ summary: parts.join(' '), start_time, end_time }] : [];
  });
}

function richest(lines: readonly QuotableLine[]): QuotableLine | undefined {
  const counted = lines.map((line) => ({ line, count: contentWords(line.text) }));
  return counted.toSorted((one, other) => other.count - one.count)[0]?.line;
}

function contentWords(text: string): number {
  return new Set(tokens(text).flatMap(({ word, stem }) => (isStopWord(word) ? [] : [stem]))).size;
}
