import { hasBit } from '../../store/postings/docid-set.ts';
import type { DocumentPage, DocumentTable } from '../../store/postings/document-table.ts';
import { DOCUMENTS_PER_PAGE, type PostingPage } from '../../store/postings/posting-list.ts';
import type { PostingPart } from '../../store/postings/read-postings.ts';
import type { Reach } from '../../store/reach.ts';
import { inverseFrequency, LEVEL_SHARES } from '../score.ts';
import type { RankedTerm } from './ranked-term.ts';
import { docids, frequencies, unpack } from './unpack.ts';

/** BM25's usual parameters, also those of FTS5. */
const K1 = 1.2;
const B = 0.75;

/** Called for each matching document with the levels of its terms, two bits each. */
export type Take = (docid: number, levels: number, bm25: number) => void;

/** A phrase as a page is scored. */
interface Scored {
  readonly level: number;
  /** Bits to shift the level of its term. */
  readonly shift: number;
  /** Its inverse frequency, times its share, times k1 + 1. */
  readonly gain: number;
}

// Scoring a page never waits, so all searches use the same memory. Between pages, levels and sums are 0.
const levels = new Uint32Array(DOCUMENTS_PER_PAGE);
const sums = new Float64Array(DOCUMENTS_PER_PAGE);
/** 1 for each document to search. */
const searched = new Uint8Array(DOCUMENTS_PER_PAGE);

/** Adds up what the phrases of a query have in each document, one page of documents after the other. */
export class PageScorer {
  readonly #parts = new Map<number, { phrase: Scored; part: PostingPart; within: PostingPage }[]>();
  readonly #weights: readonly number[];
  readonly #table: DocumentTable;
  readonly #reach: Reach;
  readonly #isInScope: Uint8Array;
  readonly #perTerm: number;

  /** @param weights of each column, by number; 0: not searched */
  constructor(
    terms: readonly RankedTerm[],
    weights: readonly number[],
    { table, reach }: { table: DocumentTable; reach: Reach },
  ) {
    [this.#weights, this.#table, this.#reach] = [weights, table, reach];
    this.#isInScope = new Uint8Array(Math.max(0, ...reach.scopes) + 1);
    for (const scope of reach.scopes) this.#isInScope[scope] = 1;
    this.#perTerm = (K1 * B) / averageLength(table, reach);
    const total = [...table.sums.values()].reduce((sum, { documents }) => sum + documents, 0);
    const { first, last } = table.rangeOf(reach.scopes);
    const pages = [Math.floor(first / DOCUMENTS_PER_PAGE), Math.floor(last / DOCUMENTS_PER_PAGE)] as const;
    for (const [at, term] of terms.entries()) this.#addTerm(term, 2 * at, { total, pages });
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
      if (found === 0) continue;
      take(number * DOCUMENTS_PER_PAGE + at, found, sums[at] ?? 0);
      levels[at] = 0;
      sums[at] = 0;
    }
  }

  /** Marks the documents of a page that are in reach. */
  #choose(number: number, { scopes }: DocumentPage): void {
    const isInScope = this.#isInScope;
    for (let at = 0; at < DOCUMENTS_PER_PAGE; at += 1) searched[at] = isInScope[scopes[at] ?? 0] ?? 0;
    const { included, excluded } = this.#reach;
    const [own, others] = [included?.page(number), excluded?.page(number)];
    if (included && !own) searched.fill(0);
    for (let at = 0; (own || others) && at < DOCUMENTS_PER_PAGE; at += 1)
      if ((own && !hasBit(own, at)) || (others && hasBit(others, at))) searched[at] = 0;
  }

  /** The phrases of a term come in the order of level, highest first: a document keeps the first level that it has. */
  #addTerm(
    { phrases }: RankedTerm,
    shift: number,
    { total, pages }: { total: number; pages: readonly [number, number] },
  ): void {
    for (const { level, parts, documents } of phrases.toSorted((one, other) => other.level - one.level)) {
      const gain = (LEVEL_SHARES[level] ?? 0) * inverseFrequency(documents, total) * (K1 + 1);
      for (const part of parts)
        for (const within of part.list.pages) {
          if (within.page < pages[0] || within.page > pages[1]) continue;
          const known = this.#parts.get(within.page) ?? [];
          this.#parts.set(within.page, known);
          known.push({ phrase: { level, shift, gain }, part, within });
        }
    }
  }

  /** Adds one phrase. This runs for every posting of a common word. */
  #addPart(
    { level, shift, gain }: Scored,
    { list, deleted }: PostingPart,
    { within, page }: { within: PostingPage; page: DocumentPage },
  ): void {
    const { lengths } = page;
    const [perTerm, base] = [this.#perTerm, K1 * (1 - B)];
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
      const norm = base + perTerm * (lengths[at] ?? 0);
      sums[at] = (sums[at] ?? 0) + (gain * frequency) / (frequency + norm);
    }
  }
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
