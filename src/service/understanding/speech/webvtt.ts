import { isTimingLine, parseTiming } from '../../text/timestamps.ts';
import type { TimedPart } from './collapse.ts';
import { partsOf } from './markup.ts';
import { finish, type Subtitles, textLines } from './srt.ts';

/** Whether the text starts as a WebVTT file must. */
export function isWebVtt(text: string): boolean {
  return /^\ufeff?WEBVTT(?:[ \t\r\n]|$)/.test(text);
}

/**
 * Parses WebVTT. Voice tags name speakers, inline timestamps become words; notes, styles, regions, cue identifiers and
 * settings are ignored. Only an empty line ends a cue, not one of spaces, and so does the next timing line. Cues with an invalid
 * timing line are skipped and counted; cues may overlap. Throws if the first line is not WEBVTT. Linear in the length of the text.
 */
export function parseWebVtt(text: string): Subtitles {
  if (!isWebVtt(text)) throw new Error('This is not a WebVTT file: its first line must be WEBVTT.');
  const lines = textLines(text);
  const parts: TimedPart[] = [];
  let skipped = 0;
  let index = endOfBlock(lines, 0);
  while (index < lines.length) {
    const end = endOfBlock(lines, index);
    const block = lines.slice(index, end);
    index = end + 1;
    if (isComment(block[0])) continue;
    for (const { times, payload } of cuesIn(block)) {
      const timing = parseTiming(times);
      if (!timing) skipped += 1;
      else for (const part of partsOf(payload.join('\n'), timing)) parts.push({ ...part, ...timing });
    }
  }
  return finish(parts, skipped);
}

/** The cues of a block: one, or several if the lines between them have spaces. An identifier may stand above each. */
function cuesIn(block: readonly string[]): { times: string; payload: string[] }[] {
  const starts = block.flatMap((line, at) => (isTimingLine(line) ? [at] : []));
  if ((starts[0] ?? 0) > 1) return [];
  return starts.map((start, which) => {
    const next = starts[which + 1] ?? block.length;
    // The line above the next times is its identifier if a blank one is above that.
    const end = next < block.length && next - start > 2 && block[next - 2]?.trim() === '' ? next - 1 : next;
    return { times: block[start] ?? '', payload: block.slice(start + 1, end) };
  });
}

function endOfBlock(lines: string[], from: number): number {
  const end = lines.indexOf('', from);
  return end < 0 ? lines.length : end;
}

function isComment(line: string | undefined): boolean {
  return /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line ?? '');
}
