import { tokens } from '../../../../../text/split-words.ts';
import { NUMBER, readNumber } from '../../numbers.ts';
import { unitNamed } from '../../units.ts';

/** A number in a text that is neither money nor a date: what it counts is what follows it. */
export interface Counted {
  readonly text: string;
  /** In characters of the text. */
  readonly from: number;
  readonly number: number;
  readonly ordinal: boolean;
  readonly year?: boolean;
  /** For a length of time in words: `half an hour`. */
  readonly unit?: string;
}

const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const ORDINAL = new RegExp(
  `\\b(?:(?<tens>twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[\\s-])?(?<word>${ORDINALS.join('|')})\\b|\\b(?<figure>\\d+)(?:st|nd|rd|th)\\b`,
  'gi',
);
/** The whole of a number: not the six of `sixty`. */
const PLAIN = new RegExp(`${NUMBER}(?![\\p{L}\\d])`, 'giu');
const SPOKEN_YEAR =
  /\b(?<century>seventeen|eighteen|nineteen|twenty)[\s-](?:(?<tens>ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[\s-](?<unit>one|two|three|four|five|six|seven|eight|nine))?|(?<teen>eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)|(?:oh|o)[\s-](?<zero>one|two|three|four|five|six|seven|eight|nine))\b(?!\s+(?:percent|euros?|dollars?|pounds?|people|minutes?|hours?|thousand))/gi;
const PERIODS = 'second|minute|hour|day|night|week|fortnight|month|year';
/** Lengths of time whose number is no number: `an hour and a half`, `a couple of weeks`, `half an hour`. */
const LENGTH = new RegExp(
  String.raw`\b(?<whole>(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten))\s+(?:${PERIODS})s?\s+and\s+a\s+(?<more>half|quarter)\b|\b(?<part>half|quarter\s+of|three\s+quarters\s+of)\s+an?\s+(?:${PERIODS})\b|\ba\s+couple\s+of\s+(?:${PERIODS})s\b|\b(?:an?)\s+(?:full\s+|whole\s+|good\s+)?(?:${PERIODS})\b(?!\s+(?:later|ago|or\s+(?:two|so)|from|to\s+go))`,
  'gi',
);
const COUPLE = /\b(?:a\s+couple|a\s+pair|both)\b|\b(?:a\s+dozen)\b|\b(?:twice|once|nobody|none)\b/gi;
const WORDS: Readonly<Record<string, number>> = { twice: 2, once: 1, both: 2, nobody: 0, none: 0 };
/** `one` that stands for a thing: `the one`, `one of them`, `no one`. */
const PRONOUN =
  /\b(?:the|this|that|no|any|every|each|another|which|new|old|big|small|last|next|right|wrong|other)\s+$/i;

/** Lengths of time in words, then all other numbers and ordinals of a text, in no order; none overlap. */
export function countedIn(text: string): Counted[] {
  const found: Counted[] = [];
  const free = (from: number, length: number) =>
    !found.some((one) => from < one.from + one.text.length && from + length > one.from);
  const add = (one: Counted) => {
    if (free(one.from, one.text.length)) found.push(one);
  };
  for (const match of text.matchAll(LENGTH)) {
    const length = lengthOf(match);
    if (length) add({ text: match[0], from: match.index, ordinal: false, ...length });
  }
  for (const { 0: said, index, groups = {} } of text.matchAll(SPOKEN_YEAR)) {
    const { century = '', tens = '', unit = '', teen = '', zero = '' } = groups;
    const [first, ...rest] = [century, tens, unit, teen, zero].map((word) => readNumber(word) ?? 0);
    const number = (first ?? 0) * 100 + rest.reduce((sum, one) => sum + one, 0);
    add({ text: said, from: index, number, ordinal: false, year: true });
  }
  for (const { 0: whole, index, groups = {} } of text.matchAll(ORDINAL)) {
    const { tens = '', word, figure } = groups;
    // `a second` is a time, `the second` of two is no number that a form asks for.
    if (/^second$/i.test(whole) && /\ba\s$/i.test(text.slice(0, index))) continue;
    const unit = word === undefined ? Number(figure) : ORDINALS.indexOf(word.toLowerCase()) + 1;
    const number = unit + (tens ? (readNumber(tens) ?? 0) : 0);
    add({ text: whole, from: index, number, ordinal: true });
  }
  for (const { 0: raw, index } of text.matchAll(PLAIN)) {
    const said = raw.trim();
    const from = index + raw.indexOf(said);
    if (/[\p{L}\p{N}][.,:/-]?$/u.test(text.slice(Math.max(0, from - 2), from)) && /^\d/.test(said)) continue;
    if (/^[:/]\d/.test(text.slice(from + said.length))) continue;
    if (
      /^one$/i.test(said) &&
      (PRONOUN.test(text.slice(0, from)) ||
        /^\s+(?:of|thing|day|more|who|that|is|was)\b/i.test(text.slice(from + said.length)))
    )
      continue;
    const read = readLongest(said);
    if (read) add({ ...read, from, ordinal: false });
  }
  for (const { 0: said, index } of text.matchAll(COUPLE)) {
    const plain = said.toLowerCase();
    add({
      text: said,
      from: index,
      number: WORDS[plain] ?? (plain.includes('dozen') ? 12 : 2),
      ordinal: false,
    });
  }
  return found;
}

