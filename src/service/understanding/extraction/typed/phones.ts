import { findPhoneNumbersInText } from 'libphonenumber-js/min';
import type { Mention, Passage } from '../types.ts';

/** Three, three and four digits with something between them: a number of the North American plan. */
const NORTH_AMERICAN = /(?:\(\d{3}\)\s?|\b\d{3}[-.\s])\d{3}[-.\s]\d{4}\b/g;

/**
 * Telephone numbers that exist by the plan of their country. Those with + and a country code have their E.164 form;
 * those written as in North America have none, since their country is not said.
 */
export function phonesIn(passage: Passage): Mention[] {
  const { text } = passage;
  if (!/\d/.test(text)) return [];
  const mention = (from: number, to: number, value?: string): Mention => {
    const said = text.slice(from, to);
    const key = value ?? said.replace(/\D/g, '');
    return { type: 'phone_numbers', text: said, key, ...(value && { value }), passage, from };
  };
  const international = findPhoneNumbersInText(text).map(({ startsAt, endsAt, number }) =>
    mention(startsAt, endsAt, number.number),
  );
  const national = [...text.matchAll(NORTH_AMERICAN)].flatMap(({ 0: said, index }) => {
    const known = international.some(
      ({ from, text: other }) => index < from + other.length && index + said.length > from,
    );
    return known || findPhoneNumbersInText(said, 'US').length === 0
      ? []
      : [mention(index, index + said.length)];
  });
  return [...international, ...national];
}
