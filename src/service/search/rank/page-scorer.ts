import { hasBit } from '../../store/postings/docid-set.ts';
import type { DocumentPage, DocumentTable } from '../../store/postings/document-table.ts';
import { DOCUMENTS_PER_PAGE, type PostingPage } from '../../store/postings/posting-list.ts';
import type { PostingPart } from '../../store/postings/read-postings.ts';
import type { Reach } from '../../store/reach.ts';
import { inverseFrequency, LEVEL_SHARES } from '../score.ts';
import type { RankedTerm } from './ranked-term.ts';
import { docids, frequencies, unpack, type Weights, weightsFor } from './unpack.ts';

/** BM25's usual parameters, also those of FTS5. */
const K1 = 1.2;
const B = 0.75;

/** Called for each matching document with the levels of its terms, two bits each, and its place in the page. */
export type Take = (docid: number, levels: number, at: number) => void;

/** Terms by their numbers. */
export type TermSet = readonly number[];

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
/** 1 for each document to search. */
const searched = new Uint8Array(DOCUMENTS_PER_PAGE);

/**
 * Adds up what the phrases of some queries have in each document, one page of documents after the other. Terms that are
 * in the same queries are a block and have one sum; a query's BM25 is the sum of its blocks. So the parts of a query cost
 * hardly more than the query alone.
 */
export class PageScorer {
  readonly #parts = new Map<number, { phrase: Scored; part: PostingPart; within: PostingPage }[]>();
  readonly #weights: Weights;
  readonly #table: DocumentTable;
  readonly #reach: Reach;
  readonly #isInScope: Uint8Array;
  readonly #perTerm: number;
  /** What a term that occurs once adds in a short document, by its length and for a gain of 1. Most are such. */
  readonly #once = new Float64Array(SHORT);

  readonly #blocksOf: readonly (readonly Float64Array[])[];

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
    [this.#weights, this.#table, this.#reach] = [weightsFor(weights), table, reach];
    this.#isInScope = new Uint8Array(Math.max(0, ...reach.scopes) + 1);
    for (const scope of reach.scopes) this.#isInScope[scope] = 1;
    this.#perTerm = (K1 * B) / averageLength(table, reach);
    for (let length = 0; length < SHORT; length += 1) this.#once[length] = 1 / (1 + this.#normOf(length));
    const total = [...table.sums.values()].reduce((sum, { documents }) => sum + documents, 0);
    const { first, last } = table.rangeOf(reach.scopes);
    const pages = [Math.floor(first / DOCUMENTS_PER_PAGE), Math.floor(last / DOCUMENTS_PER_PAGE)] as const;
    const blocks = blocksOf(terms.length, queries);
    this.#blocksOf = queries.map((query) => [...new Set(query.map((term) => sumsOf(blocks, term)))]);
    for (const [at, term] of terms.entries())
      this.#addTerm(term, { shift: 2 * at, sums: sumsOf(blocks, at) }, { total, pages });
  }

  /** The pages with documents to score, in order. */
  get pages(): number[] {
    return [...this.#parts.keys()].sort((one, other) => one - other);
  }

  /** Calls `take` for each document of a page that matches, in the order of docid. */
  score(number: number, take: Take): void {
    const page = this.#table.pages.get(number);
    if (!page) return;
    this.#choose(number, page);
    for (const { phrase, part, within } of this.#parts.get(number) ?? [])
      this.#addPart(phrase, part, { within, page });
    for (let at = 0; at < DOCUMENTS_PER_PAGE; at += 1) {
      const found = levels[at] ?? 0;
      if (found !== 0) take(number * DOCUMENTS_PER_PAGE + at, found, at);
    }
    levels.fill(0);
    for (const blocks of this.#blocksOf) for (const sums of blocks) sums.fill(0);
  }

  /** The BM25 of a document for a query, while its page is being scored. @param at its place in the page */
  bm25(query: number, at: number): number {
    let bm25 = 0;
    for (const sums of this.#blocksOf[query] ?? []) bm25 += sums[at] ?? 0;
    return bm25;
  }

  /** Marks the documents of a page that are in reach. */
  #choose(number: number, { scopes }: DocumentPage): void {
    const { included, excluded } = this.#reach;
    const [own, others] = [included?.page(number), excluded?.page(number)];
    if (included && !own) searched.fill(0);
    else this.#chooseScopes(scopes);
    if (own) keep(own, 1);
    if (others) keep(others, 0);
  }

  #chooseScopes(scopes: Uint32Array): void {
    const isInScope = this.#isInScope;
    for (let at = 0; at < DOCUMENTS_PER_PAGE; at += 1) searched[at] = isInScope[scopes[at] ?? 0] ?? 0;
  }

  /** The phrases of a term come in the order of level, highest first: a document keeps the first level that it has. */
  #addTerm(
    { phrases }: RankedTerm,
    place: { readonly shift: number; readonly sums: Float64Array },
    { total, pages }: { total: number; pages: readonly [number, number] },
  ): void {
    for (const { level, parts, documents } of phrases.toSorted((one, other) => other.level - one.level)) {
      const gain = (LEVEL_SHARES[level] ?? 0) * inverseFrequency(documents, total) * (K1 + 1);
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

/** Leaves out the documents of a page whose bit is not this one. */
function keep(bits: Uint32Array, bit: 0 | 1): void {
  for (let at = 0; at < DOCUMENTS_PER_PAGE; at += 1) if (Number(hasBit(bits, at)) !== bit) searched[at] = 0;
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
