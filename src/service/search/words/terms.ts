/**
 * From the terms of a query to the documents that have them: variants of each word, typos and prefixes
 * (term-variants.ts), as phrases in the index (term-phrases.ts, term-lists.ts). film-words.ts makes the words of a
 * file.
 */

import { type WordColumn, wordColumns } from '../../store/words/match-words.ts';
import { type DocumentTable, documentTable } from '../../store/words/postings/document-table.ts';
import { ANY_COLUMN } from '../../store/words/postings/posting-list.ts';
import { type Reach, reachOf, type WordScope } from '../../store/words/reach.ts';
import type { SearchContext } from '../context.ts';
import type { PlannedSearch } from '../query/plan.ts';
import type { ParsedQuery, Term } from '../query/query.ts';
import type { WeightedTerm } from '../quotes/quote.ts';
import { inverseFrequency } from '../scores/score.ts';
import { isFound, MOST_TERMS, type Ranking, rank } from './rank/rank.ts';
import { type Place, readGroups, type SoughtTerms } from './term-lists.ts';
import type { RankedTerm } from './term-phrases.ts';
import { type PhraseGroup, TermPhrases } from './term-phrases.ts';

/** A word in the title says more about a file than one of thousands in its speech. */
const COLUMN_WEIGHTS: Partial<Record<WordColumn, number>> = { title: 2 };
/** Entities were said or shown too, and their documents have no other text. */
const CONTENT: readonly WordColumn[] = ['entities'];
const DESCRIPTIVE: readonly WordColumn[] = ['title', 'summary', 'entities', 'metadata'];

/** The result of a planned search. */
export interface Found {
  /** The best documents, best first. */
  readonly documents: readonly { readonly docid: number; readonly score: number }[];
  /** Number of all documents that match. */
  readonly count: number;
  /** The terms as matched, for quoting. */
  readonly terms: WeightedTerm[];
}

/** A term as looked up. */
interface Lookup extends RankedTerm {
  readonly groups: readonly PhraseGroup[];
}

const NOTHING: Ranking = { documents: [], count: 0, counts: [] };

/** The documents to rank, and how many of the best are wanted. */
interface Within {
  readonly table: DocumentTable;
  readonly reach: Reach;
  readonly most: number;
}

/** Looks up terms in the index, each at most once, and counts the look-ups. */
export class TermSearcher {
  /** Terms looked up so far, each way of looking counted. */
  calls = 0;
  readonly #ctx: SearchContext;
  readonly #scope: WordScope;
  readonly #phrases: TermPhrases;
  readonly #reaches = new Map<WordScope['type'], Promise<Reach>>();
  readonly #lookups = new Map<string, Lookup>();
  readonly #sought: SoughtTerms = new Map();

  /** @param languages ISO 639-1 codes of the searched texts */
  constructor(ctx: SearchContext, scope: WordScope, languages: readonly string[]) {
    this.#ctx = ctx;
    this.#scope = scope;
    this.#phrases = new TermPhrases(ctx, languages);
  }

  /**
   * Runs searches of a plan that look in the same scope and modalities over all documents of that scope, several at once
   * where they share terms. Scores are those of score.ts, weighted by the plan.
   * @param most number of best documents wanted for each
   */
  async run(searches: readonly PlannedSearch[], most: number): Promise<Found[]> {
    const [first] = searches;
    if (!first) return [];
    const more = first.modalitiesOnly ? CONTENT : DESCRIPTIVE;
    const table = await documentTable(this.#ctx.db, this.#ctx.yieldTurn);
    const reach = await this.#reachOf(first.scope, table);
    const place = { columns: [...first.modalities, ...more], range: table.rangeOf(reach.scopes) };
    const within = { table, reach, most };
    const lookups: Lookup[][] = [];
    for (const { query } of searches) lookups.push(await this.#lookUp(query, place, within));
    const rankings = await this.#rankAll(lookups, place, within);
    return searches.map(({ query: { terms }, weight }, at) => {
      const { documents, count, counts } = rankings[at] ?? NOTHING;
      return {
        documents: weighted(documents, weight),
        count,
        terms: terms.map(({ text, required }, term) => ({
          text,
          required,
          phrases: shownPhrases(lookups[at]?.[term]?.groups ?? []),
          weight: inverseFrequency(counts[term] ?? 0, reach.documents),
        })),
      };
    });
  }

  /** Looks up the terms of a query. What is nowhere is replaced by something like it. */
  async #lookUp({ terms, language }: ParsedQuery, place: Place, within: Within): Promise<Lookup[]> {
    const exact = await this.#lookUpAll(terms, place, language);
    const lookups: Lookup[] = [];
    for (const [at, lookup] of exact.entries()) {
      const term = terms[at];
      const isMissing = term && !term.required && !this.#isFound(lookup, place, within);
      lookups.push(isMissing ? await this.#lookUpInstead(term, place, { language, lookup, within }) : lookup);
    }
    return lookups;
  }

  /** Ranks by each query, as many at once as have few enough terms together. */
  async #rankAll(all: readonly Lookup[][], { columns }: Place, within: Within): Promise<Ranking[]> {
    const rankings: Ranking[] = [];
    while (rankings.length < all.length) {
      const rest = all.slice(rankings.length);
      const fits = rest.findIndex((_, at) => distinct(rest.slice(0, at + 1)).length > MOST_TERMS);
      const together = rest.slice(0, fits < 0 ? rest.length : Math.max(1, fits));
      const terms = distinct(together);
      const queries = together.map((lookups) => lookups.map((lookup) => terms.indexOf(lookup)));
      const { yieldTurn } = this.#ctx;
      rankings.push(...(await rank({ terms, queries, ...within, weights: weightsOf(columns), yieldTurn })));
    }
    return rankings;
  }

  #isFound(term: RankedTerm, { columns }: Place, { table, reach }: Within): boolean {
    return isFound(term, weightsOf(columns), { table, reach });
  }

