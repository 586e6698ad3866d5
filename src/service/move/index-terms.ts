import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { engineOf } from '../store/sql/engine.ts';
import type { Db } from '../store/sql/schema.ts';
import { type WordColumn, wordColumns } from '../store/words/match-words.ts';
import { addTerms, type DocumentTerms } from '../store/words/write-terms.ts';
import type { Copying } from './copy-tables.ts';
import { readMark, writeMark } from './mark.ts';
import type { Sum } from './rows.ts';

/** Documents of a page at most, and its text in characters. Each page becomes one batch of a server's postings. */
const PAGE = 1_000;
const PAGE_SIZE = 4_000_000;

/** How far the index is. */
interface Reached {
  readonly docid: number;
  readonly documents: number;
}

/**
 * Moves the index of words: the terms of each document in their order, as the analyser made them, so that searches find the
 * same and score it the same.
 * @param each called with the number of documents that are there now
 */
export async function copyIndex({ from, into, signal }: Copying, each: (documents: number) => void) {
  let reached = (await readMark<Reached>(into, 'index')) ?? { docid: 0, documents: 0 };
  each(reached.documents);
  for await (const documents of pagesOfTerms(from, reached.docid)) {
    signal.throwIfAborted();
    const next: Reached = {
      docid: documents.at(-1)?.docid ?? reached.docid,
      documents: reached.documents + documents.length,
    };
    await into.transaction().execute(async (trx) => {
      await addTerms(trx, documents);
      await writeMark(trx, 'index', next);
    });
    reached = next;
    each(reached.documents);
  }
}

/** Reads the index whole, as it is compared. */
export async function sumOfIndex(db: Db, each: (documents: number) => void): Promise<Sum> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const documents of pagesOfTerms(db, 0)) {
    for (const { docid, columns } of documents)
      hash.update(`${JSON.stringify([docid, ...wordColumns.map((column) => columns[column] ?? null)])}\n`);
    rows += documents.length;
    each(documents.length);
  }
  return { rows, sha256: hash.digest('hex') };
}

async function* pagesOfTerms(db: Db, after: number): AsyncGenerator<DocumentTerms[]> {
  let [page, size]: [DocumentTerms[], number] = [[], 0];
  for await (const document of engineOf(db) === 'sqlite' ? inSqlite(db, after) : inServer(db, after)) {
    page.push(document);
    for (const text of Object.values(document.columns)) size += text?.length ?? 0;
    if (page.length < PAGE && size < PAGE_SIZE) continue;
    yield page;
    [page, size] = [[], 0];
  }
  if (page.length > 0) yield page;
}

/**
 * FTS5 keeps the documents of each term, with the places, and not the terms of each document. SQLite sorts them, on the
 * disk if they are many. Each document stands there once more without a term: some have none.
 */
async function* inSqlite(db: Db, after: number): AsyncGenerator<DocumentTerms> {
  await sql`create virtual table if not exists temp.moved_terms
    using fts5vocab('main', 'document_terms', 'instance')`.execute(db);
  const places = sql<{ doc: number; col: string | null; terms: string | null }>`(
    select doc, col, group_concat(term, ' ' order by place) as terms from (
      select doc, col, "offset" as place, term from temp.moved_terms where doc > ${after}
      union all
      select id, null, 0, null from document_terms_docsize where id > ${after})
    group by doc, col order by doc)`.as('places');
  let document: { docid: number; columns: Partial<Record<WordColumn, string>> } | undefined;
  for await (const { doc, col, terms } of db.selectFrom(places).select(['doc', 'col', 'terms']).stream()) {
    if (document?.docid !== doc) {
      if (document) yield document;
      document = { docid: doc, columns: {} };
    }
    if (col !== null && terms !== null) document.columns[col as WordColumn] = terms;
  }
  if (document) yield document;
}

/** A server's index has the terms of each document in their order. */
async function* inServer(db: Db, after: number): AsyncGenerator<DocumentTerms> {
  const names = sql.join(wordColumns.map((name) => sql.id(name)));
  for (let last = after; ; ) {
    const { rows } = await sql<{ rowid: number } & Record<WordColumn, string | null>>`
      select rowid, ${names} from document_terms where rowid > ${last} order by rowid limit 64`.execute(db);
    for (const { rowid, ...columns } of rows) {
      last = rowid;
      const own = wordColumns.flatMap((name) => (columns[name] ? [[name, columns[name]]] : []));
      yield { docid: rowid, columns: Object.fromEntries(own) };
    }
    if (rows.length === 0) return;
  }
}
