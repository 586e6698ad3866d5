import { clock } from '../../text/timestamps.ts';
import type { Quotable } from './types.ts';

/** A quote with its speaker: `Ann: “Good morning.”`. */
export function inQuotes({ speaker, text }: Pick<Quotable, 'speaker' | 'text'>): string {
  return `${speaker ? `${speaker}: ` : ''}“${text}”`;
}

/** On-screen texts: `On screen: “PIER FOUR”, “OPEN”`; empty if there are none. */
export function onScreen(texts: readonly string[]): string[] {
  return texts.length > 0 ? [`On screen: ${texts.map((text) => `“${text}”`).join(', ')}`] : [];
}

/** Quotes with their times: `[0:00:12] Ann: “Good morning.” [0:01:40] On screen: “PIER FOUR”`. */
export function withTimes(sentences: readonly Quotable[]): string {
  return sentences
    .map((one) => {
      const quote = one.modality === 'scene_text' ? onScreen([one.text]).join('') : inQuotes(one);
      return `[${clock(one.start)}] ${quote}`;
    })
    .join(' ');
}

/** The distinct on-screen texts, in order of time. */
export function textsShown(lines: readonly Quotable[]): string[] {
  return [...new Set(lines.filter(({ modality }) => modality === 'scene_text').map(({ text }) => text))];
}
