import { hasBit } from '../../store/postings/docid-set.ts';
import type { DocumentPage, DocumentTable } from '../../store/postings/document-table.ts';
import { COLUMN_BITS, DOCUMENTS_PER_PAGE, type PostingPage } from '../../store/postings/posting-list.ts';
import type { PostingPart } from '../../store/postings/read-postings.ts';
import type { Reach } from '../../store/reach.ts';
import { inverseFrequency, LEVEL_SHARES } from '../score.ts';
import type { RankedTerm } from './ranked-term.ts';

/** BM25's usual parameters, also those of FTS5. */
const K1 = 1.2;
const B = 0.75;
const COLUMN_MASK = (1 << COLUMN_BITS) - 1;

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

/** A page while it is scored. */
interface Page extends DocumentPage {
  readonly included: Uint32Array | undefined;
  readonly excluded: Uint32Array | undefined;
}

// Scoring a page never waits, so all searches use the same memory. Between pages, levels and sums are 0.
const levels = new Uint32Array(DOCUMENTS_PER_PAGE);
const sums = new Float64Array(DOCUMENTS_PER_PAGE);
const found = new Uint16Array(DOCUMENTS_PER_PAGE);

/** Adds up what the phrases of a query have in each document, one page of documents after the other. */
export class PageScorer {
  readonly #parts = new Map<number, { phrase: Scored; part: PostingPart; within: PostingPage }[]>();
  readonly #weights: Float64Array;
  readonly #table: DocumentTable;
  readonly #reach: Reach;
  readonly #isInScope: Uint8Array;
  readonly #perTerm: number;
  /** Number of documents found on the page. */
  #found = 0;

  /** @param weights of each column, by number; 0: not searched */
  constructor(
    terms: readonly RankedTerm[],
    weights: readonly number[],
    { table, reach }: { table: DocumentTable; reach: Reach },
  ) {
    this.#weights = Float64Array.from({ length: COLUMN_MASK + 1 }, (_, column) => weights[column] ?? 0);
    [this.#table, this.#reach] = [table, reach];
    this.#isInScope = new Uint8Array(Math.max(0, ...reach.scopes) + 1);
    for (const scope of reach.scopes) this.#isInScope[scope] = 1;
    this.#perTerm = (K1 * B) / averageLength(table, reach);
    const total = [...table.sums.values()].reduce((sum, { documents }) => sum + documents, 0);
    for (const [at, term] of terms.entries()) this.#addTerm(term, 2 * at, total);
  }

  /** Calls `take` for each document of a page that matches, in the order of docid. */
  score(number: number, take: Take): void {
    const parts = this.#parts.get(number);
    const known = this.#table.pages.get(number);
    const included = this.#reach.included?.page(number);
    if (!parts || !known || (this.#reach.included && !included)) return;
    const page = { ...known, included, excluded: this.#reach.excluded?.page(number) };
    this.#found = 0;
    for (const { phrase, part, within } of parts) this.#addPart(phrase, part, within, page);
    for (const at of found.subarray(0, this.#found).sort()) {
      take(number * DOCUMENTS_PER_PAGE + at, levels[at] ?? 0, sums[at] ?? 0);
      levels[at] = 0;
      sums[at] = 0;
    }
  }

  /** The phrases of a term come in the order of level, highest first: a document keeps the first level that it has. */
  #addTerm({ phrases }: RankedTerm, shift: number, total: number): void {
    for (const { level, parts, documents } of phrases.toSorted((one, other) => other.level - one.level)) {
      const gain = (LEVEL_SHARES[level] ?? 0) * inverseFrequency(documents, total) * (K1 + 1);
      for (const part of parts)
        for (const within of part.list.pages) {
          const known = this.#parts.get(within.page) ?? [];
          this.#parts.set(within.page, known);
          known.push({ phrase: { level, shift, gain }, part, within });
        }
    }
  }

  /** Adds one phrase. This runs for every posting of a common word, so it decodes them in place. */
  #addPart(phrase: Scored, { list, deleted }: PostingPart, within: PostingPage, page: Page): void {
    const { bytes } = list;
    const gone = deleted?.page(within.page);
    const weights = this.#weights;
    let docid = 0;
    let frequency = 0;
    for (let at = within.from; at < within.to; ) {
      let byte = bytes[at++] ?? 0;
      let distance = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at++] ?? 0;
        distance |= (byte & 0x7f) << shift;
      }
      byte = bytes[at++] ?? 0;
      let occurrences = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at++] ?? 0;
        occurrences |= (byte & 0x7f) << shift;
      }
      if (distance > 0) {
        if (frequency > 0 && !(gone && hasBit(gone, docid))) this.#add(phrase, docid, frequency, page);
        docid += distance;
        frequency = 0;
      }
      frequency += (occurrences >>> COLUMN_BITS) * (weights[occurrences & COLUMN_MASK] ?? 0);
    }
    if (frequency > 0 && !(gone && hasBit(gone, docid))) this.#add(phrase, docid, frequency, page);
  }

  #add({ level, shift, gain }: Scored, at: number, frequency: number, page: Page): void {
    if (!this.#isSearched(at, page)) return;
    const known = levels[at] ?? 0;
    const own = (known >>> shift) & 3;
    if (own > level) return;
    if (known === 0) {
      found[this.#found] = at;
      this.#found += 1;
    }
    if (own === 0) levels[at] = known | (level << shift);
    const length = page.lengths[at] ?? 0;
    sums[at] = (sums[at] ?? 0) + (gain * frequency) / (frequency + K1 * (1 - B) + this.#perTerm * length);
  }

  #isSearched(at: number, { scopes, included, excluded }: Page): boolean {
    if (this.#isInScope[scopes[at] ?? 0] !== 1) return false;
    return (!included || hasBit(included, at)) && !(excluded && hasBit(excluded, at));
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
