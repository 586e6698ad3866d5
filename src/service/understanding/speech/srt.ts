import { parseTiming } from '../../text/timestamps.ts';
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
 * Parses SubRip (SRT). Cues are found by their timing line, so a missing counter or blank line does no harm; hours are
 * optional, `.` works as `,`, markup is removed. Cues with an invalid timing line are skipped and counted. Linear in
 * the length of the text.
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

/** Whether a new cue starts without a blank line before it: at a timing line, or a counter right above one. */
function startsCue(lines: string[], index: number): boolean {
  if (lines[index]?.includes('-->')) return true;
  return /^\d+$/.test(lines[index]?.trim() ?? '') && (lines[index + 1]?.includes('-->') ?? false);
}
