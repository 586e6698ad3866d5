import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from './schema.ts';
import type { WordColumn } from './words.ts';

/** The terms of a document, by column: what the analyser made of its words, with spaces between. */
export interface DocumentTerms {
  readonly docid: number;
  readonly columns: Partial<Record<WordColumn, string>>;
}

/**
 * Puts the terms of documents into the index, in place of those they had.
 * @param version of the analyser that made them
 */
export async function writeTerms(
  trx: Trx,
  documents: readonly DocumentTerms[],
  version: number,
): Promise<void> {
  if (documents.length === 0) return;
  const docids = documents.map(({ docid }) => docid);
  await trx.deleteFrom('document_terms').where('rowid', 'in', listOf(docids)).execute();
  for (const { docid, columns } of documents)
    await trx
      .insertInto('document_terms')
      .values({ ...columns, rowid: docid })
      .execute();
  await trx
    .updateTable('documents')
    .set({ analysed: version })
    .where('docid', 'in', listOf(docids))
    .execute();
}

/** Adds languages to those that an account's lines are in. */
export async function noteLanguages(trx: Trx, accountId: string, languages: Iterable<string>): Promise<void> {
  for (const language of new Set(languages))
    await trx
      .insertInto('account_languages')
      .values({ account_id: accountId, language })
      .onConflict((clash) => clash.doNothing())
      .execute();
}

/** The languages that an account's lines are in, in the order of their codes. */
export async function languagesOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account_languages')
    .select('language')
    .where('account_id', '=', accountId)
    .orderBy('language')
    .execute();
  return rows.map(({ language }) => language);
}

/** Terms of the index that begin with `beginning`: over all accounts, so never to be shown as they are. */
export async function indexedTerms(db: Db, beginning: string, limit = 20_000): Promise<string[]> {
  const rows = await db
    .selectFrom('document_terms_words')
    .select('term')
    .where('term', '>=', beginning)
    .where('term', '<', `${beginning}\u{10ffff}`)
    .limit(limit)
    .execute();
  return rows.map(({ term }) => term);
}

/** Adds words that compounds may be made of. */
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

/** Words that begin, or end, with a part, and are longer than it. */
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

/** Those of these words that texts have. */
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

/** A list as one parameter: a statement takes some thirty thousand, and a new text for each length is prepared anew. */
export function listOf<T extends string | number>(values: readonly T[]): RawBuilder<T> {
  return sql<T>`(select value from json_each(${JSON.stringify(values)}))`;
}
