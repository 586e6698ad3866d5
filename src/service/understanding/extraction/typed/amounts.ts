import { NUMBER, readNumber } from '../numbers.ts';
import type { EntityType, Mention, Passage } from '../types.ts';
import { unitNamed, unitNames } from '../units.ts';

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
export function amountsIn(passage: Passage): Mention[] {
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
        ...{ type, text, key: `${value} ${unit ?? ''}`, value, passage, from },
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
