import { numberAt } from '../../../../../text/number-words.ts';
import { type Token, textOf } from '../tokens.ts';
import type { Found } from './figure.ts';
import { unitOf } from './units.ts';

const DAYPARTS: Readonly<Record<string, 'am' | 'pm'>> = {
  am: 'am',
  morning: 'am',
  pm: 'pm',
  afternoon: 'pm',
  evening: 'pm',
  night: 'pm',
  tonight: 'pm',
  morgens: 'am',
  vormittags: 'am',
  nachmittags: 'pm',
  abends: 'pm',
};

/** Half of the day that a word says. */
export function daypartOf(form: string): 'am' | 'pm' | undefined {
  return DAYPARTS[form];
}

interface Time {
  readonly hour: number;
  readonly minute: number;
  readonly half?: 'am' | 'pm';
  readonly end: number;
}

/** The time of day that begins at a token. */
export function clockAt(tokens: readonly Token[], at: number): Found | undefined {
  const words = tokens.map(({ form }) => form);
  const time =
    namedTime(words, at) ?? digitalTime(tokens, at) ?? relativeTime(words, at) ?? wholeHour(words, at);
  if (!time) return undefined;
  const { hour, minute } = time;
  const part = time.half ? undefined : partAfter(words, time.end);
  const half = hour >= 13 ? 'pm' : (time.half ?? part?.half);
  const to = part?.end ?? time.end;
  const minutes = (hour % 12) * 60 + minute;
  const figure = { kind: 'clock', text: textOf(tokens, at, to), minutes, ...(half && { half }) } as const;
  return { from: at, to, figure };
}

/** "pm", "in the afternoon", "at night". */
function partAfter(
  words: readonly string[],
  at: number,
): { readonly half: 'am' | 'pm'; readonly end: number } | undefined {
  for (const skip of [0, 1, 2]) {
    const half = daypartOf(words[at + skip] ?? '');
    const between = words.slice(at, at + skip);
    if (half && between.every((one) => /^(?:in|at|the|this|o'clock)$/.test(one)))
      return { half, end: at + skip + 1 };
  }
  return undefined;
}

function namedTime(words: readonly string[], at: number): Time | undefined {
  const word = words[at] ?? '';
  if (/^(?:noon|midday|mittag)$/.test(word)) return { hour: 12, minute: 0, half: 'pm', end: at + 1 };
  if (/^(?:midnight|mitternacht)$/.test(word)) return { hour: 0, minute: 0, half: 'am', end: at + 1 };
  return undefined;
}

/** "4:20", "4.20 pm". */
function digitalTime(tokens: readonly Token[], at: number): Time | undefined {
  const raw = tokens[at]?.raw ?? '';
  const [, hour, mark, minute] = /^(\d{1,2})([:.])(\d\d)(?::\d\d)?$/.exec(raw) ?? [];
  const follows = /^(?:am|pm|uhr|o'clock)$/.test(tokens[at + 1]?.form ?? '');
  if (hour === undefined || Number(hour) > 24 || Number(minute) > 59) return undefined;
  const introduced =
    /^(?:at|by|until|till|um)$/.test(tokens[at - 1]?.form ?? '') && !unitOf(tokens[at + 1]?.form);
  return mark === ':' || follows || introduced
    ? { hour: Number(hour), minute: Number(minute), end: at + 1 }
    : undefined;
}

/** "Twenty past four", "half past four", "a quarter to five", "halb fünf". */
function relativeTime(words: readonly string[], at: number): Time | undefined {
  const word = words[at] ?? '';
  const german = word === 'halb' ? hourAt(words, at + 1) : undefined;
  if (german) return { hour: german.hour - 1, minute: 30, end: german.end };
  const count = /^(?:quarter|viertel)$/.test(word)
    ? { value: 15, end: at + 1 }
    : word === 'half'
      ? { value: 30, end: at + 1 }
      : numberAt(words, at);
  if (!count || count.value < 1 || count.value > 59) return undefined;
  const named = /^minute/.test(words[count.end] ?? '');
  const relation = words[named ? count.end + 1 : count.end] ?? '';
  const next = hourAt(words, count.end + (named ? 2 : 1));
  if (!next || !/^(?:past|to|after|before|nach|vor)$/.test(relation)) return undefined;
  const sure = relation === 'past' || /^(?:quarter|half|viertel)$/.test(word) || named;
  const usual = /^(?:at|by|until|till|around|um)$/.test(words[at - 1] ?? '') && count.value % 5 === 0;
  if (!sure && !usual) return undefined;
  const late = /^(?:past|after|nach)$/.test(relation);
  const hour = late ? next.hour : (next.hour + 11) % 12;
  return { hour, minute: late ? count.value : 60 - count.value, end: next.end };
}

function hourAt(
  words: readonly string[],
  at: number,
): { readonly hour: number; readonly end: number } | undefined {
  const read = numberAt(words, at);
  if (read && !read.ordinal && Number.isInteger(read.value) && read.value >= 1 && read.value <= 24)
    return { hour: read.value, end: read.end };
  const named = namedTime(words, at);
  return named && { hour: named.hour, end: named.end };
}

/** "4 pm", "four o'clock", "16 Uhr 20", "at four thirty". */
function wholeHour(words: readonly string[], at: number): Time | undefined {
  const hour = hourAt(words, at);
  if (!hour) return undefined;
  const next = words[hour.end] ?? '';
  const minute = numberAt(words, next === 'uhr' ? hour.end + 1 : hour.end);
  const minutes = minute && !minute.ordinal && minute.value >= 10 && minute.value < 60 ? minute : undefined;
  if (next === 'uhr') return { ...hour, minute: minutes?.value ?? 0, end: minutes?.end ?? hour.end + 1 };
  if (/^(?:am|pm|o'clock|oclock)$/.test(next)) {
    const end = next.startsWith('o') ? hour.end + 1 : hour.end;
    return { ...hour, minute: 0, end };
  }
  const introduced = /^(?:at|by|until|till|um)$/.test(words[at - 1] ?? '');
  const followed = daypartOf(words[minutes?.end ?? -1] ?? '');
  const spoken = minutes && !unitOf(words[minutes.end]) && hour.hour <= 12;
  return spoken && (introduced || followed)
    ? { ...hour, minute: minutes.value, end: minutes.end }
    : undefined;
}
