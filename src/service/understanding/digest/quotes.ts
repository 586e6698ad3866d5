import { clock } from '../../text/timestamps.ts';
import { tellingTexts } from './telling.ts';
import type { Quotable } from './types.ts';

/** A quote with its speaker: `Ann: “Good morning.”`. */
export function inQuotes({ speaker, text }: Pick<Quotable, 'speaker' | 'text'>): string {
  return `${speaker ? `${speaker}: ` : ''}“${text}”`;
}

/** On-screen texts: `On screen: “PIER FOUR”, “OPEN”`; empty if there are none. */
export function onScreen(texts: readonly string[]): string[] {
  return texts.length > 0 ? [`On screen: ${texts.map((text) => `“${text}”`).join(', ')}`] : [];
}

/** Quotes with their times: `[0:00:12] Ann: “Good morning.” [0:01:40] On screen: “PIER FOUR”`. What was seen is no quote. */
export function withTimes(sentences: readonly Quotable[]): string {
  return sentences
    .map((one) => {
      if (one.modality === 'visual_scene_description') return one.text;
      const quote = one.modality === 'scene_text' ? onScreen([one.text]).join('') : inQuotes(one);
      return `[${clock(one.start)}] ${quote}`;
    })
    .join(' ');
}

/**
 * The on-screen texts to quote, in order of time: the first telling one of each picture, and more of them while there are
 * few pictures.
 * @param most the number of texts
 */
export function textsToQuote<Line extends Quotable>(lines: readonly Line[], most: number): Line[] {
  const seen = new Set<string>();
  const telling = tellingTexts(lines.filter(({ modality }) => modality === 'scene_text')).filter(
    ({ text }) => !seen.has(text) && seen.add(text),
  );
  const first = telling.filter(({ start }, at) => start !== telling[at - 1]?.start);
  const step = Math.max(1, first.length / most);
  const spread = first.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const more = telling.filter((line) => !first.includes(line)).slice(0, Math.max(0, most - first.length));
  return [...spread, ...more].sort((one, other) => one.start - other.start);
}
