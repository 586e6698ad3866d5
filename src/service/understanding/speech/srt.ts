import { parseTiming } from '../../text/timestamps.ts';
import type { SpeechLine } from '../lines.ts';
import { collapseRolling, type TimedPart } from './collapse.ts';
import { partsOf } from './markup.ts';

/** What a subtitle file holds, and how many of its cues could not be read and were left out. */
export interface Subtitles {
  lines: SpeechLine[];
  skipped: number;
}

/** Lines of a text whatever its line ends, without a byte-order mark. */
export function textLines(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}

/** Sorts cues by time, keeping the order of equal ones, and makes speech lines of them. */
export function finish(parts: TimedPart[], skipped: number): Subtitles {
  const ordered = [...parts].sort((one, other) => one.start - other.start || one.end - other.end);
  return { lines: collapseRolling(ordered), skipped };
}

/**
 * Reads SubRip (SRT) text. Cues are found by their timing line, so a missing counter or a missing blank line
 * does no harm; hours are optional, `.` is taken for `,`, markup is stripped. A cue whose timing line cannot
 * be read is skipped and counted. Linear in the length of the text.
 */
export function parseSrt(text: string): Subtitles {
  const lines = textLines(text);
  const parts: TimedPart[] = [];
  let skipped = 0;
  for (let index = 0; index < lines.length; index += 1) {
    if (!lines[index]?.includes('-->')) continue;
    const timing = parseTiming(lines[index] ?? '');
    const payload: string[] = [];
    while (index + 1 < lines.length && lines[index + 1]?.trim() && !startsCue(lines, index + 1)) {
      index += 1;
      payload.push(lines[index] ?? '');
    }
    if (!timing) skipped += 1;
    else for (const part of partsOf(payload.join('\n'), timing)) parts.push({ ...part, ...timing });
  }
  return finish(parts, skipped);
}

/** True where a new cue begins without the blank line before it: a timing line, or a counter right above one. */
function startsCue(lines: string[], index: number): boolean {
  if (lines[index]?.includes('-->')) return true;
  return /^\d+$/.test(lines[index]?.trim() ?? '') && (lines[index + 1]?.includes('-->') ?? false);
}
