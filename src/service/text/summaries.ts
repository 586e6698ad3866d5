import type { QuotableLine } from './lines.ts';
import { within } from './within.ts';
import { isStopWord, tokens } from './words.ts';

/** A segment put in its own words. Seconds. */
export interface SegmentSummary {
  summary: string;
  start_time: number;
  end_time: number;
}

/** What each segment says and shows, in quotes. Segments in which nothing is said or shown are left out. */
export function summarize(
  segments: readonly { start_time: number; end_time: number }[],
  lines: readonly QuotableLine[],
): SegmentSummary[] {
  return segments.flatMap(({ start_time, end_time }) => {
    const inside = lines.filter((line) => within(line, { start: start_time, end: end_time }));
    const summary = summarizeSegment(inside);
    return summary === undefined ? [] : [{ summary, start_time, end_time }];
  });
}

/**
 * What a segment says and shows, in quotes: its spoken line with most content words, and all that stands on screen.
 * Nothing is worded by us. Undefined where nothing is said or shown.
 * @param inside its lines, in order of time
 */
export function summarizeSegment(inside: readonly QuotableLine[]): string | undefined {
  return inQuotes(richest(spokenIn(inside), 1), textsShown(inside));
}

/** Lines that stand for a whole file: so many that are said, and so many that are shown. */
const OF_FILE = 3;

/**
 * What a file says and shows, in quotes: the spoken lines with most content words, in order of time, and what stands
 * on screen first. Undefined where nothing is said or shown.
 */
export function summarizeFile(lines: readonly QuotableLine[]): string | undefined {
  return inQuotes(richest(spokenIn(lines), OF_FILE), textsShown(lines).slice(0, OF_FILE));
}

const MOST_TITLE = 80;

/**
 * A title in the media's own words: the first text on screen that says something, else what is said with most content
 * words, cut at a word. Undefined where nothing is said or shown.
 */
export function quotedTitle(lines: readonly QuotableLine[]): string | undefined {
  const shown = textsShown(lines);
  const speaking = shown.find((text) => text.length <= MOST_TITLE && contentWords(text) >= 2);
  const text = speaking ?? richest(spokenIn(lines), 1)[0]?.text ?? shown[0];
  if (text === undefined || text.length <= MOST_TITLE) return text;
  const end = tokens(text).findLast(({ to }) => to < MOST_TITLE)?.to ?? MOST_TITLE;
  return `${text.slice(0, end)}…`;
}

function inQuotes(spoken: readonly QuotableLine[], shown: readonly string[]): string | undefined {
  const parts = [
    ...spoken.map(({ speaker, text }) => `${speaker ? `${speaker}: ` : ''}“${text}”`),
    ...(shown.length > 0 ? [`On screen: ${shown.map((text) => `“${text}”`).join(', ')}`] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : undefined;
}

function spokenIn(lines: readonly QuotableLine[]): QuotableLine[] {
  return lines.filter((line) => line.modality === 'speech');
}

function textsShown(lines: readonly QuotableLine[]): string[] {
  return [...new Set(lines.filter((line) => line.modality === 'scene_text').map((line) => line.text))];
}

/** The lines with most content words, in the order they came in. */
function richest(lines: readonly QuotableLine[], most: number): QuotableLine[] {
  const counted = lines.map((line, place) => ({ line, place, count: contentWords(line.text) }));
  const best = counted.toSorted((one, other) => other.count - one.count).slice(0, most);
  return best.toSorted((one, other) => one.place - other.place).map(({ line }) => line);
}

function contentWords(text: string): number {
  return new Set(tokens(text).flatMap(({ word, stem }) => (isStopWord(word) ? [] : [stem]))).size;
}
