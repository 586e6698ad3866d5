import { numberAt } from '../../../../../text/number-words.ts';
import { type Token, textOf } from '../tokens.ts';
import type { CalendarDate, Found } from './figure.ts';
import { unitOf } from './units.ts';

const MONTHS = [
  ...[
    'january jan januar',
    'february feb februar',
    'march mar marz maerz',
    'april apr',
    'may mai',
    'june jun juni',
  ],
  ...['july jul juli', 'august aug', 'september sep sept', 'october oct oktober okt', 'november nov'],
  ...['december dec dezember dez'],
].map((names) => new Set(names.split(' ')));
/** Words that mean a month only beside a number, or after words that come before one. */
const PERHAPS_MONTH = /^(?:march|mar|may|jan|jun|dec|sep|august|mai)$/;
const BEFORE_MONTH =
  /^(?:in|of|since|until|till|by|last|next|this|early|late|mid|every|im|seit|bis|ende|anfang)$/;

/** The date whose month, or all of it in digits, stands at a token. */
export function dateAt(tokens: readonly Token[], at: number): Found | undefined {
  return inDigits(tokens[at]?.raw ?? '', at) ?? withMonth(tokens, at);
}

/** "2026-03-04", "4.3.2026", and in the American order "3/4/2026". */
function inDigits(text: string, at: number): Found | undefined {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const found = (month?: string, day?: string, year?: number) => {
    return { from: at, to: at + 1, figure: date(text, Number(month), Number(day), year) };
  };
  if (isoYear !== undefined) return found(isoMonth, isoDay, Number(isoYear));
  const [, first, mark, second, year] = /^(\d{1,2})([./])(\d{1,2})[./](\d{2,4})$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  const whole = Number(year) + (year?.length === 2 ? 2000 : 0);
  return mark === '.' || Number(first) > 12 ? found(second, first, whole) : found(first, second, whole);
}

/** "3 March", "March the third, twenty twenty-six", "in March". */
function withMonth(tokens: readonly Token[], at: number): Found | undefined {
  const words = tokens.map(({ form }) => form);
  const word = words[at] ?? '';
  const month = MONTHS.findIndex((names) => names.has(word)) + 1;
  if (month === 0) return undefined;
  const before = dayBefore(words, at);
  const after = before ? undefined : dayAfter(words, at + 1);
  const day = before ?? after;
  const end = after?.end ?? at + 1;
  const year = yearAt(words, words[end] === 'of' ? end + 1 : end);
  const capital = at > 0 && tokens[at]?.apart === false && /^\p{Lu}/u.test(tokens[at]?.raw ?? '');
  const sure = day || year || capital || BEFORE_MONTH.test(words[at - 1] ?? '');
  if (PERHAPS_MONTH.test(word) && !sure) return undefined;
  const [from, to] = [before?.from ?? at, year?.end ?? end];
  return { from, to, figure: date(textOf(tokens, from, to), month, day?.day, year?.value) };
}

function dayAfter(
  words: readonly string[],
  at: number,
): { readonly day: number; readonly end: number } | undefined {
  if (yearAt(words, at)) return undefined;
  const read = numberAt(words, words[at] === 'the' ? at + 1 : at);
  return read && isDay(read.value) && !unitOf(words[read.end])
    ? { day: read.value, end: read.end }
    : undefined;
}

function dayBefore(
  words: readonly string[],
  at: number,
): { readonly day: number; readonly from: number } | undefined {
  const end = /^(?:of|the)$/.test(words[at - 1] ?? '') ? at - 1 : at;
  for (const from of [end - 2, end - 1]) {
    const read = from >= 0 ? numberAt(words, from) : undefined;
    if (read?.end === end && isDay(read.value)) return { day: read.value, from };
  }
  return undefined;
}

function yearAt(
  words: readonly string[],
  at: number,
): { readonly value: number; readonly end: number } | undefined {
  const read = numberAt(words, at);
  if (!read || !Number.isInteger(read.value)) return undefined;
  if (read.value >= 1000 && read.value < 3000) return read;
  return centuryAt(words, at);
}

/** "Nineteen twelve", "twenty oh six". */
export function centuryAt(
  words: readonly string[],
  at: number,
): { readonly value: number; readonly end: number } | undefined {
  const century = numberAt(words, at);
  if (!century || century.ordinal || century.value < 10 || century.value > 21) return undefined;
  const oh = /^(?:oh|o)$/.test(words[century.end] ?? '');
  const rest = numberAt(words, oh ? century.end + 1 : century.end);
  if (!rest || rest.ordinal || rest.value > 99 || (oh ? rest.value > 9 : rest.value < 10)) return undefined;
  const spoken = /^\p{L}/u.test(words[at] ?? '') && /^\p{L}/u.test(words[rest.end - 1] ?? '');
  return spoken ? { value: century.value * 100 + rest.value, end: rest.end } : undefined;
}

const isDay = (value: number) => Number.isInteger(value) && value >= 1 && value <= 31;

function date(text: string, month: number, day?: number, year?: number): CalendarDate {
  return {
    kind: 'date',
    text,
    month,
    ...(day !== undefined && { day }),
    ...(year !== undefined && { year }),
  };
}
