/** Documents of a page: postings are kept and scored page by page, so that memory does not grow with the store. */
export const DOCUMENTS_PER_PAGE = 65_536;

/** Columns fit in four bits, and small numbers of occurrences in the three bits above. */
export const COLUMN_BITS = 4;

/** The part of a list within one page of documents. */
export interface PostingPage {
  /** Docids from `page` times DOCUMENTS_PER_PAGE. */
  readonly page: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The documents of a term with its occurrences, packed: for each document and column two integers of seven bits a byte,
 * lowest first: the distance from the docid before (at first from the start of the page), and the number of
 * occurrences above COLUMN_BITS bits of the column.
 */
export interface PostingList {
  readonly bytes: Uint8Array;
  readonly pages: readonly PostingPage[];
  /** Number of documents. */
  readonly documents: number;
}

export const NO_POSTINGS: PostingList = { bytes: new Uint8Array(0), pages: [], documents: 0 };

/** Packs a list. Docids must come in ascending order. */
export class PostingBuilder {
  #bytes = new Uint8Array(64);
  #at = 0;
  #documents = 0;
  #last = -1;
  #pages: PostingPage[] = [];
  #page = -1;
  #from = 0;
  #base = 0;

  /**
   * @param before goes on with this list
   * @param last its last docid
   */
  constructor(before: PostingList = NO_POSTINGS, last = -1) {
    const page = before.pages.at(-1);
    if (!page) return;
    this.#bytes = new Uint8Array(2 * before.bytes.length + 64);
    this.#bytes.set(before.bytes);
    [this.#at, this.#documents] = [before.bytes.length, before.documents];
    this.#pages = before.pages.slice(0, -1);
    [this.#page, this.#from, this.#base, this.#last] = [page.page, page.from, last, last];
  }

  /** The last docid added. */
  get last(): number {
    return this.#last;
  }

  /**
   * @param column number of the column
   * @param occurrences at least 1
   */
  add(docid: number, column: number, occurrences: number): void {
    if (docid !== this.#last) this.#startDocument(docid);
    this.#write(docid - this.#base);
    this.#write(occurrences * (1 << COLUMN_BITS) + column);
    this.#base = docid;
  }

  build(): PostingList {
    this.#endPage();
    return { bytes: this.#bytes.slice(0, this.#at), pages: this.#pages, documents: this.#documents };
  }

  #startDocument(docid: number): void {
    const page = Math.floor(docid / DOCUMENTS_PER_PAGE);
    if (page !== this.#page) {
      this.#endPage();
      [this.#page, this.#from, this.#base] = [page, this.#at, page * DOCUMENTS_PER_PAGE];
    }
    this.#documents += 1;
    this.#last = docid;
  }

  #endPage(): void {
    if (this.#page >= 0) this.#pages.push({ page: this.#page, from: this.#from, to: this.#at });
  }

  #write(number: number): void {
    if (this.#at + 8 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    let rest = number;
    while (rest > 0x7f) {
      this.#bytes[this.#at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#at++] = rest;
  }
}

/** A column that is none of the index's: that of documents that were found in another way. */
export const ANY_COLUMN = (1 << COLUMN_BITS) - 1;

/** A list of documents with one occurrence each. @param docids in ascending order */
export function listOfDocids(docids: readonly number[]): PostingList {
  const builder = new PostingBuilder();
  for (const docid of docids) builder.add(docid, ANY_COLUMN, 1);
  return builder.build();
}
