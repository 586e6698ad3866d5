import { sql } from 'kysely';
import { perEngine } from '../../sql/engine.ts';
import type { Db } from '../../sql/schema.ts';
import { DOCUMENTS_PER_PAGE } from './posting-list.ts';

/** What is known of the documents of a page, by docid less the page's first. */
export interface DocumentPage {
  /** The scope of each (document_totals); 0: none. */
  readonly scopes: Uint32Array;
  /** Its number of terms, at most 65,535. */
  readonly lengths: Uint16Array;
  /** The scopes that are in it. */
  readonly held: Set<number>;
}

/** Rows to read before other requests get a turn: some 5 ms. */
const PORTION = 10_000;
const LONGEST = 65_535;

/**
 * Scope and length of every document in memory, six bytes each, because a search reads them for every document with a
 * word. Docids are never given again, so only new ones are read; deleted ones stay, but no word leads to them.
 */
export class DocumentTable {
  readonly pages = new Map<number, DocumentPage>();
  /** By scope: the number of documents read and of their terms, and the first and last docid. */
  readonly sums = new Map<number, { documents: number; terms: number; first: number; last: number }>();
  #last = -1;

  /** The first and the last docid of some scopes: a collection's documents are often in a row. */
  rangeOf(scopes: readonly number[]): { readonly first: number; readonly last: number } {
    let [first, last] = [Number.MAX_SAFE_INTEGER, -1];
    for (const scope of scopes) {
      const sum = this.sums.get(scope);
      if (!sum) continue;
      first = Math.min(first, sum.first);
      last = Math.max(last, sum.last);
    }
    return { first, last };
  }

  /** Those of some documents that are in some scopes. */
  inScopes(docids: readonly number[], scopes: readonly number[]): number[] {
    const wanted = new Set(scopes);
    return docids.filter((docid) => {
      const page = this.pages.get(Math.floor(docid / DOCUMENTS_PER_PAGE));
      return wanted.has(page?.scopes[docid % DOCUMENTS_PER_PAGE] ?? 0);
    });
  }

  /** Reads the documents that are new. @param yieldTurn called between portions */
  async update(db: Db, yieldTurn: () => Promise<void>): Promise<void> {
    for (;;) {
      const { rows } = await placesAfter(this.#last).execute(db);
      const [docids, scopes, sizes] = [rows[0]?.docids, rows[0]?.scopes, rows[0]?.sizes].map((text = '[]') =>
        JSON.parse(text),
      ) as [number[], number[], (string | number)[]];
      for (const [at, docid] of docids.entries()) this.#add(docid, scopes[at] ?? 0, termsIn(sizes[at] ?? ''));
      if (docids.length < PORTION) return;
      await yieldTurn();
    }
  }

  #add(docid: number, scope: number, length: number): void {
    const number = Math.floor(docid / DOCUMENTS_PER_PAGE);
    const page = this.pages.get(number) ?? {
      scopes: new Uint32Array(DOCUMENTS_PER_PAGE),
      lengths: new Uint16Array(DOCUMENTS_PER_PAGE),
      held: new Set(),
    };
    this.pages.set(number, page);
    page.held.add(scope);
    page.scopes[docid - number * DOCUMENTS_PER_PAGE] = scope;
    page.lengths[docid - number * DOCUMENTS_PER_PAGE] = Math.min(length, LONGEST);
    const sum = this.sums.get(scope) ?? { documents: 0, terms: 0, first: docid, last: docid };
    if (sum.documents === 0) this.sums.set(scope, sum);
    sum.documents += 1;
    sum.terms += length;
    sum.last = docid;
    this.#last = docid;
  }
}

/**
 * The next documents, as three texts. The size is FTS5's record, or the number of terms itself. PostgreSQL joins the two in
 * their order, and needs the bound on both: otherwise it reads the second from its beginning for each portion.
 */
function placesAfter(last: number) {
  return perEngine(
    sql<{ docids: string; scopes: string; sizes: string }>`
      select json_group_array(docid) as docids, json_group_array(scope) as scopes, json_group_array(hex(sz)) as sizes
      from (select p.docid, p.scope, s.sz from document_places p
        left join document_terms_docsize s on s.id = p.docid
        where p.docid > ${last} order by p.docid limit ${PORTION})`,
    () => sql`
      select json_group_array(docid) as docids, json_group_array(scope) as scopes, json_group_array(sz) as sizes
      from (select p.docid, p.scope, coalesce(s.length, 0) as sz from document_places p
        left join document_terms s on s.rowid = p.docid and s.rowid > ${last}
        where p.docid > ${last} order by p.docid limit ${PORTION}) as places`,
  );
}

const termsIn = (size: string | number): number => (typeof size === 'number' ? size : lengthOf(size));

/** The number of terms in FTS5's record of a document's size, in hexadecimal: an integer for each column. */
function lengthOf(hex: string): number {
  let length = 0;
  let number = 0;
  for (let at = 0; at < hex.length; at += 2) {
    const byte = digit(hex.charCodeAt(at)) * 16 + digit(hex.charCodeAt(at + 1));
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    length += number;
    number = 0;
  }
  return length;
}

/** The value of `0` to `9` and `A` to `F`. */
function digit(code: number): number {
  return code < 65 ? code - 48 : code - 55;
}

const tables = new WeakMap<object, { table: DocumentTable; updated: Promise<void> }>();

/** The table of a store in this process, up to date. */
export async function documentTable(db: Db, yieldTurn: () => Promise<void>): Promise<DocumentTable> {
  const known = tables.get(db) ?? { table: new DocumentTable(), updated: Promise.resolve() };
  tables.set(db, known);
  known.updated = known.updated.catch(() => undefined).then(() => known.table.update(db, yieldTurn));
  await known.updated;
  return known.table;
}
