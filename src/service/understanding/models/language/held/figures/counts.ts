import { numberAt, type Read } from '../../../../../text/number-words.ts';
import { plainDigits, type Token, textOf } from '../tokens.ts';
import { contentOf, formOf } from '../word-forms.ts';
import { centuryAt } from './dates.ts';
import type { Count, Found } from './figure.ts';
import { type Unit, unitOf } from './units.ts';

type More = {
  readonly ordinal?: boolean;
  readonly price?: number;
  readonly ratio?: boolean;
  readonly weak?: boolean;
  readonly pair?: readonly [number, number];
};

/** The numbers that begin at a token: one, or several readings of a run such as "four five". */
export function countsAt(tokens: readonly Token[], at: number): Found[] {
  const words = tokens.map(({ form }) => form);
  const word = words[at] ?? '';
  const count = (to: number, values: readonly number[], more: More = {}) => [
    counted(tokens, { from: at, to }, values, more),
  ];
  const fraction = fractionAt(words, at);
  if (fraction) return count(fraction.end, [fraction.value], { ratio: true });
  const least = MAGNITUDES[word];
  if (least !== undefined && !numberAt(words, at - 1))
    return [{ from: at, to: at + 1, figure: { kind: 'magnitude', text: word, least } }];
  const read = numberAt(words, at);
  if (!read) return articleAt(words, at).flatMap((value) => count(at + 1, [value], { weak: true }));
  if (word === 'one' && (PRONOUN.test(words[at - 1] ?? '') || MODAL.test(words[at + 1] ?? ''))) return [];
  const century = centuryAt(words, at);
  if (century) {
    const pair = pairOf(runAt(tokens, at).filter(({ end }) => end <= century.end));
    const [whole, parts] = pair ?? [century.value, 0];
    return count(century.end, [century.value], pair && { pair, price: whole + parts / 100 });
  }
  const run = runAt(tokens, at);
  if (run.length > 1) return ofRun(tokens, at, run);
  const digits = plainDigits(formOf(tokens[at]?.raw ?? '')).map(Number);
  const values = read.end === at + 1 && digits.length > 1 ? digits : [read.value];
  return count(read.end, values, { weak: isWeak(words, at, read), ...(read.ordinal && { ordinal: true }) });
}

/** Numbers in words one after the other, each below a hundred. */
function runAt(tokens: readonly Token[], at: number): Read[] {
  const words = tokens.map(({ form }) => form);
  const run: Read[] = [];
  for (let from = at; ; ) {
    const oh = run.length > 0 && /^(?:oh|o)$/.test(words[from] ?? '');
    const read: Read | undefined = oh ? { value: 0, end: from + 1 } : numberAt(words, from);
    const spoken = /^\p{L}/u.test(words[from] ?? '');
    if (!read || !spoken || read.value >= 100 || read.ordinal) return run;
    if (run.length > 0 && tokens[from]?.apart) return run;
    run.push({ value: read.value, end: read.end });
    from = read.end;
  }
}

/** "Three fifty", "two oh six", "five five five one"; "four five" may be two numbers as well. */
function ofRun(tokens: readonly Token[], at: number, run: readonly Read[]): Found[] {
  const to = run.at(-1)?.end ?? at + 1;
  const joined = Number(run.map(({ value }) => value).join(''));
  const pair = pairOf(run);
  const price = pair && pair[0] + pair[1] / (pair[1] < 10 ? 10 : 100);
  const whole = counted(tokens, { from: at, to }, [joined], {
    ...(pair && { pair }),
    ...(price && { price }),
  });
  if (run.some(({ value }) => value > 9)) return [whole];
  const each = run.map(({ value, end }, index) =>
    counted(tokens, { from: run[index - 1]?.end ?? at, to: end }, [value]),
  );
  return [whole, ...each];
}

/** Two numbers that can be an hour and its minutes. */
function pairOf([hour, minute, ...more]: readonly Read[]): readonly [number, number] | undefined {
  if (!hour || !minute || more.length > 0 || hour.value > 24 || minute.value > 59) return undefined;
  return [hour.value, minute.value];
}

/** "Half", "two thirds", "a quarter of". */
function fractionAt(
  words: readonly string[],
  at: number,
): { readonly value: number; readonly end: number } | undefined {
  const [word = '', next = '', after = ''] = words.slice(at, at + 3);
  const parts = (name: string) => PARTS[name.replace(/s$/, '')];
  if (word === 'half' && scaleFollows(words, at)) return undefined;
  if (/^(?:half|halfway|halves|halfte)$/.test(word)) return { value: 0.5, end: at + 1 };
  const one = /^(?:a|one)$/.test(word) ? parts(next) : undefined;
  if (one !== undefined && (after === 'of' || word === 'one')) return { value: 1 / one, end: at + 2 };
  const count = numberAt(words, at);
  const name = words[count?.end ?? -1] ?? '';
  const part = name.endsWith('s') ? parts(name) : undefined;
  return count && part !== undefined && count.value < part * 2
    ? { value: count.value / part, end: count.end + 1 }
    : undefined;
}

