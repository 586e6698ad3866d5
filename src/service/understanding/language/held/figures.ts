import { numberAt, type Read } from './number-words.ts';
import { type Unit, unitOf } from './units.ts';
import { contentOf, formOf, lemmaOf } from './words.ts';

/** A number, with what it counts. */
export interface Count {
  readonly kind: 'count';
  readonly text: string;
  /** Its readings: "three fifty" is 350 and 3.5, "3.500" is 3500 and 3.5. */
  readonly values: readonly number[];
  readonly unit?: Unit;
  /** Hour and minute, if it can be a time of day too: "four thirty". */
  readonly pair?: readonly [number, number];
  /** Lemmas of the words after it. */
  readonly of: readonly string[];
  /** A word that need not count anything: "one", "first", "an hour", "both". */
  readonly weak?: boolean;
}

/** "Thousands": at least this much, and less than a thousand times as much. */
export interface Magnitude {
  readonly kind: 'magnitude';
  readonly text: string;
  readonly least: number;
}

/** A time of day: minutes since noon or midnight, and which if that was said. */
export interface Clock {
  readonly kind: 'clock';
  readonly text: string;
  readonly minutes: number;
  readonly half?: 'am' | 'pm';
}

/** A date with its month, a year alone is a count. */
export interface CalendarDate {
  readonly kind: 'date';
  readonly text: string;
  readonly month: number;
  readonly day?: number;
  readonly year?: number;
}

export type Figure = Count | Magnitude | Clock | CalendarDate;

interface Token {
  /** Lower case; digits in plain form. */
  readonly form: string;
  readonly raw: string;
  /** Whether a mark that ends a clause stands before it. */
  readonly apart: boolean;
}

