import { isTimingLine, parseTiming } from '../../text/timestamps.ts';
import type { SpeechLine } from '../lines.ts';
import { collapseRolling, type TimedPart } from './collapse.ts';
import { speakersFromLabels } from './labels.ts';
import { partsOf } from './markup.ts';

/** Parsed subtitles, and the number of invalid cues that were skipped. */
export interface Subtitles {
  lines: SpeechLine[];
  skipped: number;
}

/** Splits a text at any line ends, without a byte-order mark. */
export function textLines(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}

/** Sorts cues by time (stable), takes speakers from labels, and makes speech lines from them. */
export function finish(parts: TimedPart[], skipped: number): Subtitles {
  const ordered = [...parts].sort((one, other) => one.start - other.start || one.end - other.end);
  return { lines: collapseRolling(speakersFromLabels(ordered)), skipped };
}

/**
 * Parses SubRip (SRT). Cues are found by their timing line, so a missing counter does no harm, and neither does a blank line too
 * few or too many; hours are optional, `.` works as `,`, markup is removed. Cues with an invalid timing line are skipped and
 * counted. Linear in the length of the text.
 */
export function parseSrt(text: string): Subtitles {
  const lines = textLines(text);
  const parts: TimedPart[] = [];
  let skipped = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (!isTimingLine(line)) continue;
    const timing = parseTiming(line);
    const payload: string[] = [];
    while (index + 1 < lines.length && !startsCue(lines, index + 1, payload.length > 0)) {
      index += 1;
      if (lines[index]?.trim()) payload.push(lines[index] ?? '');
    }
    if (!timing) skipped += 1;
    else for (const part of partsOf(payload.join('\n'), timing)) parts.push({ ...part, ...timing });
  }
  return finish(parts, skipped);
}

/**
 * Whether a cue starts here: at a timing line, or at the counter above one.
 * @param hasText whether the cue before has text: only then blank lines may follow the counter, else the number is the text
 */
function startsCue(lines: string[], index: number, hasText: boolean): boolean {
  if (isTimingLine(lines[index] ?? '')) return true;
  if (!/^\s*\d+\s*$/.test(lines[index] ?? '')) return false;
  let next = index + 1;
  while (hasText && next < lines.length && lines[next]?.trim() === '') next += 1;
  return isTimingLine(lines[next] ?? '');
}
