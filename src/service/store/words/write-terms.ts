import { engineOf } from '../sql/engine.ts';
import { listOf } from '../sql/expressions.ts';
import { insertAll } from '../sql/insert.ts';
import type { Db, Trx } from '../sql/schema.ts';
import { addServerTerms, removeServerTerms } from './postings/server/add-terms.ts';
import { serverTermsFrom } from './postings/server/server-index.ts';
import type { DocumentTerms } from './word-query.ts';

export type { DocumentTerms };

/** Indexes the terms of new documents. */
export async function addTerms(trx: Trx, documents: readonly DocumentTerms[]): Promise<void> {
  if (engineOf(trx) === 'postgres') return addServerTerms(trx, documents);
  const rows = documents.map(({ docid, columns }) => ({ ...columns, rowid: docid }));
  await insertAll(trx, 'document_terms', rows);
}

/**
 * Replaces the indexed terms of documents.
 * @param version the analyser's version
 */
export async function replaceTerms(
  trx: Trx,
  documents: readonly DocumentTerms[],
  version: number,
): Promise<void> {
  const docids = documents.map(({ docid }) => docid);
  if (engineOf(trx) === 'postgres') await removeServerTerms(trx, docids);
  else await trx.deleteFrom('document_terms').where('rowid', 'in', listOf(docids)).execute();
  await addTerms(trx, documents);
  await trx
    .updateTable('documents')
    .set({ analysed: version })
    .where('docid', 'in', listOf(docids))
    .execute();
}

/** Adds languages to those of an account's lines. */
export async function noteLanguages(trx: Trx, accountId: string, languages: Iterable<string>): Promise<void> {
  for (const language of new Set(languages))
    await trx
      .insertInto('account_languages')
      .values({ account_id: accountId, language })
      .onConflict((clash) => clash.doNothing())
      .execute();
}

/** The languages of an account's lines, sorted by code. */
export async function languagesOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account_languages')
    .select('language')
    .where('account_id', '=', accountId)
    .orderBy('language')
    .execute();
  return rows.map(({ language }) => language);
}

/** Index terms that start with `beginning`: over all accounts, so never show them. */
export async function indexedTerms(db: Db, beginning: string, limit = 20_000): Promise<string[]> {
  if (engineOf(db) === 'postgres') return [...(await serverTermsFrom(db, beginning, limit))];
  const rows = await db
    .selectFrom('document_terms_words')
    .select('term')
    .where('term', '>=', beginning)
    .where('term', '<', `${beginning}\u{10ffff}`)
    .limit(limit)
    .execute();
  return rows.map(({ term }) => term);
}

/** Adds words to the vocabulary for compounds. */
export async function noteCompoundWords(trx: Trx, words: readonly string[]): Promise<void> {
  for (let from = 0; from < words.length; from += 1_000) {
    const rows = words.slice(from, from + 1_000).map((word) => ({ word, reversed: reverse(word) }));
    await trx
      .insertInto('compound_words')
      .values(rows)
      .onConflict((clash) => clash.doNothing())
      .execute();
  }
}

/** Longer words that start or end with a part; at most `limit` of each. */
export async function compoundWordsWith(db: Db, part: string, limit: number): Promise<string[]> {
  const found = await Promise.all(
    (['word', 'reversed'] as const).map((column) => {
      const beginning = column === 'word' ? part : reverse(part);
      return db
        .selectFrom('compound_words')
        .select('word')
        .where(column, '>', beginning)
        .where(column, '<', `${beginning}\u{10ffff}`)
        .limit(limit)
        .execute();
    }),
  );
  return found.flat().map(({ word }) => word);
}

/** Those of these words that are in the vocabulary for compounds. */
export async function knownCompoundWords(db: Db, words: readonly string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const rows = await db
    .selectFrom('compound_words')
    .select('word')
    .where('word', 'in', listOf(words))
    .execute();
  return new Set(rows.map(({ word }) => word));
}

function reverse(word: string): string {
  return Array.from(word).reverse().join('');
}
