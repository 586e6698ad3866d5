/**
 * Typed extractors without a model: a passage comes in; people, places, dates, sums, addresses and tasks go out as
 * mentions, each in the words of the passage.
 */

import { findPhoneNumbersInText } from 'libphonenumber-js/min';
import { NUMBER, readNumber } from '../numbers.ts';
import type { EntityType, Mention, Passage } from '../types.ts';
import { unitNamed, unitNames } from '../units.ts';
import { actionItemsIn } from './action-items.ts';
import { datesIn } from './dates.ts';
import { namesIn } from './names.ts';

/** Currency signs and words, as ISO 4217 codes. A dollar is the US dollar unless another is named. */
const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  usd: 'USD',
  eur: 'EUR',
  gbp: 'GBP',
  jpy: 'JPY',
  chf: 'CHF',
  dollar: 'USD',
  'us dollar': 'USD',
  'canadian dollar': 'CAD',
  'australian dollar': 'AUD',
  euro: 'EUR',
  'pound sterling': 'GBP',
  'british pound': 'GBP',
  yen: 'JPY',
  yuan: 'CNY',
  rupee: 'INR',
  'swiss franc': 'CHF',
};
const signs = String.raw`US\$|[$€£¥₹]`;
const codes = '(?:USD|EUR|GBP|JPY|CHF)';
const words = String.raw`(?:US|Canadian|Australian)\s+dollars?|dollars?|euros?|pounds?\s+sterling|British\s+pounds?|yen|yuan|rupees?|Swiss\s+francs?`;

const MONEY = new RegExp(
  `(?<sign>${signs})\\s?(?<first>${NUMBER})|\\b(?<code>${codes})\\s?(?<second>${NUMBER})|(?<third>${NUMBER})\\s?(?<after>${codes}\\b|€|(?:${words})\\b)`,
  'gi',
);
/** A pound is money after words for money, and a weight elsewhere. */
const POUNDS = new RegExp(
  `(?<=\\b(?:costs?|paid|pays?|prices?|worth|spent|spend|earns?|fee|fine|rent|charges?|deposit|owes?|bill|salary|budget|for)\\b[^.?!]{0,24})(?<number>${NUMBER})\\s?pounds?\\b(?!\\s+of\\b)`,
  'gi',
);
/** A number for each month or hour, after a word for money, is a sum whose currency is not said: `costs 1,150 a month`. */
const RATE = new RegExp(
  `(?<=\\b(?:costs?|paid|pays?|prices?|rent|fee|charges?|earn(?:s|ed)?|salary|wages?|make)\\b[^.?!\\d]{0,24})(?<number>${NUMBER})(?=\\s+(?:an?|per|each|every)\\s+(?:hour|night|week|month|year|annum|person|head|piece|ticket)\\b)`,
  'gi',
);

const PERCENT = new RegExp(
  `(?<number>${NUMBER})\\s?(?:%|percent\\b|per\\s+cent\\b|percentage\\s+points?\\b)`,
  'gi',
);

const unit = unitNames.join('|').replaceAll(' ', '\\s+');
const QUANTITY = new RegExp(`(?<number>${NUMBER})[\\s-]?(?<unit>${unit})(?![\\p{L}\\p{N}])`, 'giu');

interface Amount {
  readonly type: EntityType;
  readonly number: string | undefined;
  readonly unit: string | undefined;
}

/** Each pattern with its parser, in the order in which they are tried. */
const PATTERNS: readonly (readonly [RegExp, (groups: Record<string, string | undefined>) => Amount])[] = [
  [
    MONEY,
    ({ sign, first, code, second, third, after }) => ({
      type: 'money',
      number: first ?? second ?? third,
      unit: currencyOf(sign ?? code ?? after ?? ''),
    }),
  ],
  [POUNDS, ({ number }) => ({ type: 'money', number, unit: 'GBP' })],
  [RATE, ({ number }) => ({ type: 'money', number, unit: undefined })],
  [PERCENT, ({ number }) => ({ type: 'percentages', number, unit: '%' })],
  [QUANTITY, ({ number, unit: name = '' }) => ({ type: 'quantities', number, unit: unitNamed(name) })],
];

/** The lower end of a range, before the amount that has the unit: `5 to`, `between 10 and`. */
const LOWER = new RegExp(
  `(?:(?<first>${NUMBER})\\s?(?:to|or|-|–|—)|\\bbetween\\s+(?<second>${NUMBER})\\s+and)\\s*$`,
  'i',
);
/** Characters to look at before an amount. */
const BEFORE = 60;
const SCALE = /\s?(?:hundred|thousand|million|billion|trillion|k|m|mn|bn)\b/i;

/** Money, percentages and quantities in a passage; of a range, both ends. Text matched by one pattern is not matched by later ones. */
function amountsIn(passage: Passage): Mention[] {
  const found: Mention[] = [];
  for (const [pattern, read] of PATTERNS)
    for (const { 0: whole, groups = {}, index } of passage.text.matchAll(pattern)) {
      const lead = whole.length - whole.trimStart().length;
      const [from, text] = [index + lead, whole.trim()];
      const known = found.some((one) => overlaps(one, from, text.length));
      if (known || insideWord(passage.text, from)) continue;
      const { type, number, unit } = read(groups);
      const value = readNumber(number ?? '');
      if (value === undefined) continue;
      const amount: Mention = {
        type,
        text,
        key: `${value} ${unit ?? ''}`,
        value,
        passage,
        from,
        ...(unit && { unit }),
      };
      found.push(...lowerEnd(amount, number ?? '', found), amount);
    }
  return found;
}

