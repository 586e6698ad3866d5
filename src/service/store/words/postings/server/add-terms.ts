import { sql } from 'kysely';
import type { Trx } from '../../../sql/schema.ts';
import { type DocumentTerms, wordColumns } from '../../word-query.ts';
import { isIndexable, termsIn } from './match.ts';
import { Packer } from './packed.ts';

/** A tsvector holds a mebibyte; the rest of a larger document is found by its single words alone. */
const VECTOR_BYTES = 900_000;

const encoder = new TextEncoder();

/** A document cut into terms. */
interface Cut {
  readonly docid: number;
  /** Terms by the column's number. */
  readonly columns: readonly (readonly string[])[];
}

/** Indexes the terms of documents, as one batch. The caller's transaction has added to the index before, so no other one does. */
export async function addServerTerms(trx: Trx, documents: readonly DocumentTerms[]): Promise<void> {
  if (documents.length === 0) return;
  const cut = documents
    .map(({ docid, columns }) => ({
      docid,
      columns: wordColumns.map((name) => termsIn(columns[name] ?? '')),
    }))
    .sort((one, other) => one.docid - other.docid);
  await insertDocuments(trx, cut);
  await insertPostings(trx, cut, await nextBatch(trx));
}

/** Makes void what is indexed of documents so far. */
export async function removeServerTerms(trx: Trx, docids: readonly number[]): Promise<void> {
  await sql`
    insert into removed_documents (docid, batch)
      select docid, state.batch from unnest(${docids}::bigint[]) as docid cross join index_state as state`.execute(
    trx,
  );
  await sql`delete from document_terms where rowid = any(${docids}::bigint[])`.execute(trx);
}

async function insertDocuments(trx: Trx, documents: readonly Cut[]): Promise<void> {
  const names = sql.join(wordColumns.map((name) => sql.id(name)));
  const texts = wordColumns.map((_, at) => {
    const all = documents.map(({ columns }) => columns[at]?.join(' ') || null);
    return sql`${all}::text[]`;
  });
  const lengths = documents.map(({ columns }) => columns.reduce((sum, { length }) => sum + length, 0));
  const words = documents.map(({ columns }) => vectorOf(columns).join(' '));
  await sql`
    insert into document_terms (rowid, ${names}, length, words)
    select rowid, ${names}, length, array_to_tsvector(string_to_array(words, ' '))
    from unnest(${documents.map(({ docid }) => docid)}::bigint[], ${sql.join(texts)},
      ${lengths}::bigint[], ${words}::text[]) as given (rowid, ${names}, length, words)`.execute(trx);
}

/** The distinct terms of a document, as far as a tsvector can hold them. */
function vectorOf(columns: readonly (readonly string[])[]): string[] {
  let room = VECTOR_BYTES;
  return [...new Set(columns.flat())].filter((term) => {
    if (!isIndexable(term)) return false;
    room -= encoder.encode(term).length + 8;
    return room > 0;
  });
}

async function insertPostings(trx: Trx, documents: readonly Cut[], batch: number): Promise<void> {
  const lists = new Map<string, Packer>();
  for (const { docid, columns } of documents)
    for (const [column, terms] of columns.entries())
      for (const [term, occurrences] of counted(terms)) {
        const list = lists.get(term) ?? new Packer();
        lists.set(term, list);
        list.add(docid, column, occurrences);
      }
  const terms = [...lists.keys()];
  const packed = terms.map((term) => lists.get(term)?.bytes() ?? new Uint8Array(0));
  await sql`insert into index_terms (term) select unnest(${terms}::text[]) on conflict do nothing`.execute(
    trx,
  );
  await sql`
    insert into postings (term, batch, list)
    select term, ${batch}::bigint, list from unnest(${terms}::text[], ${packed}::bytea[]) as given (term, list)`.execute(
    trx,
  );
}

function counted(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) if (isIndexable(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

async function nextBatch(trx: Trx): Promise<number> {
  const { rows } = await sql<{ batch: number }>`
    update index_state set batch = batch + 1 returning batch`.execute(trx);
  return rows[0]?.batch ?? 0;
}
