import type { SceneTextLine } from '../../modalities/lines.ts';
import { heightOf, isWordy, tells } from './telling.ts';

/** A title card is shown within the first seconds. */
const OPENING = 15;
/** A title card shows letters at least this high, as a share of the picture. */
const HIGH = 0.05;
const MOST_LETTERS = 80;
/** Letters of this share of the largest are as large: how high a word is depends on its letters. */
const AS_LARGE = 0.7;
/** Text that stays longer than this share of the media is a watermark or a slide. */
const STAYS = 0.5;
/** Media shorter than this many seconds may show its title all the time. */
const SHORT = 60;

/**
 * The title card of a span, or its first slide's heading: the first of the largest texts shown in its first 15 seconds, if it
 * is large, has two content words and disappears again; undefined if there is none.
 * @param span seconds
 */
export function titleCard(
  texts: readonly SceneTextLine[],
  span: { readonly start: number; readonly end: number },
): string | undefined {
  const length = span.end - span.start;
  const cards = texts
    .filter(({ start, text }) => start >= span.start && start < span.start + OPENING && isTitle(text))
    .filter(({ start, end }) => length < SHORT || end - start < STAYS * length)
    .map((line) => ({ text: line.text.trim(), height: heightOf(line) }))
    .filter(({ height }) => height >= HIGH);
  const largest = Math.max(...cards.map(({ height }) => height));
  return cards.find(({ height }) => height >= AS_LARGE * largest)?.text;
}

/** Whether a text can be a title: it says something in two content words or more, mostly letters, and is not too long. */
export function isTitle(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return text.length <= MOST_LETTERS && letters * 2 > text.length && isWordy(text) && tells(text);
}
