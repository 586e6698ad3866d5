/** Numbers in words, English ones and German ones: the one reader of them. */

/** From zero to nineteen. */
export const SMALL_NUMBERS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ');
/** From twenty to ninety. */
export const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ORDINALS = (
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth ' +
  'sixteenth seventeenth eighteenth nineteenth twentieth'
).split(' ');

const small = new Map([...SMALL_NUMBERS.map((word, value) => [word, value] as const), ['nil', 0] as const]);
const tens = new Map([...TENS.map((word, at) => [word, (at + 2) * 10] as const), ['fourty', 40] as const]);
const ordinals = new Map([
  ...ORDINALS.map((word, at) => [word, at + 1] as const),
  ...TENS.map((word, at) => [word.replace(/y$/, 'ieth'), (at + 2) * 10] as const),
]);
const scales = new Map([
  ['thousand', 1e3],
  ['grand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
  ['tausend', 1e3],
  ['millionen', 1e6],
  ['milliarden', 1e9],
]);
/** Letters after digits. */
const SHORT_SCALES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, mn: 1e6, bn: 1e9 };

/** A number in words, and the index of the word after it. */
export interface Read {
  readonly value: number;
  readonly end: number;
  readonly ordinal?: boolean;
}

/** The number that begins at a word: `three hundred and fifty`, `2.5 million`, `two and a half`, `twenty first`. */
export function numberAt(words: readonly string[], at: number): Read | undefined {
  const before = words[at] === 'a' || words[at] === 'an' ? 1 : 0;
  if (words[at] === 'half' && /^an?$/.test(words[at + 1] ?? '')) {
    const scale = scaleOf(words[at + 2]);
    return scale === undefined ? undefined : { value: scale / 2, end: at + 3 };
  }
  if (before > 0 && scaleOf(words[at + 1]) === undefined) return undefined;
  let read = groupAt(words, at + before);
  if (!read) return undefined;
  let total = 0;
  let least = Number.POSITIVE_INFINITY;
  for (;;) {
    const scale = bigScale(words[read.end]);
    if (read.ordinal || scale === undefined || scale >= least) break;
    least = scale;
    total += read.value * scale;
    const end: number = read.end + 1;
    const next: Read | undefined = groupAt(words, words[end] === 'and' ? end + 1 : end);
    if (!next || next.value >= scale || !Number.isInteger(next.value))
      return andAHalf(words, { value: total, end }, scale);
    read = next;
  }
  const value: Read = { ...read, value: total + read.value };
  return value.ordinal ? value : andAHalf(words, value, 1);
}

function andAHalf(words: readonly string[], read: Read, unit: number): Read {
  const [and, a, half] = words.slice(read.end, read.end + 3);
  if (and !== 'and' || a !== 'a' || half !== 'half') return tidy(read);
  return andHalfScaled(words, { value: read.value + unit / 2, end: read.end + 3 });
}

/** "Two and a half million". */
function andHalfScaled(words: readonly string[], read: Read): Read {
  const scale = scaleOf(words[read.end]);
  return tidy(scale === undefined ? read : { value: read.value * scale, end: read.end + 1 });
}

function tidy(read: Read): Read {
  return { ...read, value: Math.round(read.value * 1e6) / 1e6 };
}

/** Up to 999, or digits. */
function groupAt(words: readonly string[], at: number): Read | undefined {
  const word = words[at] ?? '';
  const digits = /^(-?)(\d+(?:\.\d+)?)(k|m|mn|bn|st|nd|rd|th)?$/.exec(word);
  if (digits) {
    const [, minus, figure, after = ''] = digits;
    const hundred = after === '' && words[at + 1] === 'hundred';
    const value = Number(figure) * (hundred ? 100 : (SHORT_SCALES[after] ?? 1)) * (minus ? -1 : 1);
    const end = at + (hundred ? 2 : 1);
    return { value, end, ...(/^(?:st|nd|rd|th)$/.test(after) && { ordinal: true }) };
  }
  if (word === 'minus') {
    const read = groupAt(words, at + 1);
    return read && { ...read, value: -read.value };
  }
  const first = belowHundred(words, at) ?? scaleAlone(words, at);
  if (!first || first.ordinal) return first;
  if (words[first.end] === 'point') return pointAt(words, first);
  if (!/^(?:hundred|hundreds)$/.test(words[first.end] ?? '') || first.value === 0) return first;
  const end = first.end + 1;
  const rest = belowHundred(words, words[end] === 'and' ? end + 1 : end);
  return { ...rest, value: first.value * 100 + (rest?.value ?? 0), end: rest?.end ?? end };
}

