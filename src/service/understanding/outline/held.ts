import { quoteIn } from '../language/evidence.ts';
import { dataLine } from '../language/material.ts';
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
 * titles name nothing that the lines do not say.
 */
export function heldOutline(lines: readonly OutlineLine[], given: GivenOutline): HeldOutline {
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
    return [{ start: line.start, ...titled(own, title) }];
  });
  const whole = isQuoted(lines, given.quote) ? titled(lines, given.title) : {};
  const kept = held.filter(({ title }) => title !== undefined).length + (whole.title === undefined ? 0 : 1);
  return { ...whole, chapters: held, dropped: given.chapters.length + 1 - kept };
}

function isQuoted(lines: readonly OutlineLine[], quote: string): boolean {
  return lines.some(({ text }) => quoteIn(text, quote) !== undefined);
}

/** Names and numbers: words with a digit, and words with a capital letter that do not begin the title. */
const NAMED = /(?<=\S\s+)\S*\p{Lu}\S*|\S*\p{N}\S*/gu;

function titled(lines: readonly OutlineLine[], given: string): { title?: string } {
  const title = dataLine(given);
  if (!/\p{L}/u.test(title) || title.length > TITLE_CHARACTERS) return {};
  const said = new Set(lines.flatMap(({ text, speaker = '' }) => wordsOf(`${speaker} ${text}`)));
  const named = [...title.matchAll(NAMED)].flatMap(([word]) => wordsOf(word));
  return named.every((word) => said.has(word)) ? { title } : {};
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
