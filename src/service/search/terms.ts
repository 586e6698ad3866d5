import type { Db } from '../store/schema.ts';
import { indexedTerms } from '../store/terms.ts';
import {
  countDocuments,
  estimateMatches,
  searchWords,
  type WordColumn,
  type WordHit,
  type WordQuery,
  type WordScope,
} from '../store/words.ts';
import { fold, languageOf, stemOf, stemTerm, wordOfTerm } from '../text/analyse/index.ts';
import { COMMON, type TermToScore, withCommon } from './common-terms.ts';
import { compoundsWith, partsOf } from './compounds.ts';
import type { PlannedSearch } from './plan.ts';
import type { Term } from './query.ts';
import type { WeightedTerm } from './quote.ts';
import { inverseFrequency, scoreDocuments, type TermHit } from './score.ts';
import { nearestWords } from './typos.ts';
import { phrasesFor, phrasesInside } from './wanted.ts';

/** A word in the title says more about a file than one of thousands in its speech. */
const COLUMN_WEIGHTS = { title: 2 } as const;
/** Entities were said or shown too, and their documents have no other text. */
const CONTENT: readonly WordColumn[] = ['entities'];
const DESCRIPTIVE: readonly WordColumn[] = ['title', 'summary', 'entities', 'metadata'];
/** Weight of a match inside another word. */
const INSIDE = 0.8;
/** Weight of a match of one part of a compound. */
const PART = 0.5;

/** The result of one planned search. */
export interface Found {
  documents: WordHit[];
  /** The terms as matched, for quoting. */
  terms: WeightedTerm[];
}

interface Lookup {
  hits: readonly (WordHit & Pick<TermHit, 'share'>)[];
  phrases: readonly (readonly string[])[];
  /** Number of documents, if the term is common: then it has no hits here. */
  count?: number;
}

/** Where to search for a term. */
interface Place {
  readonly scope: WordScope;
  readonly columns: readonly WordColumn[];
  /** The language of the query. */
  readonly language: string;
}

/** Looks up terms in the index, each at most once, and counts the queries. */
export class TermSearcher {
  /** Index queries so far. */
  calls = 0;
  readonly #db: Db;
  readonly #scope: WordScope;
  readonly #languages: readonly string[];
  readonly #counts = new Map<WordScope['type'], Promise<number>>();
  readonly #lookups = new Map<string, Promise<Lookup>>();

  /** @param languages ISO 639-1 codes of the searched texts */
  constructor(db: Db, scope: WordScope, languages: readonly string[]) {
    this.#db = db;
    this.#scope = scope;
    this.#languages = languages;
  }

