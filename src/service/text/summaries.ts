import type { QuotableLine } from './lines.ts';
import { within } from './within.ts';
import { isStopWord, tokens } from './words.ts';

/** A segment summarised in its own words. Times in seconds. */
export interface SegmentSummary {
  summary: string;
  start_time: number;
  end_time: number;
}

/** A summary of each segment, in quotes. Segments without speech and on-screen text are left out. */
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
 * A summary of a segment, in quotes: the spoken line with the most content words, and all on-screen text. Nothing is
 * reworded. Undefined if there is neither.
 * @param inside its lines, in order of time
 */
export function summarizeSegment(inside: readonly QuotableLine[]): string | undefined {
  return inQuotes(richest(spokenIn(inside), 1), textsShown(inside));
}

/** Number of spoken, and of on-screen, lines in a file's summary. */
const OF_FILE = 3;

/**
 * A summary of a file, in quotes: the spoken lines with the most content words, in order of time, and the first
 * on-screen texts. Undefined if there is neither.
 */
export function summarizeFile(lines: readonly QuotableLine[]): string | undefined {
  return inQuotes(richest(spokenIn(lines), OF_FILE), textsShown(lines).slice(0, OF_FILE));
}

const MOST_TITLE = 80;

/**
 * A title in the media's own words: the first meaningful on-screen text, otherwise the spoken line with the most
 * content words, cut at a word. Undefined if there is neither.
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

/** The lines with the most content words, in their original order. */
function richest(lines: readonly QuotableLine[], most: number): QuotableLine[] {
  const counted = lines.map((line, place) => ({ line, place, count: contentWords(line.text) }));
  const best = counted.toSorted((one, other) => other.count - one.count).slice(0, most);
  return best.toSorted((one, other) => one.place - other.place).map(({ line }) => line);
}

function contentWords(text: string): number {
  return new Set(tokens(text).flatMap(({ word, stem }) => (isStopWord(word) ? [] : [stem]))).size;
}
