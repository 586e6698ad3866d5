import { hasBit } from '../../../store/words/postings/docid-set.ts';
import type { DocumentPage, DocumentTable } from '../../../store/words/postings/document-table.ts';
import { DOCUMENTS_PER_PAGE, type PostingPage } from '../../../store/words/postings/posting-list.ts';
import { haveSamePostings, type PostingPart } from '../../../store/words/postings/read-postings.ts';
import type { Reach } from '../../../store/words/reach.ts';
import { inverseFrequency, LEVEL_SHARES } from '../../scores/score.ts';
import type { Phrase, RankedTerm } from '../term-phrases.ts';
import { Chooser, searched } from './searched.ts';
import { docids, frequencies, unpack, type Weights, weightsFor } from './unpack.ts';

/** BM25's usual parameters, also those of FTS5. */
const K1 = 1.2;
const B = 0.75;

/**
 * Called for each document of a query with the levels of the query's terms, two bits each, and its BM25.
 * @param query its number
 */
export type Take = (docid: number, query: number, levels: number, bm25: number) => void;

/**
 * What the documents of a query must have to be taken, by their levels: more than this BM25. The others are counted
 * here, which takes a third of the time: of many thousand documents with the same terms a thousand are wanted.
 */
export class Passed {
  readonly least: Float64Array;
  readonly counts: Uint32Array;

  /** @param terms at most MOST_PASSED */
  constructor(terms: number) {
    this.least = new Float64Array(1 << (2 * terms)).fill(Number.NEGATIVE_INFINITY);
    this.counts = new Uint32Array(1 << (2 * terms));
  }
}

/** Of more terms there are more levels than fit in a processor's nearest memory. */
export const MOST_PASSED = 6;

/** Terms by their numbers. */
export type TermSet = readonly number[];

/** A query as a page is scored. */
interface Scoring {
  /** The bits of its terms in the levels of a document. */
  readonly mask: number;
  /** Where the gains of its terms are added up. */
  readonly sums: readonly Float64Array[];
}

/** A phrase as a page is scored. */
interface Scored {
  /** Where its gains are added up. */
  readonly sums: Float64Array;
  readonly level: number;
  /** Bits to shift the level of its term. */
  readonly shift: number;
  /** Its inverse frequency, times its share, times k1 + 1. */
  readonly gain: number;
}

/** Documents with fewer terms are short: a segment of a minute has some 200. */
const SHORT = 1_024;

// Scoring a page never waits, so all searches use the same memory. Between pages, levels and sums are 0.
const levels = new Uint32Array(DOCUMENTS_PER_PAGE);
/** A sum for each document, by the number of the block. */
const blockSums: Float64Array[] = [];
const NO_SUMS = new Float64Array(0);

/** Postings of a page, in bytes, up to which its documents are looked at one by one instead of the whole page. */
const FEW_BYTES = 1_024;

/** The postings of a phrase in a page. */
interface Postings {
  readonly phrase: Scored;
  readonly part: PostingPart;
  readonly within: PostingPage;
}

/**
 * Adds up what the phrases of some queries have in each document, one page of documents after the other. Terms that are
 * in the same queries are a block and have one sum; a query's BM25 is the sum of its blocks. So the parts of a query cost
 * hardly more than the query alone.
 */
export class PageScorer {
  readonly #parts = new Map<number, Postings[]>();
  readonly #weights: Weights;
  readonly #table: DocumentTable;
  readonly #chooser: Chooser;
  readonly #perTerm: number;
  /** What a term that occurs once adds in a short document, by its length and for a gain of 1. Most are such. */
  readonly #once = new Float64Array(SHORT);

  readonly #queries: readonly Scoring[];