  /**
   * Runs one search of a plan over the documents of its scope. Scores are those of score.ts, weighted by the plan.
   * @param wanted number of best documents that must be right, see withCommon
   */
  async run(search: PlannedSearch, wanted: number): Promise<Found> {
    const scope: WordScope = { ...this.#scope, type: search.scope };
    const more = search.modalitiesOnly ? CONTENT : DESCRIPTIVE;
    const { terms, language } = search.query;
    const place = { scope, columns: [...search.modalities, ...more], language };
    const lookups = await Promise.all(terms.map((term) => this.#lookUp(term, place)));
    const total = await this.#count(scope);
    const looked = terms.map((term, index) => toScore(term, lookups[index] ?? NOTHING, place.columns));
    const common = { db: this.#db, scope, weights: COLUMN_WEIGHTS, total, wanted };
    const scores = scoreDocuments(await withCommon(common, looked), total);
    return {
      documents: [...scores].map(([docid, score]) => ({ docid, score: score * search.weight })),
      terms: terms.map(({ text, required }, index) => {
        const { phrases } = lookups[index] ?? NOTHING;
        return { text, required, phrases, weight: inverseFrequency(looked[index]?.count ?? 0, total) };
      }),
    };
  }

  /** Counts the documents of each scope once. */
  #count(scope: WordScope): Promise<number> {
    const known = this.#counts.get(scope.type) ?? countDocuments(this.#db, scope);
    this.#counts.set(scope.type, known);
    return known;
  }

  #lookUp(term: Term, place: Place): Promise<Lookup> {
    const key = JSON.stringify([place, term.alternatives]);
    const known = this.#lookups.get(key) ?? this.#find(term, place);
    this.#lookups.set(key, known);
    return known;
  }

  /** Tries the term itself and words that contain it, then words that start like it, then words with one or two typos. */
  async #find(term: Term, place: Place): Promise<Lookup> {
    const found = await this.#exact(term, place);
    if (isFound(found) || term.required || term.text.length < 3) return found;
    const begun = await this.#query({ phrases: this.#beginnings(term, place), prefix: true }, place);
    if (begun.hits.length > 0) return begun;
    const near = await this.#near(term, place);
    const slipped = near.length > 0 ? await this.#query({ phrases: near, prefix: true }, place) : found;
    return slipped.hits.length > 0 ? slipped : found;
  }

  async #exact({ text, alternatives, required }: Term, place: Place): Promise<Lookup> {
    const own = alternatives.flatMap((words, index) =>
      phrasesFor(words, index === 0 || required ? this.#languages : [place.language]),
    );
    const plain = alternatives.map((words) => words.join(' '));
    const count = await this.#countIfCommon({ phrases: own, plain }, place);
    if (count !== undefined) return { hits: [], phrases: own, count };
    const said = await this.#query({ phrases: own, plain }, place);
    if (required) return said;
    const both = join(said, await this.#inside(text, place), INSIDE);
    if (both.hits.length > 0) return both;
    const parts = await partsOf(this.#db, text, this.#languages);
    const phrases = parts.flatMap((part) => phrasesFor(part, this.#languages));
    return join(both, parts.length > 0 ? await this.#query({ phrases }, place) : NOTHING, PART);
  }

  /** Words that contain the term. Every pair starts with a letter of the text, so a single letter is a prefix. */
  async #inside(text: string, place: Place): Promise<Lookup> {
    const compounds = await compoundsWith(this.#db, text, this.#languages);
    const phrases = [...phrasesInside(text), ...compounds.map((word) => [word])];
    const prefix = Array.from(text).length === 1;
    return phrases.length > 0 ? this.#query({ phrases, prefix }, place) : NOTHING;
  }

  #beginnings({ text }: Term, { language }: Place): string[][] {
    return [[stemOf(text, languageOf(text, language))], [fold(text)]];
  }

  /**
   * Indexed stems with one or two typos: in the query's language, else in another one. The index may hold longer stems of
   * the same word, so these are prefixes.
   */
  async #near({ text }: Term, { language }: Place): Promise<string[][]> {
    const own = [language, ...this.#languages].map((one) => languageOf(text, one));
    for (const one of new Set(own)) {
      const stem = stemOf(text, one);
      const terms = await indexedTerms(this.#db, stemTerm(one, stem.slice(0, 1)));
      const near = nearestWords(stem, terms.map(wordOfTerm));
      if (near.length > 0) return near.map((word) => [stemTerm(one, word)]);
    }
    return [];
  }

  /** The estimated number of a query's documents, if they are too many to rank all of them. */
  async #countIfCommon(
    query: Omit<WordQuery, 'columns'>,
    { scope, columns }: Place,
  ): Promise<number | undefined> {
    if ((await this.#count(scope)) <= COMMON) return undefined;
    return estimateMatches(this.#db, { ...scope, query: { ...query, columns } }, COMMON);
  }

  async #query(query: Omit<WordQuery, 'columns'>, { scope, columns }: Place): Promise<Lookup> {
    this.calls += 1;
    const search = { ...scope, query: { ...query, columns }, weights: COLUMN_WEIGHTS, limit: COMMON };
    const hits = await searchWords(this.#db, search);
    const phrases = query.prefix ? query.phrases.map(withStar) : query.phrases;
    return { hits: hits.map((hit) => ({ ...hit, share: 1 })), phrases };
  }
}

const NOTHING: Lookup = { hits: [], phrases: [] };

function isFound({ hits, count = 0 }: Lookup): boolean {
  return hits.length > 0 || count > 0;
}

function toScore({ required }: Term, lookup: Lookup, columns: readonly WordColumn[]): TermToScore {
  const { hits, phrases, count } = lookup;
  return {
    query: { phrases, columns },
    required,
    common: count !== undefined,
    count: count ?? hits.length,
    hits: new Map(hits.map(({ docid, score, share }) => [docid, { bm25: score, share }])),
  };
}

/** Adds the hits of another lookup, with a lower weight, to those of the first. */
function join(one: Lookup, other: Lookup, share: number): Lookup {
  const known = new Set(one.hits.map(({ docid }) => docid));
  const more = other.hits.filter(({ docid }) => !known.has(docid)).map((hit) => ({ ...hit, share }));
  return { hits: [...one.hits, ...more], phrases: [...one.phrases, ...other.phrases] };
}

/** Marks a phrase as a prefix. */
function withStar(phrase: readonly string[]): string[] {
  return phrase.map((term, at) => (at === phrase.length - 1 ? `${term}*` : term));
}
