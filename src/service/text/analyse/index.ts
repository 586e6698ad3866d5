/**
 * The analyser of the word index: a text comes in, its language is recognised, and its terms go out: stems, exact
 * words, folded words and pairs of letters. Raise ANALYSER_VERSION when the terms of a text change: a job then
 * analyses older documents again.
 */

import { type Cut, cut } from './cut.ts';
import { fold, written } from './fold.ts';
import { loadRecogniser } from './recognise.ts';
import { languageOfScript, type Script, SHARED, scriptOf, scriptOfLanguage } from './scripts.ts';
import { stemOf } from './stems/index.ts';

/**
 * Terms of the index. The first character is their kind: `:de.haus` is a stem with its language, `=häuser` an exact
 * word, `~会议` a pair of letters; a folded word has no prefix.
 */
export const stemTerm = (language: string, stem: string): string => `:${language}.${stem}`;
export const exactTerm = (word: string): string => `=${word}`;
const pairTerm = (pair: string): string => `~${pair}`;
// The tokenizer in store/sqlite/baseline.ts keeps these marks too: a new one belongs there as well.

/** The stem in a stem's term; other terms as they are. */
export function wordOfTerm(term: string): string {
  return term.startsWith(':') ? term.slice(term.indexOf('.') + 1) : term;
}

/** A pair of neighbouring letters with its character offsets in the text. */
interface Pair {
  readonly term: string;
  readonly from: number;
  readonly to: number;
}

/** A letter with the marks that belong to it. */
const LETTER = /[^\p{M}]\p{M}*/gu;

/**
 * The overlapping pairs of a run, and its last letter alone, so that a prefix search finds every letter. If folding
 * changed the length of the run, each pair has the offsets of the whole run.
 */
function pairsOf(run: Cut): Pair[] {
  const text = fold(written(run.text));
  const letters = Array.from(text.matchAll(LETTER));
  const placed = text.length === run.text.length;
  return letters.map((letter, at) => {
    const next = letters[at + 1]?.[0] ?? '';
    const from = run.from + letter.index;
    const place = placed
      ? { from, to: from + letter[0].length + next.length }
      : { from: run.from, to: run.to };
    return { term: pairTerm(letter[0] + next), ...place };
  });
}

/** The pairs to search for in a row. A single letter is returned alone. */
export function pairsWanted(text: string): string[] {
  const pairs = pairsOf({ text, from: 0, to: text.length }).map(({ term }) => term);
  return pairs.length > 1 ? pairs.slice(0, -1) : pairs;
}

const HAN_START = /^[\p{sc=Han}々]+(?=[ぁ-ゖ]+$)/u;

/** The Chinese characters of an inflected word (`書く`, `書き`): the kana after them inflect it. */
function japaneseStem(word: string): string {
  return word.match(HAN_START)?.[0] ?? word;
}

/** A word of a text with its character offsets. */
export interface Word {
  readonly from: number;
  readonly to: number;
  /** NFKC and lower case, with diacritics. */
  readonly written: string;
  /** The folded word, which is a term too. */
  readonly form: string;
  /** The term of its stem. */
  readonly stem: string;
}

/** The words and pairs of a text. */
export interface Analysis {
  readonly words: readonly Word[];
  /** Pairs of letters in scripts without spaces and in Korean words. */
  readonly pairs: readonly Pair[];
}

/** The language in stem terms of scripts without spaces: Chinese and Japanese often look the same. */
const UNSPACED = '';

/**
 * Cuts a text into words and finds their terms.
 * @param language of the text (ISO 639-1); a word in another script, such as `Zoom` in a Russian line, takes the default
 *   language of that script
 */
export function analyse(text: string, language: string): Analysis {
  const words: Word[] = [];
  const pairs: Pair[] = [];
  for (const run of cut(text)) {
    if (run.words) {
      words.push(...run.words.map(unspaced));
      pairs.push(...pairsOf(run));
    } else {
      const word = spaced(run, language);
      words.push(word);
      if (HANGUL.test(word.form)) pairs.push(...pairsOf(run));
    }
  }
  return { words, pairs };
}

const HANGUL = /^\p{sc=Hang}/u;

/** A word without its offsets. */
type Known = Omit<Word, 'from' | 'to'>;

const KEEP = 50_000;
const known = new Map<string, Map<string, Known>>();

/** Adds the offsets to what is cached about a word. */
function place(run: Cut, language: string, work: (text: string) => Known): Word {
  const words = known.get(language) ?? new Map<string, Known>();
  known.set(language, words);
  let word = words.get(run.text);
  if (word === undefined) {
    word = work(run.text);
    if (words.size >= KEEP) words.clear();
    words.set(run.text, word);
  }
  return { from: run.from, to: run.to, written: word.written, form: word.form, stem: word.stem };
}

