import type { SpokenText } from './layout.ts';

/**
 * What of a line is spoken between two seconds: only the words in the middle of which it is, where their times are known, else the
 * whole line.
 * @returns the line with its times after `from`; undefined if nothing of it is spoken there
 */
export function spokenWithin<Line extends SpokenText>(
  line: Line,
  from: number,
  to: number,
): Line | undefined {
  const words = line.words?.filter(({ start, end }) => (start + end) / 2 >= from && (start + end) / 2 < to);
  if (words?.length === 0) return undefined;
  const isWhole = line.words?.length === words?.length;
  const text = isWhole ? line.text : (words ?? []).map(({ word }) => word.trim()).join(' ');
  const start = Math.max(from, isWhole ? line.start : (words?.[0]?.start ?? from));
  const end = Math.min(to, isWhole ? line.end : (words?.at(-1)?.end ?? to));
  if (end <= start) return undefined;
  const moved = words?.map((word) => ({ ...word, start: word.start - from, end: word.end - from }));
  return { ...line, text, start: start - from, end: end - from, ...(moved && { words: moved }) };
}