const TOKEN =
  /\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}(?!\d)|\d{1,2}:\d{2}(?::\d{2})?(?!\d)|(?<![\p{L}\p{N}])[-−](?=\d)|\d+(?:[.,'\u00a0\u202f]\d+)*(?:st|nd|rd|th|k|mn|bn|m)?(?!\p{L})|[$€£¥₹₽%°¢]|\p{L}[\p{L}\p{M}]*(?:'\p{L}+)*|\d+/giu;

function tokensOf(text: string): Token[] {
  const plain = text
    .replace(/’/g, "'")
    .replace(/\b([ap])\.\s?m\b\.?/gi, '$1m')
    .replace(/\bper\s+cent\b/gi, 'percent')
    .replace(/(?<=\d)(?!(?:st|nd|rd|th|mn|bn|k|m)\b)(?=\p{L})/giu, ' ')
    .replace(/(?<=\d)\s+s\b/g, '')
    .replace(/\bq([1-4])\b/gi, 'quarter $1');
  let before = 0;
  let minus = '';
  return [...plain.matchAll(TOKEN)].flatMap(({ 0: raw, index }) => {
    const between = plain.slice(before, index);
    before = index + raw.length;
    if (/^[-−]$/.test(raw)) {
      minus = '-';
      return [];
    }
    const form = `${minus}${formOf(raw).replace(/(?<=\d)[.,'\u00a0\u202f](?=\d)/g, (mark) => mark)}`;
    minus = '';
    return [
      {
        form: /^-?\d/.test(form) ? (plainDigits(form)[0] ?? form) : form,
        raw,
        apart: /[.,;:!?()\n—–]/.test(between),
      },
    ];
  });
}

/** The readings of digits with their marks, in plain form: "4,500.50" is 4500.50, "3.500" is 3.500 or 3500. */
function plainDigits(form: string): string[] {
  const [, minus = '', digits = '', after = ''] = /^(-?)([\d.,'\u00a0\u202f]+)(\p{L}*)$/u.exec(form) ?? [];
  const read = (figure: string) => `${minus}${figure}${after}`;
  if (/^\d+$/.test(digits)) return [read(digits)];
  const grouped = digits.replace(/['\u00a0\u202f]/g, '');
  if (/^\d+$/.test(grouped)) return [read(grouped)];
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(grouped)) return [read(grouped.replaceAll(',', ''))];
  if (/^\d{1,3}\.\d{3}$/.test(grouped)) return [read(grouped), read(grouped.replace('.', ''))];
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(grouped))
    return [read(grouped.replaceAll('.', '').replace(',', '.'))];
  if (/^\d+[.,]\d+$/.test(grouped)) return [read(grouped.replace(',', '.'))];
  return [];
}

/** All numbers, dates and times of day in a text, in digits or in words, each once. */
export function figuresIn(text: string): Figure[] {
  const tokens = tokensOf(text);
  const reading = new Reading(tokens);
  return reading.figures();
}

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

const DAYPARTS: Readonly<Record<string, 'am' | 'pm'>> = {
  ...{ am: 'am', morning: 'am', pm: 'pm', afternoon: 'pm', evening: 'pm', night: 'pm', tonight: 'pm' },
  ...{ morgens: 'am', vormittags: 'am', nachmittags: 'pm', abends: 'pm' },
};

/** Half of the day that a word says. */
export function daypartOf(form: string): 'am' | 'pm' | undefined {
  return DAYPARTS[form];
}

class Reading {
  readonly #tokens: readonly Token[];
  readonly #words: readonly string[];
  readonly #taken = new Set<number>();
  readonly #found: { readonly at: number; readonly figure: Figure }[] = [];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.#words = tokens.map(({ form }) => form);
  }

  figures(): Figure[] {
    for (const read of [this.#dateAt, this.#clockAt, this.#countAt])
      for (let at = 0; at < this.#words.length; at += 1) if (!this.#taken.has(at)) read.call(this, at);
    return this.#found.toSorted((one, other) => one.at - other.at).map(({ figure }) => figure);
  }

  #add(from: number, to: number, figure: Figure): void {
    for (let at = from; at < to; at += 1) this.#taken.add(at);
    this.#found.push({ at: from, figure });
  }

  #text(from: number, to: number): string {
    const tokens = this.#tokens.slice(from, to);
    return tokens.map(({ raw }) => raw).join(' ');
  }

  #dateAt(at: number): void {
    const word = this.#words[at] ?? '';
    const text = this.#tokens[at]?.raw ?? '';
    const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
    if (isoYear !== undefined)
      return this.#add(at, at + 1, date(text, Number(isoMonth), Number(isoDay), Number(isoYear)));
    const [, first, mark, second, year] = /^(\d{1,2})([./])(\d{1,2})[./](\d{2,4})$/.exec(text) ?? [];
    if (first !== undefined) {
      const century = year?.length === 2 ? 2000 : 0;
      const [day, month] = mark === '.' || Number(first) > 12 ? [first, second] : [second, first];
      return this.#add(at, at + 1, date(text, Number(month), Number(day), century + Number(year)));
    }
    const month = MONTHS.findIndex((names) => names.has(word)) + 1;
    if (month === 0) return;
    const before = this.#dayBefore(at);
    let to = at + 1;
    let day = before?.day;
    if (day === undefined && this.#yearAt(to) === undefined) {
      const next = numberAt(this.#words, this.#words[to] === 'the' ? to + 1 : to);
      if (next && isDay(next.value) && !unitOf(this.#words[next.end])) [day, to] = [next.value, next.end];
    }
    const own = this.#yearAt(this.#words[to] === 'of' ? to + 1 : to);
    const said = day !== undefined || own !== undefined || BEFORE_MONTH.test(this.#words[at - 1] ?? '');
    if (PERHAPS_MONTH.test(word) && !said && !/^\p{Lu}/u.test(at > 0 && !this.#tokens[at]?.apart ? text : ''))
      return;
    if (own) to = own.end;
    const from = before?.from ?? at;
    this.#add(from, to, date(this.#text(from, to), month, day, own?.value));
  }

  #dayBefore(at: number): { readonly day: number; readonly from: number } | undefined {
    const end = /^(?:of|the)$/.test(this.#words[at - 1] ?? '') ? at - 1 : at;
    for (const from of [end - 2, end - 1]) {
      const read = from >= 0 ? numberAt(this.#words, from) : undefined;
      if (read?.end === end && isDay(read.value)) return { day: read.value, from };
    }
    return undefined;
  }

  #yearAt(at: number): { readonly value: number; readonly end: number } | undefined {
    const read = numberAt(this.#words, at);
    if (!read || !Number.isInteger(read.value)) return undefined;
    if (read.value >= 1000 && read.value < 3000) return read;
    return this.#centuryAt(at);
  }

  /** "Nineteen twelve", "twenty oh six". */
  #centuryAt(at: number): { readonly value: number; readonly end: number } | undefined {
    const century = numberAt(this.#words, at);
    if (!century || century.ordinal || century.value < 10 || century.value > 21) return undefined;
    const oh = /^(?:oh|o)$/.test(this.#words[century.end] ?? '');
    const rest = numberAt(this.#words, oh ? century.end + 1 : century.end);
    if (!rest || rest.ordinal || rest.value > 99 || (oh ? rest.value > 9 : rest.value < 10)) return undefined;
    const spoken = /^\p{L}/u.test(this.#words[at] ?? '') && /^\p{L}/u.test(this.#words[rest.end - 1] ?? '');
    return spoken ? { value: century.value * 100 + rest.value, end: rest.end } : undefined;
  }

  #clockAt(at: number): void {
    const word = this.#words[at] ?? '';
    const clock =
      this.#namedTime(at) ?? this.#digitalTime(at) ?? this.#relativeTime(at) ?? this.#wholeHour(at);
    if (!clock) return;
    let { end } = clock;
    let { half } = clock;
    for (const skip of [0, 1, 2]) {
      const after = this.#words.slice(end, end + skip);
      const part = daypartOf(this.#words[end + skip] ?? '');
      if (half === undefined && part && after.every((one) => /^(?:in|at|the|this|o'clock)$/.test(one))) {
        half = part;
        end += skip + 1;
      }
    }
    if (clock.hour >= 13) half = 'pm';
    const minutes = (clock.hour % 12) * 60 + clock.minute;
    const text = this.#text(at, end) || word;
    this.#add(at, end, { kind: 'clock', text, minutes, ...(half && { half }) });
  }

  #namedTime(at: number): Time | undefined {
    const word = this.#words[at] ?? '';
    if (/^(?:noon|midday|mittag)$/.test(word)) return { hour: 12, minute: 0, half: 'pm', end: at + 1 };
    if (/^(?:midnight|mitternacht)$/.test(word)) return { hour: 0, minute: 0, half: 'am', end: at + 1 };
    return undefined;
  }

  /** "4:20", "4.20 pm". */
  #digitalTime(at: number): Time | undefined {
    const raw = this.#tokens[at]?.raw ?? '';
    const [, hour, mark, minute] = /^(\d{1,2})([:.])(\d\d)(?::\d\d)?$/.exec(raw) ?? [];
    const follows = /^(?:am|pm|uhr|o'clock)$/.test(this.#words[at + 1] ?? '');
    if (hour === undefined || Number(hour) > 24 || Number(minute) > 59) return undefined;
    const introduced =
      /^(?:at|by|until|till|um)$/.test(this.#words[at - 1] ?? '') && !unitOf(this.#words[at + 1]);
    return mark === ':' || follows || introduced
      ? { hour: Number(hour), minute: Number(minute), end: at + 1 }
      : undefined;
  }

  /** "Twenty past four", "half past four", "a quarter to five", "halb fünf". */
  #relativeTime(at: number): Time | undefined {
    const word = this.#words[at] ?? '';
    const german = word === 'halb' ? this.#hourAt(at + 1) : undefined;
    if (german) return { hour: german.hour - 1, minute: 30, end: german.end };
    const count = /^(?:quarter|viertel)$/.test(word)
      ? { value: 15, end: at + 1 }
      : word === 'half'
        ? { value: 30, end: at + 1 }
        : numberAt(this.#words, at);
    if (!count || count.value < 1 || count.value > 59) return undefined;
    const named = /^minute/.test(this.#words[count.end] ?? '');
    const relation = this.#words[named ? count.end + 1 : count.end] ?? '';
    const next = this.#hourAt(count.end + (named ? 2 : 1));
    if (!next || !/^(?:past|to|after|before|nach|vor)$/.test(relation)) return undefined;
    const sure = relation === 'past' || /^(?:quarter|half|viertel)$/.test(word) || named;
    const usual = /^(?:at|by|until|till|around|um)$/.test(this.#words[at - 1] ?? '') && count.value % 5 === 0;
    if (!sure && !usual) return undefined;
    const late = /^(?:past|after|nach)$/.test(relation);
    const hour = late ? next.hour : (next.hour + 11) % 12;
    return { hour, minute: late ? count.value : 60 - count.value, end: next.end };
  }

  #hourAt(at: number): { readonly hour: number; readonly end: number } | undefined {
    const read = numberAt(this.#words, at);
    if (read && !read.ordinal && Number.isInteger(read.value) && read.value >= 1 && read.value <= 24)
      return { hour: read.value, end: read.end };
    const named = this.#namedTime(at);
    return named && { hour: named.hour, end: named.end };
  }

  /** "4 pm", "four o'clock", "16 Uhr 20", "at four thirty". */
  #wholeHour(at: number): Time | undefined {
    const hour = this.#hourAt(at);
    if (!hour) return undefined;
    const next = this.#words[hour.end] ?? '';
    const minute = numberAt(this.#words, next === 'uhr' ? hour.end + 1 : hour.end);
    const minutes = minute && !minute.ordinal && minute.value >= 10 && minute.value < 60 ? minute : undefined;
    if (next === 'uhr') return { ...hour, minute: minutes?.value ?? 0, end: minutes?.end ?? hour.end + 1 };
    if (/^(?:am|pm|o'clock|oclock)$/.test(next)) {
      const end = next.startsWith('o') ? hour.end + 1 : hour.end;
      return { ...hour, minute: 0, end };
    }
    const introduced = /^(?:at|by|until|till|um)$/.test(this.#words[at - 1] ?? '');
    const followed = daypartOf(this.#words[minutes?.end ?? -1] ?? '');
    const spoken = minutes && !unitOf(this.#words[minutes.end]) && hour.hour <= 12;
    return spoken && (introduced || followed)
      ? { ...hour, minute: minutes.value, end: minutes.end }
      : undefined;
  }

  #countAt(at: number): void {
    const fraction = this.#fractionAt(at);
    if (fraction) return this.#counted(at, fraction.end, [fraction.value], { ratio: true });
    const word = this.#words[at] ?? '';
    const magnitude = MAGNITUDES[word];
    if (magnitude !== undefined && !numberAt(this.#words, at - 1))
      return this.#add(at, at + 1, { kind: 'magnitude', text: word, least: magnitude });
    const read = numberAt(this.#words, at);
    if (!read) return this.#articleAt(at);
    if (word === 'one' && PRONOUN.test(this.#words[at - 1] ?? '')) return;
    const century = this.#centuryAt(at);
    if (century) {
      const pair = this.#pairOf(at, century.end);
      const [whole, parts] = pair.pair ?? [century.value, 0];
      return this.#counted(at, century.end, [century.value, whole + parts / 100], pair);
    }
    const run = this.#runAt(at);
    if (run.length > 1) return this.#ofRun(at, run);
    const more = plainDigits(formOf(this.#tokens[at]?.raw ?? ''))
      .map(Number)
      .filter(Number.isFinite);
    const values = read.end === at + 1 && more.length > 1 ? more : [read.value];
    this.#counted(at, read.end, values, { weak: this.#isWeak(at, read.end, read.value) });
  }

  /** Numbers in words one after the other, each below a hundred. */
  #runAt(at: number): { readonly value: number; readonly end: number }[] {
    const run: Read[] = [];
    for (let from = at; ; ) {
      const oh = run.length > 0 && /^(?:oh|o)$/.test(this.#words[from] ?? '');
      const read: Read | undefined = oh ? { value: 0, end: from + 1 } : numberAt(this.#words, from);
      const spoken = /^\p{L}/u.test(this.#words[from] ?? '');
      if (!read || !spoken || read.value >= 100 || read.ordinal) return run;
      if (run.length > 0 && this.#tokens[from]?.apart) return run;
      run.push({ value: read.value, end: read.end });
      from = read.end;
    }
  }

  /** "Three fifty", "two oh six", "five five five one"; "four five" may be two numbers as well. */
  #ofRun(at: number, run: readonly { readonly value: number; readonly end: number }[]): void {
    const end = run.at(-1)?.end ?? at + 1;
    const joined = Number(run.map(({ value }) => value).join(''));
    const [first, second] = run.map(({ value }) => value);
    const pair =
      run.length === 2 && second !== undefined && second >= 10
        ? [joined, (first ?? 0) + second / 100]
        : [joined];
    this.#counted(at, end, pair, this.#pairOf(at, end));
    if (run.some(({ value }) => value > 9)) return;
    run.forEach(({ value, end: to }, index) => {
      this.#counted(run[index - 1]?.end ?? at, to, [value], {});
    });
  }

  #pairOf(at: number, end: number): { readonly pair?: readonly [number, number] } {
    const [hour, minute, ...more] = this.#runAt(at).filter((one) => one.end <= end);
    if (!hour || !minute || more.length > 0 || hour.value > 24 || minute.value > 59) return {};
    return { pair: [hour.value, minute.value] };
  }

  /** "Half", "two thirds", "a quarter of". */
  #fractionAt(at: number): { readonly value: number; readonly end: number } | undefined {
    const [word = '', next = '', after = ''] = this.#words.slice(at, at + 3);
    const parts = (name: string) => PARTS[name.replace(/s$/, '')];
    if (word === 'half' && scaleFollows(this.#words, at)) return undefined;
    if (/^(?:half|halfway|halves|halfte)$/.test(word)) return { value: 0.5, end: at + 1 };
    const one = /^(?:a|one)$/.test(word) ? parts(next) : undefined;
    if (one !== undefined && (after === 'of' || word === 'one')) return { value: 1 / one, end: at + 2 };
    const count = numberAt(this.#words, at);
    const name = this.#words[count?.end ?? -1] ?? '';
    const part = name.endsWith('s') ? parts(name) : undefined;
    return count && part !== undefined && count.value < part * 2
      ? { value: count.value / part, end: count.end + 1 }
      : undefined;
  }

  /** "An hour", "both", "twice". */
  #articleAt(at: number): void {
    const [word = '', next = ''] = this.#words.slice(at, at + 2);
    const unit = unitOf(next);
    if (/^(?:an?|one|per|eine|einen)$/.test(word) && unit)
      return this.#counted(at, at + 1, [1], { weak: true });
    const value = MULTIPLES[word];
    if (value !== undefined) this.#counted(at, at + 1, [value], { weak: true });
  }

  /** Adds a count, with the unit before or after it. */
  #counted(
    from: number,
    to: number,
    given: readonly number[],
    {
      ratio = false,
      weak = false,
      pair,
    }: { ratio?: boolean; weak?: boolean; pair?: readonly [number, number] },
  ): void {
    let values = given;
    let end = to;
    const symbol = this.#words[from - 1] ?? '';
    const of = ratio && /^(?:an?|of)$/.test(this.#words[end] ?? '');
    while (of && /^(?:an?|of)$/.test(this.#words[end] ?? '') && end < to + 2) end += 1;
    if (
      /^(?:us|american|canadian|swiss|metric|nautical|square|cubic|whole|full|solid|more|or|to)$/.test(
        this.#words[end] ?? '',
      )
    ) {
      const other = /^(?:or|to)$/.test(this.#words[end] ?? '') ? numberAt(this.#words, end + 1) : undefined;
      end = other ? other.end : end + 1;
    }
    let unit = unitOf(/^[$€£¥₹₽]$/.test(symbol) ? symbol : this.#words[end]);
    if (unit && !/^[$€£¥₹₽]$/.test(symbol)) end += 1;
    const [and, a, half] = this.#words.slice(end, end + 3);
    if (unit?.kind === 'time' && and === 'and' && a === 'a' && half === 'half') {
      values = values.map((value) => value + 0.5);
      this.#taken.add(end + 2);
      end += 3;
    } else if (unit && /^(?:dollar|euro|pound)$/.test(unit.kind)) {
      const cents = numberAt(this.#words, and === 'and' ? end + 1 : end);
      if (cents && /^(?:cents?|pence|p)$/.test(this.#words[cents.end] ?? '')) {
        values = values.map((value) => value + cents.value / 100);
        for (let taken = end; taken <= cents.end; taken += 1) this.#taken.add(taken);
        end = cents.end + 1;
      }
    }
    if (!unit && ratio) unit = { kind: 'ratio', factor: 1 };
    const after = this.#tokens.slice(end, end + 3);
    const stop = after.findIndex(({ apart, form }) => apart || /\d/.test(form));
    const of_ = contentOf(
      after
        .slice(0, stop < 0 ? undefined : stop)
        .map(({ form }) => form)
        .join(' '),
    );
    const text = this.#text(from, Math.max(to, unit ? end : to));
    const figure: Count = {
      kind: 'count',
      text,
      values,
      of: of_.map(lemmaOf),
      ...(unit && { unit }),
      ...(weak && { weak }),
      ...(pair && { pair }),
    };
    for (let at = to; unit && at < end; at += 1) if (unitOf(this.#words[at])) this.#taken.add(at);
    this.#add(from, to, figure);
  }

  #isWeak(at: number, end: number, value: number): boolean {
    const word = this.#words[at] ?? '';
    if (value === 1 && /^(?:one|first|eins)$/.test(word)) return !unitOf(this.#words[end]);
    return word === 'second' && /^(?:a|the)$/.test(this.#words[at - 1] ?? '') === false
      ? false
      : word === 'second' && this.#words[at - 1] === 'a';
  }
}

interface Time {
  readonly hour: number;
  readonly minute: number;
  readonly half?: 'am' | 'pm';
  readonly end: number;
}

function date(text: string, month: number, day?: number, year?: number): CalendarDate {
  return {
    kind: 'date',
    text,
    month,
    ...(day !== undefined && { day }),
    ...(year !== undefined && { year }),
  };
}

const isDay = (value: number) => Number.isInteger(value) && value >= 1 && value <= 31;

const scaleFollows = (words: readonly string[], at: number) =>
  /^an?$/.test(words[at + 1] ?? '') && numberAt(words, at) !== undefined;

/** "No one", "this one". */
const PRONOUN = /^(?:no|any|every|some|each|this|that|which|the|another|only|new|old|next|last)$/;

const PARTS: Readonly<Record<string, number>> = {
  ...{ half: 2, third: 3, quarter: 4, fourth: 4, fifth: 5, sixth: 6, eighth: 8, tenth: 10 },
};

const MULTIPLES: Readonly<Record<string, number>> = {
  ...{
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
  },
};

const MAGNITUDES: Readonly<Record<string, number>> = {
  ...{ dozens: 24, hundreds: 100, thousands: 1_000, millions: 1e6, billions: 1e9 },
};