/** The first number of a run of words: `thirty-eight one` is 38.1 as thermometers are read out, `five five` is 5. */
function readLongest(said: string): { text: string; number: number } | undefined {
  const words = said.split(/(?<=\s)/);
  for (let count = words.length; count > 0; count -= 1) {
    const text = words.slice(0, count).join('').trim();
    const number = readNumber(text);
    if (number === undefined) continue;
    const next = readNumber((words[count] ?? '').trim());
    const decimal = number >= 20 && number < 100 && number % 10 > 0 && next !== undefined && next < 10;
    if (!decimal) return { text, number };
    return {
      text: words
        .slice(0, count + 1)
        .join('')
        .trim(),
      number: number + next / 10,
    };
  }
  return undefined;
}

function lengthOf({ 0: said, groups = {} }: RegExpExecArray): { number: number; unit: string } | undefined {
  const period = new RegExp(PERIODS, 'i').exec(said.toLowerCase())?.[0] ?? '';
  const fortnight = period === 'fortnight';
  const unit = fortnight ? 'weeks' : period === 'night' ? 'nights' : unitNamed(period);
  if (unit === undefined) return undefined;
  const { whole, more, part } = groups;
  const share = (word = '') => (/three/i.test(word) ? 0.75 : /quarter/i.test(word) ? 0.25 : 0.5);
  const number =
    whole !== undefined
      ? (/^an?$/i.test(whole) ? 1 : (readNumber(whole) ?? 1)) + share(more)
      : part !== undefined
        ? share(part)
        : /couple/i.test(said)
          ? 2
          : 1;
  return { number: number * (fortnight ? 2 : 1), unit };
}

/** Seconds, grams and metres of a unit, to compare `an hour and a half` with a field of minutes. */
const SIZES: Readonly<Record<string, number>> = {
  milliseconds: 0.001,
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
  weeks: 604_800,
  months: 2_629_800,
  years: 31_557_600,
  mg: 0.001,
  grams: 1,
  kg: 1000,
  tons: 1_000_000,
  mm: 0.001,
  cm: 0.01,
  meters: 1,
  km: 1000,
  ml: 0.001,
  liters: 1,
};

/** A number of one unit in another of the same dimension; undefined where that is not exact or not known. */
export function converted(number: number, from: string, to: string): number | undefined {
  if (from === to) return number;
  if (from === 'years' && to === 'months') return number * 12;
  const [own, other] = [SIZES[from], SIZES[to]];
  if (own === undefined || other === undefined) return undefined;
  // Months have no fixed number of days.
  if (/months|years/.test(from) !== /months|years/.test(to)) return undefined;
  const value = Math.round((number * own * 1e6) / other) / 1e6;
  return Math.abs(value * other - number * own) < 1e-3 * own ? value : undefined;
}

/** Words before a number that make it the name of one of several: `room 6`, `bed nine`, `day three`. */
const LABELLED =
  /\b(?:room|unit|hall|number|day|bed|page|chapter|section|line|item|point|step|gate|platform|block|floor|level|question|episode|season|sprint|group|class|year|grade|table|lot|phase|part|volume|act|bay|track|tube|box|house|version|route|bus|aisle|lane|zone|ward|row|channel|exit|junction|no\.?|street)\s+$/i;

/** The word that a number is the label of; undefined where it counts something. */
export function labelBefore(text: string, at: number): string | undefined {
  return LABELLED.exec(text.slice(Math.max(0, at - 20), at))?.[0]
    .trim()
    .toLowerCase();
}

/** The stems that follow a place in a text: what a number counts. */
export function nounsAfter(text: string, at: number): string[] {
  const rest = /^[^.,;:!?]*/.exec(text.slice(at))?.[0] ?? '';
  const words = tokens(rest).slice(0, 4);
  // What comes after another number is counted by that one.
  const next = words.findIndex(({ word }) => readNumber(word) !== undefined);
  return words.slice(0, next < 0 ? undefined : next).map(({ stem }) => stem);
}
