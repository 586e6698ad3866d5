/**
 * The index of words: terms of documents come in (write-terms.ts), the documents that have some words go out. On SQLite it is
 * FTS5's, on a server one of ours (postings/server); how often and where a term occurs is read by postings/.
 */
import { type Selectable, sql } from 'kysely';
import { isKept } from '../sql/deletions.ts';
import { engineOf } from '../sql/engine.ts';
import { listOf } from '../sql/expressions.ts';
import type { Db, DocumentsTable } from '../sql/schema.ts';
import { matchingInServer } from './postings/server/match.ts';
import type { WordScope } from './reach.ts';
import type { DocidRange, WordQuery } from './word-query.ts';

export * from './word-query.ts';

/** A document without its text, which may be long. */
export type DocumentRow = Selectable<Pick<DocumentsTable, (typeof documentColumns)[number]>>;

export const documentColumns = [
  'docid',
  'collection_id',
  'file_id',
  'segmentation_id',
  'segment_id',
  'type',
  'start_time',
  'end_time',
] as const;

const EVERY: DocidRange = { first: 0, last: Number.MAX_SAFE_INTEGER };

/** The documents of all accounts that match, by docid. */
export function matchingDocuments(db: Db, query: WordQuery, range = EVERY): Promise<number[]> {
  if (engineOf(db) === 'postgres') return matchingInServer(db, query, range);
  return matching(db, 'document_terms', query, range);
}

/** The same for documents that are not yet analysed: they are indexed by their plain words. */
export async function matchingUnanalysed(db: Db, query: WordQuery, range = EVERY): Promise<number[]> {
  // A server's documents are analysed before they get there.
  if (engineOf(db) === 'postgres') return [];
  return (await hasUnanalysed(db)) ? matching(db, 'documents_fts', query, range) : [];
}

async function matching(
  db: Db,
  table: 'document_terms' | 'documents_fts',
  query: WordQuery,
  { first, last }: DocidRange,
): Promise<number[]> {
  const expression = matchExpression(query);
  if (expression === undefined) return [];
  const index = sql.table(table);
  const { rows } = await sql<{ docids: string }>`
    select json_group_array(docid) as docids from (
      select rowid as docid from ${index} where ${index} match ${expression}
      and rowid between ${first} and ${last} order by rowid)`.execute(db);
  return JSON.parse(rows[0]?.docids ?? '[]') as number[];
}

/** Reads documents by docid; those that are gone are left out. */
export async function readDocuments(db: Db, docids: readonly number[]): Promise<Map<number, DocumentRow>> {
  const rows = await db
    .selectFrom('documents')
    .select(documentColumns)
    .where('docid', 'in', listOf(docids))
    .execute();
  return new Map(rows.map((row) => [row.docid, row]));
}

async function hasUnanalysed(db: Db): Promise<boolean> {
  // Deleted ones too: it only tells which way to search.
  const row = await db.selectFrom('documents').select('docid').where('analysed', '=', 0).executeTakeFirst();
  return row !== undefined;
}

/** A query for the documents of a scope, to be extended. */
export function documentsIn(db: Db, scope: WordScope) {
  let result = db
    .selectFrom('documents')
    .where('documents.account_id', '=', scope.accountId)
    .where(isKept('documents'));
  if (scope.collections) result = result.where('documents.collection_id', 'in', listOf(scope.collections));
  if (scope.files) result = result.where('documents.file_id', 'in', listOf(scope.files));
  if (scope.type) result = result.where('documents.type', '=', scope.type);
  return result;
}

/** FTS5's query text; undefined if no phrase has a letter or digit. */
function matchExpression({ phrases, columns, prefix }: WordQuery): string | undefined {
  const wanted = anyOf(phrases, prefix ? '*' : '');
  if (wanted === '' || columns?.length === 0) return undefined;
  return columns ? `{${columns.join(' ')}} : (${wanted})` : wanted;
}

function anyOf(phrases: readonly (readonly string[])[], ending: '' | '*'): string {
  const wanted = phrases.map((terms) => terms.join(' ')).filter((phrase) => /[\p{L}\p{N}]/u.test(phrase));
  return wanted.map((phrase) => `${quote(phrase)}${ending}`).join(' OR ');
}

/** A string in FTS5 is a phrase of the tokenizer's words: no operator, no column filter, no prefix star. */
function quote(phrase: string): string {
  return `"${phrase.replaceAll('\0', ' ').replaceAll('"', '""')}"`;
}
