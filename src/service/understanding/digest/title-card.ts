import type { SceneTextLine } from '../lines.ts';
import { contentWords } from './likeness.ts';

/** A title card is shown within the first seconds. */
const OPENING = 15;
/** A title card shows letters at least this high, as a share of the picture. */
const HIGH = 0.05;
const MOST_LETTERS = 80;
/** Text that stays longer than this share of the media is a watermark or a slide. */
const STAYS = 0.5;
/** Media shorter than this many seconds may show its title all the time. */
const SHORT = 60;

/**
 * The title card of a span: the largest text shown in its first 15 seconds, if it is large, has two content words and
 * disappears again; undefined if there is none.
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
  const [first] = cards;
  return first && cards.reduce((one, other) => (other.height > one.height ? other : one), first).text;
}

/** Whether a text can be a title: two content words or more, mostly letters, not too long. */
export function isTitle(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return text.length <= MOST_LETTERS && letters * 2 > text.length && new Set(contentWords(text)).size >= 2;
}

/** The middle height of a line's words, as a share of the picture. */
function heightOf({ words }: SceneTextLine): number {
  const heights = words.map(({ box }) => box.height).sort((one, other) => one - other);
  return heights[heights.length >> 1] ?? 0;
}
