import type { SpeechLine, SpeechWord } from '../lines.ts';

/** A pause of this many seconds ends a line. */
const PAUSE = 0.35;

/** Longest line, in seconds. */
const LONGEST = 12;

/**
 * Groups recognised words into readable lines: a line ends at a pause, or when it gets long. Words keep their times.
 */
export function linesOfWords(words: readonly SpeechWord[]): SpeechLine[] {
  const lines: SpeechWord[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const first = line?.[0];
    const ends = !last || !first || word.start - last.end >= PAUSE || word.end - first.start > LONGEST;
    if (ends) lines.push([word]);
    else line?.push(word);
  }
  return lines.map((line) => ({
    text: line.map(({ word }) => word).join(' '),
    start: line[0]?.start ?? 0,
    end: line.at(-1)?.end ?? 0,
    words: line,
  }));
}