/** "An hour", "both", "twice". */
function articleAt(words: readonly string[], at: number): number[] {
  const [word = '', next = ''] = words.slice(at, at + 2);
  if (/^(?:an?|per|eine|einen)$/.test(word) && unitOf(next)) return [1];
  const value = MULTIPLES[word];
  return value === undefined ? [] : [value];
}

const SYMBOL = /^(?:[$€£¥₹₽]|usd|eur|gbp|chf|jpy|inr|pln|cny)$/;
/** Words between a number and its unit. */
const BETWEEN = /^(?:us|american|canadian|swiss|metric|nautical|square|cubic|whole|full|solid|more)$/;

/** A count with the unit before or after it, and what it counts. */
function counted(
  tokens: readonly Token[],
  { from, to }: { readonly from: number; readonly to: number },
  values: readonly number[],
  { ratio, weak, ordinal, pair, price }: More = {},
): Found {
  const words = tokens.map(({ form }) => form);
  const symbol = unitOf(SYMBOL.test(words[from - 1] ?? '') ? words[from - 1] : undefined);
  const place = unitPlace(words, to, ratio === true);
  const named = symbol ? undefined : unitOf(words[place]);
  const unit: Unit | undefined = symbol ?? named ?? (ratio ? { kind: 'ratio', factor: 1 } : undefined);
  const rest = restOf(words, named || (symbol && unitOf(words[to])) ? place + 1 : to, unit);
  const figure: Count = {
    kind: 'count',
    text: textOf(tokens, from, named ? place + 1 : to),
    values: values.map((value) => Math.round((value + rest.value) * 1e9) / 1e9),
    of: thingAfter(tokens, rest.end),
    ...(unit && { unit }),
    ...(weak && { weak }),
    ...(ordinal && { ordinal }),
    ...(pair && { pair }),
    ...(price !== undefined && { price }),
  };
  // "Two or three weeks" leaves the three to be read.
  return { from, to: place > to + 1 && !ratio ? to : rest.end, figure };
}

/** Where the unit of a number that ends at a word may stand: "three whole weeks", "two or three weeks", "half an hour". */
function unitPlace(words: readonly string[], at: number, ratio: boolean): number {
  const word = words[at] ?? '';
  if (ratio && /^(?:an?|of)$/.test(word)) return /^an?$/.test(words[at + 1] ?? '') ? at + 2 : at + 1;
  if (BETWEEN.test(word)) return at + 1;
  return /^(?:or|to)$/.test(word) ? (numberAt(words, at + 1)?.end ?? at) : at;
}

/** "And a half" after an hour, "and fifty cents" after dollars: what they add, and where they end. */
function restOf(words: readonly string[], at: number, unit: Unit | undefined): Read {
  const [and, a, half] = words.slice(at, at + 3);
  if (unit?.kind === 'time' && and === 'and' && a === 'a' && half === 'half')
    return { value: 0.5, end: at + 3 };
  const cents =
    unit && /^(?:dollar|euro|pound)$/.test(unit.kind)
      ? numberAt(words, and === 'and' ? at + 1 : at)
      : undefined;
  if (!cents || !/^(?:cents?|pence|p)$/.test(words[cents.end] ?? '')) return { value: 0, end: at };
  return { value: cents.value / 100, end: cents.end + 1 };
}

/** Lemmas of the next words of the clause: what is counted. */
function thingAfter(tokens: readonly Token[], at: number): string[] {
  const after = tokens.slice(at, at + 3);
  const stop = after.findIndex(({ apart, form }) => apart || /\d/.test(form));
  const own = after.slice(0, stop < 0 ? undefined : stop);
  return contentOf(own.map(({ form }) => form).join(' '));
}

/** "One" and "first" count little, and "a second boat" is another one. */
function isWeak(words: readonly string[], at: number, { value, end }: Read): boolean {
  const word = words[at] ?? '';
  if (value === 1 && /^(?:one|first|eins)$/.test(word)) return !unitOf(words[end]);
  return word === 'second' && words[at - 1] === 'a';
}

const scaleFollows = (words: readonly string[], at: number) =>
  /^an?$/.test(words[at + 1] ?? '') && numberAt(words, at) !== undefined;

/** "One should wait". */
const MODAL = /^(?:should|must|can|could|may|might|would|has|needs|ought)$/;

/** "No one", "this one". */
const PRONOUN = /^(?:no|any|every|some|each|this|that|which|the|another|only|new|old|next|last)$/;

const PARTS: Readonly<Record<string, number>> = {
  half: 2,
  third: 3,
  quarter: 4,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  eighth: 8,
  tenth: 10,
};

const MULTIPLES: Readonly<Record<string, number>> = {
  both: 2,
  twice: 2,
  double: 2,
  doubled: 2,
  couple: 2,
  pair: 2,
  single: 1,
  once: 1,
  triple: 3,
  thrice: 3,
};

const MAGNITUDES: Readonly<Record<string, number>> = {
  dozens: 24,
  hundreds: 100,
  thousands: 1_000,
  millions: 1e6,
  billions: 1e9,
};
