import { UnknownFormat } from './format.ts';
import { ANY_COLUMN, NO_POSTINGS, PostingBuilder, type PostingList } from './posting-list.ts';
import { VarintReader } from './structure.ts';

/** The first bytes of a leaf: where its first docid is, and where its list of terms begins. */
const HEADER_BYTES = 4;
/** In a position list, a column number follows; other values are positions. */
const NEW_COLUMN = 1;

interface Leaf {
  readonly bytes: Uint8Array;
  /** Offset of the first docid, which is written in full; 0 if there is none. */
  readonly firstDocid: number;
  readonly end: number;
  /** Offsets of the terms that begin here. */
  readonly terms: readonly number[];
}

/**
 * Reads the documents of a term from the leaves of a segment, in the format of fts5_index.c. SQL gives the same by MATCH
 * and fts5vocab, but takes five times as long, which decides whether a search with common words takes 0.1 or 0.5 s.
 * @param first the leaf on which the term must begin if the segment has it
 * @param readNext gives the leaves after it, one after the other; undefined after the last
 */
export async function readDoclist(
  first: Uint8Array,
  term: Uint8Array,
  readNext: () => Promise<Uint8Array | undefined>,
): Promise<PostingList> {
  const leaf = leafOf(first);
  const found = findTerm(leaf, term);
  if (!found) return NO_POSTINGS;
  const decoder = new DoclistDecoder();
  let isLast = decoder.readLeaf(leaf, found.at, found.end);
  while (!isLast) {
    const bytes = await readNext();
    if (!bytes) return decoder.result();
    const next = leafOf(bytes);
    isLast = decoder.readLeaf(next, HEADER_BYTES, next.terms[0]);
  }
  return decoder.result();
}

function leafOf(bytes: Uint8Array): Leaf {
  const firstDocid = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const end = ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0);
  const terms: number[] = [];
  const reader = new VarintReader(bytes, end);
  for (let offset = 0; reader.at < bytes.length; ) {
    offset += reader.next();
    terms.push(offset);
  }
  return { bytes, firstDocid, end, terms };
}

/** Whether a term begins on a leaf. */
export function hasTerm(leaf: Uint8Array, term: Uint8Array): boolean {
  return findTerm(leafOf(leaf), term) !== undefined;
}

/** The terms that begin on a leaf, in order. */
export function termsOn(leaf: Uint8Array): Uint8Array[] {
  const { bytes, terms } = leafOf(leaf);
  let before = new Uint8Array(0);
  return terms.map((offset, index) => {
    const reader = new VarintReader(bytes, offset);
    const kept = index === 0 ? 0 : reader.next();
    const length = reader.next();
    const term = new Uint8Array(kept + length);
    term.set(before.subarray(0, kept));
    term.set(bytes.subarray(reader.at, reader.at + length), kept);
    before = term;
    return term;
  });
}

/**
 * Where the documents of a term begin on its first leaf; `end` is undefined if they may go on with the next one. Terms
 * are in order, and each is stored without the beginning that it shares with the one before.
 */
function findTerm({ bytes, terms }: Leaf, wanted: Uint8Array): { at: number; end?: number } | undefined {
  let matching = 0;
  const reader = new VarintReader(bytes);
  for (let index = 0; index < terms.length; index += 1) {
    reader.at = terms[index] ?? 0;
    const kept = index === 0 ? 0 : reader.next();
    const to = reader.next() + reader.at;
    if (kept < matching) return undefined;
    if (kept > matching) continue;
    let at = reader.at;
    while (at < to && bytes[at] === wanted[matching]) {
      at += 1;
      matching += 1;
    }
    if (at < to && (matching === wanted.length || (bytes[at] ?? 0) > (wanted[matching] ?? 0)))
      return undefined;
    const end = terms[index + 1];
    if (at === to && matching === wanted.length) return { at, ...(end !== undefined && { end }) };
  }
  return undefined;
}

/** Decodes the documents of one term. A document's positions may go on with the next leaf. */
class DoclistDecoder {
  readonly #list = new PostingBuilder();
  #docid = 0;
  /** Bytes left of the current document's positions. */
  #left = 0;
  #column = 0;
  #isColumnNext = false;
  #occurrences = 0;

  /** @throws UnknownFormat if the list ends in the middle of a document */
  result(): PostingList {
    if (this.#left > 0) throw new UnknownFormat('a list of documents is cut off');
    return this.#list.build();
  }

  /**
   * Decodes what a leaf has of the term.
   * @param end where the next term begins on the leaf; undefined: there is none
   * @returns whether the documents end here
   */
  readLeaf(leaf: Leaf, from: number, end: number | undefined): boolean {
    const to = end ?? leaf.end;
    const reader = new VarintReader(leaf.bytes, from);
    let isFirst = from > HEADER_BYTES;
    while (reader.at < to) {
      if (this.#left === 0) {
        const isWhole = isFirst || reader.at === leaf.firstDocid;
        const number = reader.next();
        this.#startDocument(isWhole ? number : this.#docid + number, reader.next());
        isFirst = false;
      }
      this.#readPositions(reader, to);
    }
    return end !== undefined;
  }

  /** The lowest bit of the size marks a deleted document: those have no positions here. */
  #startDocument(docid: number, size: number): void {
    if (docid < this.#docid || !Number.isSafeInteger(docid))
      throw new UnknownFormat('documents are not in order');
    [this.#docid, this.#left] = [docid, size >>> 1];
    [this.#column, this.#occurrences, this.#isColumnNext] = [0, 0, false];
  }

  #readPositions(reader: VarintReader, to: number): void {
    const { bytes } = reader;
    const start = reader.at;
    const end = Math.min(to, start + this.#left);
    let at = start;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      at += 1;
      if (this.#isColumnNext) {
        this.#endColumn();
        this.#column = byte;
        this.#isColumnNext = false;
      } else if (byte === NEW_COLUMN) {
        this.#isColumnNext = true;
      } else {
        this.#occurrences += 1;
        // A position of several bytes: all but the last have the highest bit.
        for (let part = byte; part >= 0x80; at += 1) part = bytes[at] ?? 0;
      }
    }
    reader.at = at;
    this.#left -= at - start;
    if (this.#left === 0) this.#endColumn();
  }

  #endColumn(): void {
    if (this.#column >= ANY_COLUMN) throw new UnknownFormat(`column ${this.#column} does not exist`);
    if (this.#occurrences > 0) this.#list.add(this.#docid, this.#column, this.#occurrences);
    this.#occurrences = 0;
  }
}