/** "Hundred" and "thousand" without a count before them are one. */
function scaleAlone(words: readonly string[], at: number): Read | undefined {
  const word = words[at] ?? '';
  if (scaleOf(word) !== undefined) return { value: 1, end: at };
  // "Ein" is an article too.
  const german = word === 'ein' ? undefined : germanNumber(word);
  return german === undefined ? undefined : { value: german, end: at + 1 };
}

function pointAt(words: readonly string[], whole: Read): Read {
  let end = whole.end + 1;
  let decimals = '';
  for (; ; end += 1) {
    const value = small.get(words[end] ?? '') ?? (words[end] === 'oh' ? 0 : undefined);
    if (value === undefined || value > 9) break;
    decimals += value;
  }
  return decimals === '' ? whole : { value: whole.value + Number(`0.${decimals}`), end };
}

function belowHundred(words: readonly string[], at: number): Read | undefined {
  const word = words[at] ?? '';
  const value = small.get(word);
  if (value !== undefined) return { value, end: at + 1 };
  const ordinal = ordinals.get(word);
  if (ordinal !== undefined) return { value: ordinal, end: at + 1, ordinal: true };
  const ten = tens.get(word);
  if (ten === undefined) return undefined;
  const next = words[at + 1] ?? '';
  const unit = small.get(next);
  if (unit !== undefined && unit > 0 && unit < 10) return { value: ten + unit, end: at + 2 };
  const last = ordinals.get(next);
  if (last !== undefined && last < 10) return { value: ten + last, end: at + 2, ordinal: true };
  return { value: ten, end: at + 1 };
}

function bigScale(word: string | undefined): number | undefined {
  return scales.get(word ?? '') ?? (word === 'dozen' ? 12 : undefined);
}

function scaleOf(word: string | undefined): number | undefined {
  return word === 'hundred' ? 100 : bigScale(word);
}

const GERMAN_SMALL = (
  'null ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn ' +
  'achtzehn neunzehn'
).split(' ');
const GERMAN_TENS = 'zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig'.split(' ');

/** The value of a German number in one word, without umlauts: `dreihundertfunfzig`. */
function germanNumber(word: string): number | undefined {
  const [, before, rest] = /^(.*?)(?:tausend)(.*)$/.exec(word) ?? [];
  if (rest !== undefined) {
    const [most, least] = [before ? germanNumber(before) : 1, rest ? germanNumber(rest) : 0];
    return most === undefined || least === undefined ? undefined : most * 1000 + least;
  }
  const [, count, more] = /^(.*?)hundert(?:und)?(.*)$/.exec(word) ?? [];
  if (more !== undefined) {
    const [most, least] = [count ? germanNumber(count) : 1, more ? germanNumber(more) : 0];
    return most === undefined || least === undefined ? undefined : most * 100 + least;
  }
  const own = GERMAN_SMALL.indexOf(word.replace(/^eins$/, 'ein'));
  if (own >= 0) return own;
  const [, unit = '', ten = word] = /^(\p{L}+?)und(\p{L}+)$/u.exec(word) ?? [];
  const at = GERMAN_TENS.indexOf(ten);
  if (at < 0) return undefined;
  return (at + 2) * 10 + (unit ? Math.max(0, GERMAN_SMALL.indexOf(unit)) : 0);
}