function spaced(run: Cut, language: string): Word {
  return place(run, language, (text) => {
    const plain = written(text);
    const own = languageOf(plain, language);
    const lower = own === 'tr' ? written(text.replace(/I/g, 'ı').replace(/İ/g, 'i')) : plain;
    return { written: plain, form: fold(plain), stem: stemTerm(own, stemOf(lower, own)) };
  });
}

function unspaced(run: Cut): Word {
  return place(run, UNSPACED, (text) => {
    const plain = written(text);
    const form = fold(plain);
    return { written: plain, form, stem: stemTerm(UNSPACED, fold(japaneseStem(plain))) };
  });
}

/** The language of a word in a text: the text's, or the default of the word's script if that differs. */
export function languageOf(word: string, language: string): string {
  const script = scriptOf(word);
  return script === undefined || script === scriptOfLanguage(language) ? language : languageOfScript(script);
}

/** All terms of a word: stem, form, and the exact word if it differs from the form. */
export function termsOf({ stem, form, written: word }: Word): string[] {
  return word === form ? [stem, form] : [stem, form, exactTerm(word)];
}

/**
 * The terms to index for some texts, separated by spaces: all stems in text order, then forms, exact words and pairs.
 * Neighbouring words are neighbours among stems and among forms, so phrase search works on both.
 */
export function indexText(analyses: readonly Analysis[]): string {
  const words = analyses.flatMap((analysis) => analysis.words);
  const exact = words.filter(({ form, written: word }) => word !== form);
  return [
    ...words.map(({ stem }) => stem),
    ...words.map(({ form }) => form),
    ...exact.map(({ written: word }) => exactTerm(word)),
    ...analyses.flatMap(({ pairs }) => pairs.map(({ term }) => term)),
  ]
    .filter((term) => term !== '')
    .join(' ');
}

/** The code for a language that is not clear (ISO 639-2). */
const UNDETERMINED = 'und';

const SAMPLE = 4_000;
/** Fewer letters than this could be any language, or a name. */
const LETTERS = 12;
/**
 * How far above the next language the recognised one must score in less than `SHORT` Latin letters: names look a little
 * like several. Languages in Cyrillic letters always score alike.
 */
const AHEAD = 0.05;
const SHORT = 80;
const ADDRESS = /(?<!\S)\S+@\S+|\bhttps?:\/\/\S+|\bwww\.\S+/g;

/**
 * Names the language that most of the texts are in.
 * @returns ISO 639-1, or `und` if the texts are too short, names only, or no language
 */
export async function nameLanguage(texts: readonly string[]): Promise<string> {
  const plain = texts.map((text) => text.replace(ADDRESS, ' '));
  const script = mostOf(plain);
  if (script === undefined) return UNDETERMINED;
  const sample = plain
    .filter((text) => scriptOf(text) === script)
    .join('\n')
    .slice(0, SAMPLE);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (!SHARED.includes(script)) return languageOfScript(script);
  if (letters < LETTERS) return UNDETERMINED;
  const found = (await loadRecogniser()).detect(sample);
  const [first = 0, second = 0] = Object.values(found.getScores()).sort((one, other) => other - one);
  const sure = found.isReliable() && (script !== 'Latn' || letters >= SHORT || first - second >= AHEAD);
  return sure && scriptOfLanguage(found.language) === script ? found.language : UNDETERMINED;
}

/** The script of most letters; texts with kana are Japanese, and so are those with Chinese letters beside them. */
function mostOf(texts: readonly string[]): Script | undefined {
  const counts = new Map<Script, number>();
  for (const text of texts) {
    const script = scriptOf(text);
    if (script !== undefined) counts.set(script, (counts.get(script) ?? 0) + text.length);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] === 'Hani' && counts.has('Kana') ? 'Kana' : most?.[0];
}

/**
 * Raise it when the same text gives other terms than before: the service then re-analyses older documents in the
 * background. Never change the folded form of a word between versions: queries find older documents by it meanwhile.
 */
export const ANALYSER_VERSION = 1;
export { cut } from './cut.ts';
export { fold, written } from './fold.ts';
export { recogniseLanguages } from './recognise.ts';
export { languageOfScript, scriptOf, scriptOfLanguage } from './scripts.ts';
export { stemOf } from './stems/index.ts';
export { isStopWordOf, LANGUAGES_WITH_STOP_WORDS } from './stop-words.ts';
