import { Said } from '../language/held/claims.ts';
import type { Lexicon } from '../language/held/lexicon.ts';
import { bearingQuoteIn } from '../language/held/quote.ts';
import { dataLine } from '../language/media-text.ts';
import type { GivenOutline, OutlineLine } from './question.ts';

/** A chapter that holds. */
export interface HeldChapter {
  /** Seconds. */
  readonly start: number;
  /** Undefined if the model's title does not hold. */
  readonly title?: string;
}

/** What holds of a stretch's outline. */
export interface HeldOutline {
  readonly title?: string;
  /** In order of time; the first begins with the stretch. */
  readonly chapters: readonly HeldChapter[];
  /** Titles and chapters that were dropped. */
  readonly dropped: number;
}

const TITLE_CHARACTERS = 100;

/**
 * Checks an outline against its lines: the numbers ascend and exist, the quotes stand in the lines of their chapter, and
 * titles say nothing that the lines do not: see `Said`.
 */
export function heldOutline(
  lines: readonly OutlineLine[],
  given: GivenOutline,
  lexicon: Lexicon,
): HeldOutline {
  let last = 0;
  const rising = given.chapters.filter(({ first }) => {
    const holds = Number.isInteger(first) && first > last && first <= lines.length;
    if (holds) last = first;
    return holds;
  });
  const held = rising.flatMap(({ first, title, quote }, at) => {
    const own = lines.slice(first - 1, (rising[at + 1]?.first ?? lines.length + 1) - 1);
    const [line] = own;
    if (!line || !isQuoted(own, quote)) return [];
    return [{ start: line.start, ...titled(own, title, lexicon) }];
  });
  const whole = isQuoted(lines, given.quote) ? titled(lines, given.title, lexicon) : {};
  const kept = held.filter(({ title }) => title !== undefined).length + (whole.title === undefined ? 0 : 1);
  return { ...whole, chapters: held, dropped: given.chapters.length + 1 - kept };
}

function isQuoted(lines: readonly OutlineLine[], quote: string): boolean {
  return lines.some(({ text }) => bearingQuoteIn(text, quote) !== undefined);
}

function titled(lines: readonly OutlineLine[], given: string, lexicon: Lexicon): { title?: string } {
  const title = dataLine(given);
  if (!/\p{L}/u.test(title) || title.length > TITLE_CHARACTERS) return {};
  return new Said(lines, lexicon).unsaidIn(title) === undefined ? { title } : {};
}
