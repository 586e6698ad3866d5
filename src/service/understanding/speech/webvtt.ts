import { parseTiming } from '../../text/timestamps.ts';
import type { TimedPart } from './collapse.ts';
import { partsOf } from './markup.ts';
import { finish, type Subtitles, textLines } from './srt.ts';

/** Whether the text starts as a WebVTT file must. */
export function isWebVtt(text: string): boolean {
  return /^\ufeff?WEBVTT(?:[ \t\r\n]|$)/.test(text);
}

/**
 * Parses WebVTT. Voice tags name speakers, inline timestamps become words; notes, styles, regions, cue identifiers and
 * settings are ignored. Cues with an invalid timing line are skipped and counted; cues may overlap. Throws if the first
 * line is not WEBVTT. Linear in the length of the text.
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
    const arrow = block.findIndex((line) => line.includes('-->'));
    if (arrow < 0 || arrow > 1 || isComment(block[0])) continue;
    const timing = parseTiming(block[arrow] ?? '');
    if (!timing) {
      skipped += 1;
      continue;
    }
    for (const part of partsOf(block.slice(arrow + 1).join('\n'), timing)) parts.push({ ...part, ...timing });
  }
  return finish(parts, skipped);
}

function endOfBlock(lines: string[], from: number): number {
  let end = from;
  while (end < lines.length && lines[end]?.trim() !== '') end += 1;
  return end;
}

function isComment(line: string | undefined): boolean {
  return /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line ?? '');
}
