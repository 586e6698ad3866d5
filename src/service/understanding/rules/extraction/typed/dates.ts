import { en, type ParsedComponents, type ParsedResult } from 'chrono-node';
import type { Mention, Passage } from '../types.ts';

/** Words that mean a day or month only next to a number, or after `in`, `on` and the like. */
const AMBIGUOUS =
  /^(?:sun|mon|tue|wed|thu|fri|sat|jan|feb|mar|march|may|apr|jun|jul|aug|sep|oct|nov|dec|now|second)\.?$/i;
const INTRODUCED = /\b(?:in|of|since|until|by|last|next|this|every)\s+$/i;
const LEADING = /^(?:on|in|at|by|from|since|until|till|of|during|before|after|around)\s+(?:the\s+)?/i;
/** A span of time or a relative time, not a date. */
const SPAN =
  /^(?:(?:for|in|within|about|over|after|every)\s+)?(?:the\s+)?(?:(?:last|past|next)\s+)?(?:\d+(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|half an?|few|several)\s*(?:few\s+)?(?:milli)?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)(?:\s+(?:later|ago|from now|before|earlier))?$/i;
const RELATIVE_AGO = /\b(?:ago|from now)$/i;
const YEAR =
  /\b(?:in|between|since|of|by|from|until|before|after|during|year|around)\s+((?:1[5-9]|20)\d\d)\b(?!\s*(?:%|percent|people|dollars|euros|meters|metres|km|kg|tons|[,.]\d))/gi;
const DECADE = /\bthe\s+((?:1[5-9]|20)\d0s)\b/gi;
/** The end of a span of years: `from 2010 to 2015`. */
const LAST_YEAR = /\b(?:from|between)\s+(?:1[5-9]|20)\d\d\s+(?:to|and|until|till)\s+((?:1[5-9]|20)\d\d)\b/gi;
/** The first day of a span before its last one: `between the 3rd and the`. */
const FIRST_DAY =
  /\b(?:between|from)\s+(?:the\s+)?((\d{1,2})(?:st|nd|rd|th)?\s+(?:and|to|until)\s+(?:the\s+)?)$/i;
/** The first hour of a span before its last one: `between 3 and`. */
const FIRST_HOUR = /\b(?:between|from)\s+((\d{1,2})(?::(\d\d))?\s+(?:and|to|until|till)\s+)$/i;
/** A verb to us, and `last second` to the parser. */
const LASTS = /\blasts\b/gi;
const NUMERIC = /^(\d{1,2})[/.](\d{1,2})[/.]\d{2,4}$/;

/**
 * Dates and times of day in a passage. A date has an ISO 8601 form if its year is stated, or if it is relative
 * (`tomorrow`) and the reference day is known. A range has both ends, as `start/end`.
 * @param reference the day of the recording; undefined if unknown
 */
export function datesIn(passage: Passage, reference: Date | undefined): Mention[] {
  const found: Mention[] = [];
  const taken = (from: number, to: number) =>
    found.some((one) => from < one.from + one.text.length && to > one.from);
  const read = passage.text.replace(LASTS, (verb) => '_'.repeat(verb.length));
  for (const result of en.parse(read, reference ?? new Date(Date.UTC(2000, 5, 15, 12)))) {
    const mention = mentionOf(passage, result, reference);
    if (mention) found.push(mention);
  }
  for (const pattern of [YEAR, LAST_YEAR, DECADE])
    for (const { 0: whole, 1: year = '', index } of passage.text.matchAll(pattern)) {
      const from = index + whole.length - year.length;
      if (taken(from, from + year.length)) continue;
      const value = /^\d{4}$/.test(year) ? { value: year } : {};
      found.push({ type: 'dates', text: year, key: year, ...value, passage, from });
    }
  return found.sort((one, other) => one.from - other.from);
}

