import type { Db } from '../store/schema.ts';
import {
  countDocuments,
  indexedWords,
  searchWords,
  type WordColumn,
  type WordHit,
  type WordScope,
} from '../store/words.ts';
import { stem } from '../text/stem.ts';
import type { PlannedSearch } from './plan.ts';
import type { Term } from './query.ts';
import type { WeightedTerm } from './quote.ts';
import { inverseFrequency, scoreDocuments } from './score.ts';
import { nearestWords } from './typos.ts';

/** Maximum number of documents per term; the best by BM25. */
const MAX_HITS = 5_000;
/** A word in the title says more about a file than one of thousands in its speech. */
const COLUMN_WEIGHTS = { title: 2 } as const;
/** Entities were said or shown too, and their documents have no other text. */
const CONTENT: readonly WordColumn[] = ['entities'];
const DESCRIPTIVE: readonly WordColumn[] = ['title', 'summary', 'entities', 'metadata'];

/** The result of one planned search. */
export interface Found {
  documents: { hit: WordHit; score: number }[];
  /** The terms as matched, for quoting. */
  terms: WeightedTerm[];
}

interface Lookup {
  hits: WordHit[];
  alternatives: string[][];
}

/** Looks up terms in the index, each at most once, and counts the queries. */
export class TermSearcher {
  /** Index queries so far. */
  calls = 0;
  readonly #db: Db;
  readonly #scope: WordScope;
  readonly #lookups = new Map<string, Promise<Lookup>>();

  constructor(db: Db, scope: WordScope) {
    this.#db = db;
    this.#scope = scope;
  }

  /** Runs one search of a plan over the documents of its scope. Scores are those of score.ts, weighted by the plan. */
  async run(search: PlannedSearch): Promise<Found> {
    const scope: WordScope = { ...this.#scope, type: search.scope };
    const more = search.modalitiesOnly ? CONTENT : DESCRIPTIVE;
    const columns = [...search.modalities, ...more];
    const { terms } = search.query;
    const lookups = await Promise.all(terms.map((term) => this.#lookUp(term, scope, columns)));
    const total = await countDocuments(this.#db, scope);
    const scores = scoreDocuments(
      lookups.map(({ hits }, index) => ({
        hits: new Map(hits.map((hit) => [hit.docid, hit.score])),
        required: terms[index]?.required ?? false,
      })),
      total,
    );
    const hits = new Map(lookups.flatMap((lookup) => lookup.hits).map((hit) => [hit.docid, hit]));
    return {
      documents: [...hits.values()].flatMap((hit) => {
        const score = scores.get(hit.docid);
        return score === undefined ? [] : [{ hit, score: score * search.weight }];
      }),
      terms: terms.map((term, index) => {
        const { hits: found, alternatives } = lookups[index] ?? { hits: [], alternatives: term.alternatives };
        return { ...term, alternatives, weight: inverseFrequency(found.length, total) };
      }),
    };
  }

  #lookUp(term: Term, scope: WordScope, columns: readonly WordColumn[]): Promise<Lookup> {
    const key = JSON.stringify([scope.type, columns, term.alternatives]);
    const known = this.#lookups.get(key) ?? this.#find(term, scope, columns);
    this.#lookups.set(key, known);
    return known;
  }

  /** Tries the term itself, then words that start like it, then words with one or two typos. */
  async #find(term: Term, scope: WordScope, columns: readonly WordColumn[]): Promise<Lookup> {
    const exact = await this.#query(term.alternatives, scope, columns, false);
    if (exact.hits.length > 0 || term.required || term.text.length < 3) return exact;
    const beginning = stem(term.text);
    const begun = await this.#query([[beginning]], scope, columns, true);
    if (begun.hits.length > 0) return begun;
    const words = await indexedWords(this.#db, beginning.slice(0, 1));
    // The index stems query words, and a stem's stem may be shorter, so these are prefixes too.
    const near = nearestWords(beginning, words).map((word) => [word]);
    const slipped = near.length > 0 ? await this.#query(near, scope, columns, true) : exact;
    return slipped.hits.length > 0 ? slipped : exact;
  }

  async #query(
    alternatives: string[][],
    scope: WordScope,
    columns: readonly WordColumn[],
    prefix: boolean,
  ): Promise<Lookup> {
    this.calls += 1;
    const terms = alternatives.map((words) => words.join(' '));
    const query = { terms, match: 'any' as const, columns, prefix };
    const hits = await searchWords(this.#db, { ...scope, query, weights: COLUMN_WEIGHTS, limit: MAX_HITS });
    const found = prefix ? alternatives.map((words) => words.map((word) => `${stem(word)}*`)) : alternatives;
    return { hits, alternatives: found };
  }
}
