import { findPhoneNumbersInText } from 'libphonenumber-js/min';
import type { Mention, Passage } from '../types.ts';

/** Three, three and four digits with separators: a number of the North American plan. */
const NORTH_AMERICAN = /(?:\(\d{3}\)\s?|\b\d{3}[-.\s])\d{3}[-.\s]\d{4}\b/g;

/**
 * Telephone numbers that are valid in their country's numbering plan. Those with + and a country code get an E.164
 * form; those in North American style do not, because their country is not stated.
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
