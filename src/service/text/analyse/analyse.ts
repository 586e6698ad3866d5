import { type Cut, cut } from './cut.ts';
import { fold, written } from './fold.ts';
import { type Pair, pairsOf } from './pairs.ts';
import { languageOfScript, scriptOf, scriptOfLanguage } from './scripts.ts';
import { stemOf } from './stems/index.ts';
import { japaneseStem } from './stems/japanese.ts';
import { exactTerm, stemTerm } from './terms.ts';

/** A word of a text and where it stands (character offsets). */
export interface Word {
  readonly from: number;
  readonly to: number;
  /** Lower case and full width, with its diacritics. */
  readonly written: string;
  /** The folded word: a term of its own. */
  readonly form: string;
  /** Its stem, marked with its language. */
  readonly stem: string;
}

/** What a text is to the index. */
export interface Analysis {
  readonly words: readonly Word[];
  /** Pairs of letters, of the runs without spaces and of Korean words. */
  readonly pairs: readonly Pair[];
}

/** The words of scripts without spaces have one mark: Chinese and Japanese look alike too often. */
const UNSPACED = '';

/**
 * Cuts a text into words and gives each its terms.
 * @param language of the text; a word in another script is taken as that script's own (`Zoom` in a Russian line)
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

/** What is known of a word, wherever it stands. */
type Known = Omit<Word, 'from' | 'to'>;

const KEEP = 50_000;
const known = new Map<string, Map<string, Known>>();

/** Words come again and again: each is worked out once. */
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

/** The language of a word in a text of that language: another where it is written in another script. */
export function languageOf(word: string, language: string): string {
  const script = scriptOf(word);
  return script === undefined || script === scriptOfLanguage(language) ? language : languageOfScript(script);
}

/** Every term of a word: stem, form, and the exact word where it is not its form. */
export function termsOf({ stem, form, written: word }: Word): string[] {
  return word === form ? [stem, form] : [stem, form, exactTerm(word)];
}

/**
 * The text that the index holds for some texts together: their stems in the order of the words, then their forms,
 * their exact words, their pairs. Words that stand side by side are neighbours among stems and among forms.
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