function mentionOf(passage: Passage, result: ParsedResult, reference: Date | undefined): Mention | undefined {
  const leading = LEADING.exec(result.text)?.[0] ?? '';
  const text = result.text.slice(leading.length).replace(/[\s,.]+$/, '');
  const { start } = result;
  const calendar = (['day', 'month', 'year', 'weekday'] as const).some((part) => start.isCertain(part));
  if (!calendar && !start.isCertain('hour')) return undefined;
  const before = passage.text.slice(Math.max(0, result.index - 12), result.index) + leading;
  if (AMBIGUOUS.test(text) && !(/^(?:march|may)$/i.test(text) && INTRODUCED.test(before))) return undefined;
  if (SPAN.test(text) && !RELATIVE_AGO.test(text)) return undefined;
  const from = result.index + leading.length;
  if (!calendar) return timeOfDay(passage, result, text, from);
  const first = FIRST_DAY.exec(passage.text.slice(0, from));
  const value = first
    ? spanOf(first[2] ?? '', isoOf(start, text, reference))
    : rangeOf(result, text, reference);
  const own = { text: `${first?.[1] ?? ''}${text}`, from: from - (first?.[1]?.length ?? 0) };
  const key = value ?? own.text.toLowerCase();
  return { type: 'dates', ...own, key, ...(value !== undefined && { value }), passage };
}

/** Both ends of a range, or the one date. */
function rangeOf(
  { start, end }: ParsedResult,
  text: string,
  reference: Date | undefined,
): string | undefined {
  const first = isoOf(start, text, reference);
  if (!end) return first;
  const last = isoOf(end, text, reference);
  return first === undefined || last === undefined ? undefined : `${first}/${last}`;
}

/** The range from a day of the same month to a date. */
function spanOf(day: string, last: string | undefined): string | undefined {
  return last?.length === 10 ? `${last.slice(0, 8)}${day.padStart(2, '0')}/${last}` : undefined;
}

function timeOfDay(
  passage: Passage,
  { start, end }: ParsedResult,
  text: string,
  from: number,
): Mention | undefined {
  // A number, or two, is not a time of day.
  if (/^\d+(?:\s*(?:to|and|-|–|—)\s*\d+)?$/i.test(text)) return undefined;
  // The parser reads `20 a month` as 20 a.m., and `1,150 a month` as 1:50 a.m.
  if (/^\d+\s+a$/i.test(text) && /^\s+\p{L}/u.test(passage.text.slice(from + text.length))) return undefined;
  const first = end ? null : FIRST_HOUR.exec(passage.text.slice(Math.max(0, from - 30), from));
  const last = end?.get('hour') ?? 24;
  const ends = [start, ...(end ? [end] : [])].map((one) => {
    const hour = one.get('hour') ?? 0;
    // The parser reads `11 to 1 pm` as 11 pm to 1 pm.
    return clock(hour > last && hour >= 12 ? hour - 12 : hour, one.get('minute') ?? 0);
  });
  const value = [...(first ? [hourBefore(start.get('hour') ?? 0, first)] : []), ...ends].join('/');
  const own = { text: `${first?.[1] ?? ''}${text}`, from: from - (first?.[1]?.length ?? 0) };
  return { type: 'times', ...own, key: value, value, passage };
}

/** The first hour of a span is the closest one before its last: of `3 and 4 pm` 15:00, of `11 and 1 pm` 11:00. */
function hourBefore(last: number, [, , hour = '0', minute = '0']: RegExpExecArray): string {
  const first = Number(hour);
  return clock(first + 12 < last ? first + 12 : first, Number(minute));
}

const two = (value: number) => String(value).padStart(2, '0');
const clock = (hour: number, minute: number) => `${two(hour)}:${two(minute)}`;

/** ISO 8601, as precise as stated; undefined if it would be a guess. */
function isoOf(start: ParsedComponents, text: string, reference: Date | undefined): string | undefined {
  const year = start.get('year');
  const [month, day] = [start.get('month'), start.get('day')];
  if (year === null || month === null || day === null) return undefined;
  const time = start.isCertain('hour') ? `T${clock(start.get('hour') ?? 0, start.get('minute') ?? 0)}` : '';
  const whole = `${year}-${two(month)}-${two(day)}${time}`;
  if (!saysYear(text, year)) {
    // A day and month without a year is ambiguous; one relative to a known day is not.
    const counted = start.isCertain('weekday') || (start.isCertain('year') && start.isCertain('day'));
    return reference && counted ? whole : undefined;
  }
  if (ambiguousOrder(text)) return undefined;
  if (start.isCertain('day')) return whole;
  return start.isCertain('month') ? `${year}-${two(month)}` : String(year);
}

function saysYear(text: string, year: number): boolean {
  return text.includes(String(year)) || new RegExp(`[/.'’]${two(year % 100)}$`).test(text);
}

/** 3/4/2024 can be in March or in April. */
function ambiguousOrder(text: string): boolean {
  const [, first, second] = NUMERIC.exec(text) ?? [];
  return first !== undefined && first !== second && Number(first) <= 12 && Number(second) <= 12;
}
