import type { Mention, Passage } from '../types.ts';
import { actionItemsIn } from './action-items.ts';
import { amountsIn } from './amounts.ts';
import { datesIn } from './dates.ts';
import { addressesIn } from './exact.ts';
import { namesIn } from './names.ts';
import { phonesIn } from './phones.ts';

/** Longer texts are read in parts, cut between words, so that patterns stay fast. */
const STRETCH = 4_000;
/** Maximum characters read from one passage. */
const MOST_CHARACTERS = 100_000;

/**
 * All entities in a passage, in order. An address or a telephone number is nothing else.
 * @param reference the day of the recording; undefined if unknown
 */
export function mentionsIn(passage: Passage, reference: Date | undefined): Mention[] {
  const text = passage.text.slice(0, MOST_CHARACTERS);
  const found: Mention[] = [];
  for (let at = 0; at < text.length; ) {
    const space = text.lastIndexOf(' ', at + STRETCH);
    const to = at + STRETCH >= text.length ? text.length : space > at ? space : at + STRETCH;
    // The speaker is one mention, not one per part.
    const { speaker: _, ...rest } = passage;
    const stretch = { ...(at === 0 ? passage : rest), text: text.slice(at, to) };
    for (const one of inStretch(stretch, reference))
      found.push({ ...one, passage, from: one.from < 0 ? one.from : one.from + at });
    at = to;
  }
  return found;
}

function inStretch(passage: Passage, reference: Date | undefined): Mention[] {
  const exact = [...addressesIn(passage), ...phonesIn(passage)];
  const loose = [...datesIn(passage, reference), ...amountsIn(passage), ...namesIn(passage)];
  const apart = loose.filter((mention) => !exact.some((other) => overlap(mention, other)));
  const dates = apart.filter(({ type }) => type === 'dates' || type === 'times');
  const rest = apart.filter(
    (mention) => dates.includes(mention) || !dates.some((date) => overlap(mention, date)),
  );
  const items = actionItemsIn(passage, dates);
  return [...exact, ...rest, ...items].sort((one, other) => one.from - other.from);
}

function overlap(one: Mention, other: Mention): boolean {
  if (one.from < 0 || other.from < 0) return false;
  return one.from < other.from + other.text.length && one.from + one.text.length > other.from;
}
