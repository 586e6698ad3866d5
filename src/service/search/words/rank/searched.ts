import { hasBit } from '../../../store/words/postings/docid-set.ts';
import type { DocumentPage } from '../../../store/words/postings/document-table.ts';
import { DOCUMENTS_PER_PAGE } from '../../../store/words/postings/posting-list.ts';
import type { Reach } from '../../../store/words/reach.ts';

/** 1 for each document to search. One page is scored at a time, so all searches use the same memory. */
export const searched = new Uint8Array(DOCUMENTS_PER_PAGE);

/** The page that all marks in `searched` are of: a search looks for its terms in the page that it scores next. */
let marked: { readonly reach: Reach; readonly page: DocumentPage } | undefined;

/** Marks in `searched` which documents of a page are in reach. */
export class Chooser {
  readonly #reach: Reach;
  readonly #isInScope: Uint8Array;

  constructor(reach: Reach) {
    this.#reach = reach;
    this.#isInScope = new Uint8Array(Math.max(0, ...reach.scopes) + 1);
    for (const scope of reach.scopes) this.#isInScope[scope] = 1;
  }

  /** Marks all documents of a page. */
  choose(number: number, page: DocumentPage): void {
    if (marked?.reach === this.#reach && marked.page === page) return;
    marked = { reach: this.#reach, page };
    const { included, excluded } = this.#reach;
    const [own, others] = [included?.page(number), excluded?.page(number)];
    if (included && !own) searched.fill(0);
    else this.#chooseScopes(page);
    if (own) keep(own, 1);
    if (others) keep(others, 0);
  }

  /** Marks some documents of a page; the marks of others are not to be read. */
  chooseSome(number: number, { scopes }: DocumentPage, places: Uint16Array): void {
    marked = undefined;
    const { included, excluded } = this.#reach;
    const [own, others] = [included?.page(number), excluded?.page(number)];
    for (const at of places) {
      const isOut = (included && !(own && hasBit(own, at))) || (others && hasBit(others, at));
      searched[at] = isOut ? 0 : (this.#isInScope[scopes[at] ?? 0] ?? 0);
    }
  }

  /** Where all documents of a page have scopes in reach, they need not be looked at one by one. */
  #chooseScopes({ scopes, held }: DocumentPage): void {
    const isInScope = this.#isInScope;
    const inReach = [...held].filter((scope) => isInScope[scope] === 1).length;
    if (inReach === 0 || inReach === held.size) searched.fill(inReach === 0 ? 0 : 1);
    else for (let at = 0; at < DOCUMENTS_PER_PAGE; at += 1) searched[at] = isInScope[scopes[at] ?? 0] ?? 0;
  }
}

/** Leaves out the documents of a page whose bit is not this one. */
function keep(bits: Uint32Array, bit: 0 | 1): void {
  for (let at = 0; at < DOCUMENTS_PER_PAGE; at += 1) if (Number(hasBit(bits, at)) !== bit) searched[at] = 0;
}
