import { isSure, type SpokenPart } from '../../../../contract/index.ts';
import { clock } from '../../../text/timestamps.ts';
import type { SpeechLine } from '../lines.ts';

/** The text of a spoken part, marked if it is not to be trusted, or not sure: subtitles and Markdown have no field for that. */
export function shownText(part: Pick<SpokenPart, 'text' | 'trusted' | 'confidence'>): string {
  if (part.trusted === false) return `[not trusted] ${part.text}`;
  return isSure(part) ? part.text : `~ ${part.text}`;
}

/** Speech as plain text, one line each, with the speaker in front when it changes. */
export function toText(lines: readonly SpeechLine[]): string {
  return lines.map((line, index) => (sameSpeaker(lines, index) ? line.text : spoken(line))).join('\n');
}

/** Speech as Markdown: a list of time, speaker and words. */
export function toMarkdown(lines: readonly SpeechLine[]): string {
  return lines
    .map((line) => {
      const speaker = line.speaker ? ` **${escapeMarkdown(line.speaker)}:**` : '';
      return `- [${clock(line.start)}]${speaker} ${escapeMarkdown(line.text)}`;
    })
    .join('\n');
}

/** Escapes text for Markdown and HTML. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, '\\$&');
}

function spoken(line: SpeechLine): string {
  return line.speaker ? `${line.speaker}: ${line.text}` : line.text;
}

function sameSpeaker(lines: readonly SpeechLine[], index: number): boolean {
  return index > 0 && lines[index - 1]?.speaker === lines[index]?.speaker;
}
