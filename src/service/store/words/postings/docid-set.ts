import { DOCUMENTS_PER_PAGE, type PostingList } from './posting-list.ts';

/** A set of docids as bits: a million in a row take 125 kB. */
export class DocidSet {
  readonly #pages = new Map<number, Uint32Array>();
  #size = 0;
  #last = -1;
  #page: Uint32Array = new Uint32Array(0);

  /** @param docids those that are in it twice count twice */
  constructor(docids: Iterable<number> = []) {
    for (const docid of docids) this.add(docid);
  }

  /** Number of docids added. */
  get size(): number {
    return this.#size;
  }

  add(docid: number): void {
    const number = Math.floor(docid / DOCUMENTS_PER_PAGE);
    if (number !== this.#last) {
      this.#last = number;
      this.#page = this.#pages.get(number) ?? new Uint32Array(DOCUMENTS_PER_PAGE / 32);
      this.#pages.set(number, this.#page);
    }
    const page = this.#page;
    const at = docid - number * DOCUMENTS_PER_PAGE;
    page[at >>> 5] = (page[at >>> 5] ?? 0) | (1 << (at & 31));
    this.#size += 1;
  }

  /** The bits of a page of documents; undefined if it has none. */
  page(number: number): Uint32Array | undefined {
    return this.#pages.get(number);
  }
}

/** Whether a page of a set has the docid at a place of the page. */
export function hasBit(page: Uint32Array, at: number): boolean {
  return (((page[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;
}

/** A part of a term's postings. Documents in `deleted` are no longer in it. */
export interface PostingPart {
  readonly list: PostingList;
  readonly deleted?: DocidSet | undefined;
}
