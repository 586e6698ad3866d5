/**
 * Queries: a user's text comes in, terms with their alternatives and phrases go out (query.ts); plan.ts divides a
 * question into several of them and says where to search.
 */

import {
  cut,
  fold,
  isStopWordOf,
  languageOf,
  languageOfScript,
  scriptOf,
  scriptOfLanguage,
  written,
} from '../../text/analyse/index.ts';

// English numbers in words and in digits: a recogniser writes "42" where subtitles and questions may have "forty two".

const SMALL = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ');
/** From twenty on. */
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A number in words, and the index of the word after it. */
interface Read {
  readonly value: number;
  readonly end: number;
}

/**
 * The other ways to write the numbers in some words; those in digits up to 9,999.
 * @param words in lower case
 * @returns for each word the sequences of words that say its number: those of "42" for `42`, `42` for each of "forty two"
 */
function otherNumbers(words: readonly string[]): string[][][] {
  const others = words.map((word) => (/^(0|[1-9]\d{0,3})$/.test(word) ? spelled(Number(word)) : []));
  for (let at = 0; at < words.length; ) {
    const read = longest(thousands(words, at), year(words, at));
    for (let own = at; own < (read?.end ?? 0); own += 1) others[own]?.push(...digits(read?.value ?? 0));
    at = read?.end ?? at + 1;
  }
  return others;
}

function spelled(value: number): string[][] {
  const tens = (rest: number) =>
    [rest < 20 ? SMALL[rest] : TENS[Math.floor(rest / 10) - 2], rest < 20 ? '' : SMALL[rest % 10]].filter(
      (word): word is string => word !== undefined && word !== '' && word !== 'zero',
    );
  if (value === 0) return [['zero']];
  const [thousand, hundred, rest] = [Math.floor(value / 1000), Math.floor((value % 1000) / 100), value % 100];
  const most = [
    ...(thousand > 0 ? [...tens(thousand), 'thousand'] : []),
    ...(hundred > 0 ? [...tens(hundred), 'hundred'] : []),
  ];
  const ways = [[...most, ...tens(rest)]];
  if (most.length > 0 && rest > 0) ways.push([...most, 'and', ...tens(rest)]);
  if (value >= 1100 && value < 2100 && (hundred > 0 || rest >= 10)) {
    const hundreds = tens(Math.floor(value / 100));
    if (rest === 0) ways.push([...hundreds, 'hundred']);
    if (rest >= 10) ways.push([...hundreds, ...tens(rest)]);
  }
  if (value >= 100 && most[0] === 'one')
    ways.push(...ways.filter(([first]) => first === 'one').map(([, ...more]) => ['a', ...more]));
  return ways;
}

/** Also with the comma in "7,000", which parts words. */
function digits(value: number): string[][] {
  const parts = value.toLocaleString('en').split(',');
  return parts.length > 1 ? [[String(value)], parts] : [parts];
}

const thousands = (words: readonly string[], at: number) =>
  multiple(words, at, { unit: 'thousand', value: 1000 }, hundreds);

const hundreds = (words: readonly string[], at: number) =>
  multiple(words, at, { unit: 'hundred', value: 100 }, belowHundred);

/** "Two hundred and five", or without the "and", the "five", the "two", or all but "two". */
function multiple(
  words: readonly string[],
  at: number,
  { unit, value }: { unit: string; value: number },
  smaller: (words: readonly string[], at: number) => Read | undefined,
): Read | undefined {
  const count = smaller(words, at) ?? (words[at] === unit ? { value: 1, end: at } : undefined);
  if (!count || words[count.end] !== unit) return count;
  const end = count.end + 1;
  const rest = smaller(words, words[end] === 'and' ? end + 1 : end);
  return { value: count.value * value + (rest?.value ?? 0), end: rest?.end ?? end };
}

function belowHundred(words: readonly string[], at: number): Read | undefined {
  const small = SMALL.indexOf(words[at] ?? '');
  if (small >= 0) return { value: small, end: at + 1 };
  const tens = TENS.indexOf(words[at] ?? '');
  if (tens < 0) return undefined;
  const unit = SMALL.indexOf(words[at + 1] ?? '');
  const value = (tens + 2) * 10;
  return unit > 0 && unit < 10 ? { value: value + unit, end: at + 2 } : { value, end: at + 1 };
}

/** "Nineteen ninety four", "twenty ten". */
function year(words: readonly string[], at: number): Read | undefined {
  const century = belowHundred(words, at);
  const rest = century && belowHundred(words, century.end);
  if (!rest || century.value < 11 || century.value > 20 || rest.value < 10) return undefined;
  return { value: century.value * 100 + rest.value, end: rest.end };
}

function longest(one: Read | undefined, other: Read | undefined): Read | undefined {
  return (other?.end ?? 0) > (one?.end ?? 0) ? other : one;
}

