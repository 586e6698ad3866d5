import type { Mention, Passage } from '../types.ts';
import { amountsIn } from './amounts.ts';
import { datesIn } from './dates.ts';
import { addressesIn } from './exact.ts';
import { namesIn } from './names.ts';
import { phonesIn } from './phones.ts';

/** Texts of more characters than this are not read further: nobody says or shows so much at once. */
const MOST_CHARACTERS = 20_000;

/**
 * Everything the typed extractors find in a passage, in order. What is an address or a telephone number is nothing else.
 * @param reference the day the media were recorded; undefined where it is not known
 */
export function mentionsIn(passage: Passage, reference: Date | undefined): Mention[] {
  const read = { ...passage, text: passage.text.slice(0, MOST_CHARACTERS) };
  const exact = [...addressesIn(read), ...phonesIn(read)];
  const loose = [...datesIn(read, reference), ...amountsIn(read), ...namesIn(read)];
  const apart = loose.filter((mention) => !exact.some((other) => overlap(mention, other)));
  const dates = apart.filter(({ type }) => type === 'dates' || type === 'times');
  const rest = apart.filter(
    (mention) => dates.includes(mention) || !dates.some((date) => overlap(mention, date)),
  );
  return [...exact, ...rest]
    .sort((one, other) => one.from - other.from)
    .map((mention) => ({ ...mention, passage }));
}

function overlap(one: Mention, other: Mention): boolean {
  if (one.from < 0 || other.from < 0) return false;
  return one.from < other.from + other.text.length && one.from + one.text.length > other.from;
}
