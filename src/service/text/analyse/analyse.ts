import { type Cut, cut } from './cut.ts';
import { fold, written } from './fold.ts';
import { type Pair, pairsOf } from './pairs.ts';
import { languageOfScript, scriptOf, scriptOfLanguage } from './scripts.ts';
import { stemOf } from './stems/index.ts';
import { japaneseStem } from './stems/japanese.ts';
import { exactTerm, stemTerm } from './terms.ts';

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