/** One term of a query. A document matches if it has one of the alternatives. */
export interface Term {
  /** As typed by the user, in lower case and full width. */
  text: string;
  /** Word sequences to find exactly: first the term itself, then joined and split forms, and numbers. */
  alternatives: string[][];
  /** True for quoted phrases: results must contain them. */
  required: boolean;
}

/** A parsed query. */
export interface ParsedQuery {
  text: string;
  terms: Term[];
  /** ISO 639-1, guessed from its stop words. It decides stop words, splits and typos only. */
  language: string;
}

/** Maximum number of terms; later ones are ignored. */
const MAX_TERMS = 16;
/** Minimum length, in letters, of the parts of a split word and of words to join. */
const MIN_PART = 3;
/** The same for Korean, in syllables. */
const MIN_SYLLABLES = 2;

/**
 * Parses a user's query. Any text is valid: the only syntax is double quotes, for a phrase that results must contain.
 * Stop words are dropped unless nothing else is left. Neighbouring words are also tried joined (`key frames`,
 * `keyframes`), and a word also split in two (`keyframe`, `key frame`). English numbers are tried in words and in digits.
 * @param languages ISO 639-1 codes the query may be in, the most likely first
 */
export function parseQuery(text: string, languages: readonly string[] = ['en']): ParsedQuery {
  const terms: Term[] = [];
  const read = text.slice(0, 4_000);
  const language = languageOfQuery(read, languages);
  for (const [index, piece] of read.split(/["\u201c\u201d\u201e]/).entries()) {
    const words = wordsOf(piece);
    if (index % 2 === 1 && words.length > 0) terms.push(phrase(words));
    else if (words.length > 0) terms.push(...wordTerms(words, language));
  }
  return { text, terms: withoutStopWords(distinct(terms), language).slice(0, MAX_TERMS), language };
}

/** A word of a query, and whether spaces delimit it. */
interface QueryWord {
  readonly word: string;
  readonly apart: boolean;
}

function wordsOf(text: string): QueryWord[] {
  return cut(text).flatMap((run) => {
    const apart = run.words === undefined;
    return (run.words ?? [run]).map((word) => ({ word: written(word.text), apart }));
  });
}

function phrase(words: readonly QueryWord[]): Term {
  const text = words.map(({ word }) => word);
  return { text: text.join(' '), alternatives: [text], required: true };
}

function wordTerms(words: readonly QueryWord[], language: string): Term[] {
  const numbers = language === 'en' ? otherNumbers(words.map(({ word }) => word)) : [];
  return words.map(({ word, apart }, index) => {
    if (!apart) return { text: word, alternatives: [[word]], required: false };
    const joined = [
      joinedWith(words[index - 1], words[index], language),
      joinedWith(words[index], words[index + 1], language),
    ];
    const alternatives = [[word], ...joined.flat(), ...splits(word), ...(numbers[index] ?? [])];
    return { text: word, alternatives, required: false };
  });
}

function joinedWith(left: QueryWord | undefined, right: QueryWord | undefined, language: string): string[][] {
  if (!left?.apart || !right?.apart) return [];
  if (left.word.length < shortest(left.word) || right.word.length < shortest(right.word)) return [];
  return isSmallWord(left.word, language) || isSmallWord(right.word, language)
    ? []
    : [[left.word + right.word]];
}

function shortest(word: string): number {
  return /^\p{sc=Hang}/u.test(word) ? MIN_SYLLABLES : MIN_PART;
}

function splits(word: string): string[][] {
  const result: string[][] = [];
  if (word.length > 24) return result;
  const least = shortest(word);
  for (let at = least; at <= word.length - least; at += 1) result.push([word.slice(0, at), word.slice(at)]);
  return result;
}

function distinct(terms: Term[]): Term[] {
  const byText = new Map<string, Term>();
  for (const term of terms) {
    const known = byText.get(term.text);
    if (known) known.required ||= term.required;
    else byText.set(term.text, term);
  }
  return [...byText.values()];
}

function withoutStopWords(terms: Term[], language: string): Term[] {
  const content = terms.filter((term) => term.required || !isSmallWord(term.text, language));
  return content.length > 0 ? content : terms;
}

/** The one of these languages with the most stop words in a query; the first one of the query's script in a tie. */
export function languageOfQuery(text: string, languages: readonly string[]): string {
  const forms = cut(text).map((run) => fold(written(run.text)));
  const script = scriptOf(text) ?? 'Latn';
  const own = languages.filter((language) => scriptOfLanguage(language) === script);
  const counts = own.map((language) => forms.filter((form) => isStopWordOf(form, language)).length);
  return own[counts.indexOf(Math.max(...counts))] ?? languageOfScript(script);
}

/** Whether a word of a query is a stop word; Chinese and Japanese lists are used together. */
function isSmallWord(word: string, language: string): boolean {
  const form = fold(word);
  const own = languageOf(word, language);
  if (own === 'zh' || own === 'ja') return isStopWordOf(form, 'zh') || isStopWordOf(form, 'ja');
  return isStopWordOf(form, own);
}
