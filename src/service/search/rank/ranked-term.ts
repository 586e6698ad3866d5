import type { PostingPart } from '../../store/words/postings/read-postings.ts';

/** The documents of one phrase of a term. */
export interface Phrase {
  readonly parts: readonly PostingPart[];
  /** Number of documents with it in the whole index. */
  readonly documents: number;
}

/** How much of a term a document has; see LEVEL_SHARES. */
export type Level = 1 | 2 | 3;

/** A term of a query, with all phrases that match it. A document has the highest level of its phrases. */
export interface RankedTerm {
  readonly required: boolean;
  readonly phrases: readonly (Phrase & { readonly level: Level })[];
}
