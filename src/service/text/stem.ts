/**
 * The Porter stemmer (M. F. Porter, An algorithm for suffix stripping, Program 14(3), 1980), as in FTS5's porter
 * tokenizer, so that the words marked here are those the index found.
 */

const known = new Map<string, string>();
const KEEP = 50_000;

/**
 * The stem of a lower-case word. Words shorter than 3 or longer than 64 are their own stem; other letters count as
 * consonants.
 */
export function stem(word: string): string {
  const cached = known.get(word);
  if (cached !== undefined) return cached;
  if (known.size >= KEEP) known.clear();
  const result =
    word.length < 3 || word.length > 64
      ? word
      : [step1, step2, step3, step4, step5].reduce((text, step) => step(text), word);
  known.set(word, result);
  return result;
}

/** The number of vowel-consonant sequences in a stem: the measure m of the paper. */
function measure(text: string): number {
  const shape = Array.from(text, (_, at) => (isVowel(text, at) ? 'v' : 'c')).join('');
  return shape.match(/v+c+/g)?.length ?? 0;
}

function isVowel(text: string, at: number): boolean {
  const letter = text[at] ?? '';
  if (letter === 'y') return at > 0 && !isVowel(text, at - 1);
  return 'aeiou'.includes(letter);
}

function hasVowel(text: string): boolean {
  return Array.from(text).some((_, at) => isVowel(text, at));
}

/**
 * *o in the paper: ends consonant, vowel, consonant, the last not w, x or y. FTS5 counts a letter beyond a-z as
 * several.
 */
function endsShort(text: string): boolean {
  const last = text.length - 1;
  return (
    last >= 2 &&
    !isVowel(text, last) &&
    isVowel(text, last - 1) &&
    !isVowel(text, last - 2) &&
    /[a-vz]$/.test(text)
  );
}

function endsDouble(text: string): boolean {
  const last = text.length - 1;
  return last >= 1 && text[last] === text[last - 1] && !isVowel(text, last);
}

type Rules = readonly (readonly [suffix: string, replacement: string])[];

/** Applies the first rule with a matching suffix, if the rest measures above `least`. */
function replaceSuffix(text: string, rules: Rules, least: number): string {
  for (const [suffix, replacement] of rules) {
    if (!text.endsWith(suffix)) continue;
    const rest = text.slice(0, text.length - suffix.length);
    return measure(rest) > least ? rest + replacement : text;
  }
  return text;
}

function step1(word: string): string {
  let text = word;
  if (text.endsWith('sses') || text.endsWith('ies')) text = text.slice(0, -2);
  else if (text.endsWith('s') && !text.endsWith('ss')) text = text.slice(0, -1);
  if (text.endsWith('eed')) text = measure(text.slice(0, -3)) > 0 ? text.slice(0, -1) : text;
  else if (text.endsWith('ed') && hasVowel(text.slice(0, -2))) text = mend(text.slice(0, -2));
  else if (text.endsWith('ing') && hasVowel(text.slice(0, -3))) text = mend(text.slice(0, -3));
  return text.endsWith('y') && hasVowel(text.slice(0, -1)) ? `${text.slice(0, -1)}i` : text;
}

/** Repairs a word after removing -ed or -ing: `hop(p)`, `fil(e)`. */
function mend(text: string): string {
  if (/(?:at|bl|iz)$/.test(text)) return `${text}e`;
  if (endsDouble(text) && !/[lsz]$/.test(text)) return text.slice(0, -1);
  return measure(text) === 1 && endsShort(text) ? `${text}e` : text;
}

const STEP2: Rules = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];
const step2 = (text: string) => replaceSuffix(text, STEP2, 0);

const STEP3: Rules = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];
const step3 = (text: string) => replaceSuffix(text, STEP3, 0);

const STEP4 = [
  'al',
  'ance',
  'ence',
  'er',
  'ic',
  'able',
  'ible',
  'ant',
  'ement',
  'ment',
  'ent',
  'ou',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
];
const STEP4_RULES: Rules = STEP4.map((suffix) => [suffix, ''] as const);

function step4(text: string): string {
  if (/[st]ion$/.test(text)) return measure(text.slice(0, -3)) > 1 ? text.slice(0, -3) : text;
  return replaceSuffix(text, STEP4_RULES, 1);
}

function step5(text: string): string {
  let result = text;
  if (result.endsWith('e')) {
    const rest = result.slice(0, -1);
    if (measure(rest) > 1 || (measure(rest) === 1 && !endsShort(rest))) result = rest;
  }
  return result.endsWith('ll') && measure(result) > 1 ? result.slice(0, -1) : result;
}