/** The lower end of the range that ends with an amount. It has the same unit, and the same scale if it has none. */
function lowerEnd(amount: Mention, number: string, found: readonly Mention[]): Mention[] {
  const start = Math.max(0, amount.from - BEFORE);
  const before = LOWER.exec(amount.passage.text.slice(start, amount.from));
  const text = before?.groups?.first ?? before?.groups?.second;
  if (!before || text === undefined) return [];
  const from = start + before.index + before[0].indexOf(text);
  if (insideWord(amount.passage.text, from) || found.some((one) => overlaps(one, from, text.length)))
    return [];
  const scale = SCALE.test(text) ? '' : (SCALE.exec(number)?.[0] ?? '');
  const value = readNumber(`${text}${scale}`);
  return value === undefined ? [] : [{ ...amount, text, key: `${value} ${amount.unit ?? ''}`, value, from }];
}

function overlaps(one: Mention, from: number, length: number): boolean {
  return from < one.from + one.text.length && from + length > one.from;
}

function currencyOf(said: string): string | undefined {
  const plain = said.toLowerCase().replace(/\s+/g, ' ');
  return CURRENCIES[plain] ?? CURRENCIES[plain.replace(/s$/, '')] ?? CURRENCIES[plain.replace(/s\b/, '')];
}

/** A number inside a word, or after another number's decimal point, does not count. */
function insideWord(text: string, from: number): boolean {
  return (
    /[\p{L}\p{N}][.,]?$/u.test(text.slice(Math.max(0, from - 2), from)) &&
    /[\p{L}\p{N}]/u.test(text[from] ?? '')
  );
}

/** The commonly used part of RFC 5322. Lengths are bounded, so that hostile text costs no time. */
const EMAIL = /[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g;
/** In its spoken form. */
const SAID_EMAIL =
  /\b([a-z0-9_-]{2,32}(?: dot [a-z0-9_-]{1,32}){0,3}) at ([a-z0-9-]{2,32}(?: dot [a-z0-9-]{2,32}){0,3}) dot (com|org|net|io|edu|gov|eu|de|uk)\b/gi;
const URL_WITH_SCHEME = /\bhttps?:\/\/[^\s<>"'“”)\]]{3,2048}/gi;
const ENDINGS = 'com|org|net|io|dev|edu|gov|de|uk|eu|ai|co|info|app|tv|fr|nl|ch|at|us|ca|au|jp';
const BARE_URL = new RegExp(
  String.raw`(?<![@\w./-])(?:www\.)?(?:[a-z0-9][a-z0-9-]{0,62}\.){1,5}(?:${ENDINGS})(?:\/[^\s<>"'“”)\]]{0,512})?(?![\w@-]|\.\w)`,
  'gi',
);
const SAID_URL =
  /\b(?:www dot )?([a-z0-9-]{2,32}(?: dot [a-z0-9-]{2,32}){0,2}) dot (com|org|net|io|edu|gov|eu)\b(?: slash ([a-z0-9-]{1,32}))?/gi;

/** E-mail and web addresses, verbatim; spoken ones with the address they spell. */
function addressesIn(passage: Passage): Mention[] {
  const taken: [number, number][] = [];
  const found: Mention[] = [];
  const take = (type: 'emails' | 'urls', pattern: RegExp, value: (match: RegExpExecArray) => string) => {
    for (const match of passage.text.matchAll(pattern)) {
      const text = match[0].replace(/[.,;:!?]+$/, '');
      const [from, to] = [match.index, match.index + text.length];
      if (taken.some(([start, end]) => from < end && to > start)) continue;
      taken.push([from, to]);
      const exact = value(match).replace(/[.,;:!?]+$/, '');
      found.push({ type, text, key: exact.toLowerCase(), value: exact, passage, from });
    }
  };
  const dotted = (said = '') => said.replace(/ dot /gi, '.');
  take('emails', EMAIL, ([text]) => text);
  take('emails', SAID_EMAIL, ([, name, host, ending]) =>
    `${dotted(name)}@${dotted(host)}.${ending}`.toLowerCase(),
  );
  take('urls', URL_WITH_SCHEME, ([text]) => text);
  take('urls', BARE_URL, ([text]) => `https://${text}`);
  take('urls', SAID_URL, ([, host, ending, path]) =>
    `https://${dotted(host)}.${ending}${path ? `/${path}` : ''}`.toLowerCase(),
  );
  return found;
}

/** Three, three and four digits with separators: a number of the North American plan. */
const NORTH_AMERICAN = /(?:\(\d{3}\)\s?|\b\d{3}[-.\s])\d{3}[-.\s]\d{4}\b/g;

/**
 * Telephone numbers that are valid in their country's numbering plan. Those with + and a country code get an E.164
 * form; those in North American style do not, because their country is not stated.
 */
function phonesIn(passage: Passage): Mention[] {
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
