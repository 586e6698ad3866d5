import type { SpeechLine } from '../../lines.ts';
import type { Part } from './markup.ts';

/** A part with its cue's times in seconds. */
export interface TimedPart extends Part {
  start: number;
  end: number;
}

/** Captions with a gap below this many seconds are one rolling display. */
const TOUCHING_SECONDS = 0.05;

/** Number of lines at the start of `next` that repeat the end of `previous`. */
function repeatedLines(previous: string[], next: string[]): number {
  for (let count = Math.min(previous.length, next.length); count > 0; count -= 1) {
    const tail = previous.slice(-count);
    if (tail.every((line, index) => line === next[index])) return count;
  }
  return 0;
}

function toLine(part: TimedPart, lines: string[]): SpeechLine {
  const { start, end, speaker, words } = part;
  return { ...(speaker && { speaker }), text: lines.join(' '), start, end, ...(words && { words }) };
}

/** Drops the words of repeated lines, so that words and text agree. */
function withoutRepeatedWords(line: SpeechLine, part: TimedPart, dropped: number): SpeechLine {
  if (!line.words || dropped === 0) return line;
  let skip = part.lines.slice(0, dropped).join(' ').length;
  const words = line.words.filter((word) => {
    if (skip <= 0) return true;
    skip -= word.word.length + 1;
    return false;
  });
  return { ...line, words };
}

/**
 * Turns timed parts, in order of time, into speech lines without repetitions. Rolling captions repeat a line while the
 * next one appears, and paint-on captions repeat a growing line. If two captions of one speaker touch, repeated lines
 * are dropped and a grown line replaces its shorter form.
 */
export function collapseRolling(parts: TimedPart[]): SpeechLine[] {
  const result: SpeechLine[] = [];
  let shown: TimedPart | undefined;
  for (const part of parts) {
    const last = result.at(-1);
    const rolls =
      shown !== undefined &&
      last !== undefined &&
      shown.speaker === part.speaker &&
      part.start > shown.start &&
      part.start - shown.end <= TOUCHING_SECONDS;
    const repeated = rolls && shown ? repeatedLines(shown.lines, part.lines) : 0;
    const fresh = part.lines.slice(repeated);
    const before = shown?.lines.join(' ') ?? '';
    const grown = rolls && repeated === 0 && part.lines.join(' ').startsWith(`${before} `);
    if (last && fresh.length === 0) last.end = Math.max(last.end, part.end);
    else if (last && grown && last.text === before) {
      result[result.length - 1] = { ...toLine(part, part.lines), start: last.start };
    } else result.push(withoutRepeatedWords(toLine(part, fresh), part, repeated));
    shown = part;
  }
  return result;
}
