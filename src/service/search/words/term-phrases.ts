import type { Db } from '../../store/sql/schema.ts';
import { quickOr } from '../../store/words/postings/format.ts';
import type { PostingPart } from '../../store/words/postings/read-postings.ts';
import { termsFrom } from '../../store/words/postings/vocabulary.ts';
import { compoundWordsWith, indexedTerms, knownCompoundWords } from '../../store/words/write-terms.ts';
import { fold, languageOf, stemOf, stemTerm, wordOfTerm } from '../../text/analyse/index.ts';
import type { SearchContext } from '../context.ts';
import type { Term } from '../query/query.ts';
import { nearestWords, phrasesFor, phrasesInside } from './term-variants.ts';

/** The documents of one phrase of a term. */
export interface Phrase {
  readonly parts: readonly PostingPart[];
  /** Number of documents with it: in the whole index, of several words together in the range that is searched. */
  readonly documents: number;
}

/** How much of a term a document has; see LEVEL_SHARES. */
type Level = 1 | 2 | 3;

/** A term of a query, with all phrases that match it. A document has the highest level of its phrases. */
export interface RankedTerm {
  readonly required: boolean;
  readonly phrases: readonly (Phrase & { readonly level: Level })[];
}

/** Languages that write compounds as one word, with the endings of a part at the end of a compound. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  de: ['e', 'en', 'er', 'ern', 'n', 's', 'es'],
  nl: ['en', 's', 'e'],
  sv: ['en', 'et', 'ar', 'or', 'er', 'n', 'na', 's'],
  da: ['en', 'et', 'er', 'e', 'ne', 's'],
  no: ['en', 'et', 'er', 'e', 'ne', 's'],
  fi: ['n', 't', 'a', 'ssa', 'sta', 'in'],
  hu: ['ok', 'ek', 'ak', 't', 'ban', 'ben'],
};
/** Linking elements between the parts of a compound. */
const LINKS = ['', 's', 'es', 'n', 'en', 'er', 'e', 'ens', 'ns', 'o', 'u'];
/** Minimum length of a part to search for: shorter ones are in many unrelated words. */
const SHORTEST = 4;
const SHORTEST_REST = 3;
/** A part of this length counts even if the rest of the compound is not a known word. */
const TRUSTED = 5;
const MOST = 100;

/** Indexed compounds that end (`Sitzung`) or start (`Haushalt`) with a word. */
async function compoundsWith(db: Db, word: string, languages: readonly string[]): Promise<string[]> {
  const parts = partsToLookFor(word, languages).filter((part) => part.length >= SHORTEST);
  const found = await Promise.all(
    parts.map(async (part) =>
      (await compoundWordsWith(db, part, MOST)).map((whole) => ({ whole, part, rest: restOf(whole, part) })),
    ),
  );
  const candidates = found.flat().filter(({ rest }) => rest.length >= SHORTEST_REST);
  const known = await knownCompoundWords(
    db,
    candidates.flatMap(({ rest }) => withoutLinks(rest)),
  );
  const wholes = candidates.filter(({ part, rest }) => isWord(rest, part, known)).map(({ whole }) => whole);
  return [...new Set(wholes)].slice(0, MOST);
}

/** The two parts of a compound, if both are indexed words. */
async function partsOf(db: Db, word: string, languages: readonly string[]): Promise<string[][]> {
  if (!languages.some((language) => language in ENDINGS)) return [];
  const form = fold(word);
  const splits: [string, string][] = [];
  for (let at = SHORTEST_REST; at <= form.length - SHORTEST; at += 1)
    splits.push([form.slice(0, at), form.slice(at)]);
  const known = await knownCompoundWords(
    db,
    splits.flatMap(([head, tail]) => [tail, ...withoutLinks(head)]),
  );
  return splits.flatMap(([head, tail]) => {
    const first = withoutLinks(head).find((one) => known.has(one));
    return first !== undefined && known.has(tail) ? [[first], [tail]] : [];
  });
}

/** The folded word, its stem, and the stem with each ending. */
function partsToLookFor(word: string, languages: readonly string[]): string[] {
  const parts = languages.flatMap((language) => {
    const endings = ENDINGS[language];
    if (endings === undefined) return [];
    const stem = stemOf(word, language);
    return [fold(word), stem, ...endings.map((ending) => stem + ending)];
  });
  return [...new Set(parts)];
}

/** The rest of a compound without the part. */
function restOf(whole: string, part: string): string {
  return whole.endsWith(part) ? whole.slice(0, -part.length) : whole.slice(part.length);
}

function withoutLinks(part: string): string[] {
  return LINKS.flatMap((link) => {
    const inside = [
      part.endsWith(link) ? part.slice(0, part.length - link.length) : '',
      part.startsWith(link) ? part.slice(link.length) : '',
    ];
    return inside.filter((one) => one.length >= SHORTEST_REST);
  });
}

function isWord(rest: string, part: string, known: ReadonlySet<string>): boolean {
  if (withoutLinks(rest).some((one) => known.has(one))) return true;
  return part.length >= TRUSTED && rest.length >= SHORTEST && /[aeiouy]/.test(rest);
}

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