  /**
   * @param terms at most 16
   * @param queries the terms of each
   * @param weights of each column, by number; 0: not searched
   */
  constructor(
    terms: readonly RankedTerm[],
    queries: readonly TermSet[],
    weights: readonly number[],
    { table, reach }: { table: DocumentTable; reach: Reach },
  ) {
    [this.#weights, this.#table, this.#chooser] = [weightsFor(weights), table, new Chooser(reach)];
    this.#perTerm = (K1 * B) / averageLength(table, reach);
    for (let length = 0; length < SHORT; length += 1) this.#once[length] = 1 / (1 + this.#normOf(length));
    const total = [...table.sums.values()].reduce((sum, { documents }) => sum + documents, 0);
    const { first, last } = table.rangeOf(reach.scopes);
    const pages = [Math.floor(first / DOCUMENTS_PER_PAGE), Math.floor(last / DOCUMENTS_PER_PAGE)] as const;
    const blocks = blocksOf(terms.length, queries);
    this.#queries = queries.map((query) => ({
      mask: query.reduce((bits, term) => bits | (3 << (2 * term)), 0),
      sums: [...new Set(query.map((term) => sumsOf(blocks, term)))],
    }));
    for (const [at, term] of terms.entries())
      this.#addTerm(term, { shift: 2 * at, sums: sumsOf(blocks, at) }, { total, pages });
  }

  /** The pages with documents to score, in order. */
  get pages(): number[] {
    return [...this.#parts.keys()].sort((one, other) => one - other);
  }

  /**
   * Calls `take` for each document of a page and each query that it matches, for each query in the order of docid.
   * @param passed by query: documents that it counts instead
   */
  score(number: number, take: Take, passed: readonly Passed[] = []): void {
    const page = this.#table.pages.get(number);
    if (!page) return;
    const all = this.#parts.get(number) ?? [];
    const places = this.#choose(number, page, all);
    for (const { phrase, part, within } of all) this.#addPart(phrase, part, { within, page });
    const first = number * DOCUMENTS_PER_PAGE;
    for (const query of this.#queries.keys()) this.#takeFor(query, { first, places }, take, passed[query]);
    this.#clear(places);
  }

  /** Whether any document of a page matches. */
  matches(number: number): boolean {
    const page = this.#table.pages.get(number);
    if (!page) return false;
    const all = this.#parts.get(number) ?? [];
    this.#choose(number, page, all);
    return all.some(({ part: { list, deleted }, within }) => {
      const gone = deleted?.page(number);
      const found = docids.subarray(0, unpack(list.bytes, within, this.#weights));
      return found.some((at) => searched[at] === 1 && !(gone && hasBit(gone, at)));
    });
  }

  /** Marks the documents of a page that are in reach. @returns the places with postings, in order, if these are few */
  #choose(number: number, page: DocumentPage, all: readonly Postings[]): Uint16Array | undefined {
    const bytes = all.reduce((sum, { within }) => sum + within.to - within.from, 0);
    if (bytes > FEW_BYTES) {
      this.#chooser.choose(number, page);
      return undefined;
    }
    const places = new Set<number>();
    for (const { part, within } of all)
      for (const at of docids.subarray(0, unpack(part.list.bytes, within, this.#weights))) places.add(at);
    const sorted = Uint16Array.from(places).sort();
    this.#chooser.chooseSome(number, page, sorted);
    return sorted;
  }

  /** Takes the documents of a query: those at some places, or all of the page. This runs for every document. */
  #takeFor(
    query: number,
    { first, places }: { readonly first: number; readonly places: Uint16Array | undefined },
    take: Take,
    passed: Passed | undefined,
  ): void {
    const { mask = 0, sums = [] } = this.#queries[query] ?? {};
    const [some = NO_SUMS, ...others] = sums;
    const most = places?.length ?? DOCUMENTS_PER_PAGE;
    for (let next = 0; next < most; next += 1) {
      const at = places ? (places[next] ?? 0) : next;
      const own = (levels[at] ?? 0) & mask;
      if (own === 0) continue;
      let bm25 = some[at] ?? 0;
      for (const more of others) bm25 += more[at] ?? 0;
      if (!passed || bm25 > (passed.least[own] ?? 0)) take(first + at, query, own, bm25);
      else passed.counts[own] = (passed.counts[own] ?? 0) + 1;
    }
  }

  #clear(places: Uint16Array | undefined): void {
    const sums = new Set(this.#queries.flatMap((query) => query.sums));
    if (!places) for (const all of [levels, ...sums]) all.fill(0);
    else for (const all of [levels, ...sums]) for (const at of places) all[at] = 0;
  }

  /** The phrases of a term come in the order of level, highest first: a document keeps the first level that it has. */
  #addTerm(
    { phrases }: RankedTerm,
    place: { readonly shift: number; readonly sums: Float64Array },
    { total, pages }: { total: number; pages: readonly [number, number] },
  ): void {
    for (const { level, parts, documents, times } of inOrder(phrases)) {
      const gain = times * (LEVEL_SHARES[level] ?? 0) * inverseFrequency(documents, total) * (K1 + 1);
      for (const part of parts)
        for (const within of part.list.pages) {
          if (within.page < pages[0] || within.page > pages[1]) continue;
          const known = this.#parts.get(within.page) ?? [];
          this.#parts.set(within.page, known);
          known.push({ phrase: { level, gain, ...place }, part, within });
        }
    }
  }

  /** Adds one phrase. This runs for every posting of a common word. */
  #addPart(
    { level, shift, gain, sums }: Scored,
    { list, deleted }: PostingPart,
    { within, page }: { within: PostingPage; page: DocumentPage },
  ): void {
    const { lengths } = page;
    const once = this.#once;
    const gone = deleted?.page(within.page);
    const count = unpack(list.bytes, within, this.#weights);
    for (let next = 0; next < count; next += 1) {
      const at = docids[next] ?? 0;
      if (searched[at] === 0 || (gone && hasBit(gone, at))) continue;
      const known = levels[at] ?? 0;
      const own = (known >>> shift) & 3;
      if (own > level) continue;
      if (own === 0) levels[at] = known | (level << shift);
      const frequency = frequencies[next] ?? 0;
      const length = lengths[at] ?? 0;
      const share =
        frequency === 1 && length < SHORT
          ? (once[length] ?? 0)
          : frequency / (frequency + this.#normOf(length));
      sums[at] = (sums[at] ?? 0) + gain * share;
    }
  }

  /** What the length of a document adds to the frequency in the denominator of BM25. */
  #normOf(length: number): number {
    return K1 * (1 - B) + this.#perTerm * length;
  }
}

/** A phrase, and how many phrases of the level it stands for. */
type Counted = RankedTerm['phrases'][number] & { times: number };

/**
 * Phrases by level, highest first. Those with the same postings are one, because reading postings is what a search costs:
 * a word that is never inflected has those of its stem. On a lower level they add nothing.
 */
function inOrder(phrases: RankedTerm['phrases']): Counted[] {
  const distinct: Counted[] = [];
  for (const phrase of phrases.toSorted((one, other) => other.level - one.level)) {
    const same = distinct.find((one) => isSame(one, phrase));
    if (!same) distinct.push({ ...phrase, times: 1 });
    else if (same.level === phrase.level) same.times += 1;
  }
  return distinct;
}

function isSame(one: Phrase, other: Phrase): boolean {
  return one.documents === other.documents && haveSamePostings(one.parts, other.parts);
}

/** The number of each term's block: terms in the same queries have the same. */
function blocksOf(terms: number, queries: readonly TermSet[]): number[] {
  const keys = Array.from({ length: terms }, (_, term) =>
    queries.map((query) => (query.includes(term) ? 1 : 0)).join(''),
  );
  const distinct = [...new Set(keys)];
  return keys.map((key) => distinct.indexOf(key));
}

function sumsOf(blocks: readonly number[], term: number): Float64Array {
  const block = blocks[term] ?? 0;
  const sums = blockSums[block] ?? new Float64Array(DOCUMENTS_PER_PAGE);
  blockSums[block] = sums;
  return sums;
}

/** The average number of terms of the documents in the scopes; at least 1. */
function averageLength({ sums: all }: DocumentTable, { scopes }: Reach): number {
  let [documents, terms] = [0, 0];
  for (const scope of scopes) {
    const sum = all.get(scope);
    documents += sum?.documents ?? 0;
    terms += sum?.terms ?? 0;
  }
  return Math.max(1, terms / Math.max(1, documents));
}