  /** The documents of each scope, found once. */
  #reachOf(type: NonNullable<WordScope['type']>, table: DocumentTable): Promise<Reach> {
    const known = this.#reaches.get(type) ?? reachOf(this.#ctx.db, { ...this.#scope, type }, table);
    this.#reaches.set(type, known);
    return known;
  }

  /** Reads the postings of all terms that were not looked up before, in one go. */
  async #lookUpAll(terms: readonly Term[], place: Place, language: string): Promise<Lookup[]> {
    const keyOf = ({ alternatives, required }: Term) =>
      JSON.stringify([place, language, alternatives, required]);
    const unknown = terms.filter((term) => !this.#lookups.has(keyOf(term)));
    const groups = await Promise.all(unknown.map((term) => this.#phrases.exact(term, language)));
    const lookups = await this.#read(groups, unknown, place);
    for (const [at, term] of unknown.entries()) {
      const lookup = lookups[at];
      if (lookup) this.#lookups.set(keyOf(term), lookup);
    }
    return terms.flatMap((term) => this.#lookups.get(keyOf(term)) ?? []);
  }

  /** Parts of the word, words that start like it, words with one or two typos: the first of these that is found. */
  async #lookUpInstead(
    term: Term,
    place: Place,
    { language, lookup, within }: { language: string; lookup: Lookup; within: Within },
  ): Promise<Lookup> {
    for (const instead of this.#phrases.instead()) {
      const group = await instead(term, language);
      if (group.phrases.length === 0) continue;
      const [other] = await this.#read([[group]], [term], place);
      if (other && this.#isFound(other, place, within)) return other;
    }
    return lookup;
  }

  async #read(
    groups: readonly (readonly PhraseGroup[])[],
    terms: readonly Term[],
    place: Place,
  ): Promise<Lookup[]> {
    this.calls += terms.length;
    const all = groups.flat();
    const phrases = await readGroups(this.#ctx, all, place, this.#sought);
    const found = new Map(all.map((group, at) => [group, phrases[at] ?? []]));
    return terms.map(({ required }, at) => {
      const own = groups[at] ?? [];
      const leveled = own.flatMap((group) =>
        (found.get(group) ?? []).map((phrase) => ({ ...phrase, level: group.level })),
      );
      return { required, groups: own, phrases: leveled };
    });
  }
}

/** A thousand documents each: most are of weight 1 and stay as they are. */
function weighted(documents: Ranking['documents'], weight: number): Ranking['documents'] {
  return weight === 1 ? documents : documents.map(({ docid, score }) => ({ docid, score: score * weight }));
}

function distinct(lookups: readonly (readonly Lookup[])[]): Lookup[] {
  return [...new Set(lookups.flat())];
}

function weightsOf(columns: readonly WordColumn[]): number[] {
  const weights = wordColumns.map((column) => (columns.includes(column) ? (COLUMN_WEIGHTS[column] ?? 1) : 0));
  weights[ANY_COLUMN] = 1;
  return weights;
}

/** The phrases of a term, those that are prefixes with a star. */
function shownPhrases(groups: readonly PhraseGroup[]): string[][] {
  return groups.flatMap(({ phrases, prefix }) =>
    phrases.map((phrase) =>
      phrase.map((term, at) => (prefix && at === phrase.length - 1 ? `${term}*` : term)),
    ),
  );
}
