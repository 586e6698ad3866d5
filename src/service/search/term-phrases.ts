import { quickOr } from '../store/words/postings/format.ts';
import { termsFrom } from '../store/words/postings/vocabulary.ts';
import { indexedTerms } from '../store/words/write-terms.ts';
import { fold, languageOf, stemOf, stemTerm, wordOfTerm } from '../text/analyse/index.ts';
import { compoundsWith, partsOf } from './compounds.ts';
import type { SearchContext } from './context.ts';
import type { Term } from './query.ts';
import type { Level } from './rank/ranked-term.ts';
import { phrasesFor, phrasesInside } from './term-variants.ts';
import { nearestWords } from './typos.ts';

/** Most index terms to look for instead of a misspelt word: each has postings to read, and the longer ones are other words. */
const MOST_NEAR = 40;

/** Phrases that match a term alike. */
export interface PhraseGroup {
  readonly level: Level;
  readonly phrases: readonly (readonly string[])[];
  /** Treat the last index term of each as a prefix. */
  readonly prefix?: boolean;
  /** The same in plain words, for documents that are not yet analysed. */
  readonly plain?: readonly string[];
}

/** Finds the phrases of the index that match a term. */
export class TermPhrases {
  readonly #ctx: SearchContext;
  readonly #languages: readonly string[];

  /** @param languages ISO 639-1 codes of the searched texts */
  constructor(ctx: SearchContext, languages: readonly string[]) {
    this.#ctx = ctx;
    this.#languages = languages;
  }

  /** The term itself, and words that contain it. */
  async exact({ text, alternatives, required }: Term, language: string): Promise<PhraseGroup[]> {
    const phrases = alternatives.flatMap((words, index) =>
      phrasesFor(words, index === 0 || required ? this.#languages : [language]),
    );
    const own: PhraseGroup = { level: 3, phrases, plain: alternatives.map((words) => words.join(' ')) };
    return required ? [own] : [own, ...(await this.#inside(text))];
  }

  /** Every pair starts with a letter of the text, so a single letter is a prefix. */
  async #inside(text: string): Promise<PhraseGroup[]> {
    const compounds = await compoundsWith(this.#ctx.db, text, this.#languages);
    const pairs: PhraseGroup = {
      level: 2,
      phrases: phrasesInside(text),
      prefix: Array.from(text).length === 1,
    };
    return [pairs, { level: 2, phrases: compounds.map((word) => [word]) }];
  }

  /** What to look for if a term is nowhere, one after the other: the parts of a compound, beginnings, typos. */
  instead(): readonly ((term: Term, language: string) => Promise<PhraseGroup>)[] {
    return [
      ({ text }) => this.#parts(text),
      async ({ text }, language) => ({ level: 3, prefix: true, phrases: this.#beginnings(text, language) }),
      async ({ text }, language) => ({ level: 3, phrases: await this.#near(text, language) }),
    ];
  }

  async #parts(text: string): Promise<PhraseGroup> {
    const parts = await partsOf(this.#ctx.db, text, this.#languages);
    return { level: 1, phrases: parts.flatMap((part) => phrasesFor(part, this.#languages)) };
  }

  #beginnings(text: string, language: string): string[][] {
    if (text.length < 3) return [];
    return [[stemOf(text, languageOf(text, language))], [fold(text)]];
  }

  /**
   * Indexed stems with one or two typos: in the query's language, else in another one. The index may hold longer stems of
   * the same word, so those that start like them come along.
   */
  async #near(text: string, language: string): Promise<string[][]> {
    if (text.length < 3) return [];
    const own = [language, ...this.#languages].map((one) => languageOf(text, one));
    for (const one of new Set(own)) {
      const stem = stemOf(text, one);
      const words = await this.#words(stemTerm(one, stem.slice(0, 1)));
      const near = withLonger(nearestWords(stem, words), words);
      if (near.length > 0) return near.map((word) => [stemTerm(one, word)]);
    }
    return [];
  }

  /** The words of the index terms that start with some text. */
  async #words(beginning: string): Promise<string[]> {
    const terms = await quickOr<Iterable<string>>(
      this.#ctx,
      () => termsFrom(this.#ctx, beginning),
      () => indexedTerms(this.#ctx.db, beginning),
    );
    return Array.from(terms, wordOfTerm);
  }
}

/** Words with those of a vocabulary that start like one of them, the shortest first. */
function withLonger(words: readonly string[], vocabulary: readonly string[]): string[] {
  if (words.length === 0) return [];
  const all = vocabulary.filter((word) => words.some((near) => word.startsWith(near)));
  return all.sort((one, other) => one.length - other.length).slice(0, MOST_NEAR);
}
