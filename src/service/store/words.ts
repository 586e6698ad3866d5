import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { isKept } from './deletions.ts';
import { listOf } from './list-of.ts';
import type { Db, DocumentsTable } from './schema.ts';

/** Columns of a document with text, in the order of the index. */
export const wordColumns = [
  'title',
  'summary',
  'speech',
  'scene_text',
  'visual_scene_description',
  'audio_description',
  'entities',
  'metadata',
] as const;

export type WordColumn = (typeof wordColumns)[number];

/** A full-text query. A document matches if it has one of the phrases. */
export interface WordQuery {
  /** Sequences of the analyser's terms. */
  readonly phrases: readonly (readonly string[])[];
  /** A document must also have a phrase of each of these lists. */
  readonly also?: readonly (readonly (readonly string[])[])[];
  /** Search only these columns; default: all. */
  readonly columns?: readonly WordColumn[];
  /** Treat the last term of each phrase as a prefix. */
  readonly prefix?: boolean;
  /** The same in plain words, for documents that are not yet analysed. */
  readonly plain?: readonly string[];
}

/** Which documents to search. */
export interface WordScope {
  readonly accountId: string;
  readonly collections?: readonly string[];
  readonly files?: readonly string[];
  readonly type?: DocumentsTable['type'];
}

export interface WordSearch extends WordScope {
  readonly query: WordQuery;
  /** Weight of a column; default 1. */
  readonly weights?: Partial<Record<WordColumn, number>>;
  readonly limit: number;
  /** Search only these documents. */
  readonly among?: readonly number[];
  /** Rank only this many matching documents, the newest. */
  readonly newest?: number;
}

/** A matching document. `score` is above 0; higher is better (BM25). */
export interface WordHit {
  readonly docid: number;
  readonly score: number;
}

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

/** The matching documents, best first; ties in the order of docid. PostgreSQL will have its own version. */
export async function searchWords(db: Db, search: WordSearch): Promise<WordHit[]> {
  const { query } = search;
  if (isNone(search.collections) || isNone(search.files)) return [];
  const hits = await hitsOf(db, search, 'document_terms', matchExpression(query.phrases, query));
  if (!query.plain || !(await hasUnanalysed(db))) return hits;
  const plain = query.plain.map((term) => [term]);
  const old = await hitsOf(db, search, 'documents_fts', matchExpression(plain, query));
  return [...hits, ...old].sort((one, other) => other.score - one.score).slice(0, search.limit);
}

/**
 * Joins the index with nothing but the places of its documents: a common word is in a fifth of them. BM25 is worked out
 * only for those in the scope, and only for the newest of these if the search asks for it.
 */
async function hitsOf(
  db: Db,
  search: WordSearch,
  table: 'document_terms' | 'documents_fts',
  expression: string | undefined,
): Promise<WordHit[]> {
  if (expression === undefined) return [];
  const index = sql.table(table);
  const weights = wordColumns.map((column) => sql.lit(search.weights?.[column] ?? 1));
  const newest =
    search.newest === undefined ? sql`` : sql`order by ${index}.rowid desc limit ${search.newest}`;
  const { rows } = await sql<WordHit>`
    select docid, score from (
      select p.docid, -bm25(${index}, ${sql.join(weights)}) as score ${matching(table, expression, search)} ${newest}
    ) order by score desc, docid limit ${search.limit}`.execute(db);
  return rows;
}

/** The matching documents of the index, each with its place `p`. */
function matching(
  table: 'document_terms' | 'documents_fts',
  expression: string,
  search: WordScope & Pick<WordSearch, 'among'>,
): RawBuilder<unknown> {
  const index = sql.table(table);
  const among = search.among ? sql`and +p.docid in ${listOf(search.among)}` : sql``;
  return sql`from ${index} cross join document_places p on p.docid = ${index}.rowid
    where ${index} match ${expression} ${among} and ${isInScope(search)}
    and ${index}.rowid between ${endOf('min', search)} and ${endOf('max', search)}`;
}

/** The first or the last docid of a scope. The index leaps over all others: a collection's documents are often in a row. */
function endOf(end: 'min' | 'max', scope: WordScope): RawBuilder<number> {
  const of = sql.raw(end);
  return sql<number>`(select ${of}((select ${of}(docid) from document_places where scope = t.scope))
    from document_totals t where ${ofScope(scope)})`;
}

/**
 * Estimates the number of analysed documents that match if it is above `most`; undefined if it is not. Counts the newest
 * matches up to `most`, and takes the older documents of the scope to match as often.
 */
export async function estimateMatches(
  db: Db,
  { query, ...scope }: WordScope & { query: WordQuery },
  most: number,
): Promise<number | undefined> {
  const expression = matchExpression(query.phrases, query);
  if (expression === undefined || isNone(scope.collections) || isNone(scope.files)) return undefined;
  const { rows } = await sql<{ count: number; oldest: number | null }>`
    select count(*) as count, min(docid) as oldest from (
      select p.docid ${matching('document_terms', expression, scope)}
      order by document_terms.rowid desc limit ${most + 1})`.execute(db);
  const { count = 0, oldest = null } = rows[0] ?? {};
  if (count <= most || oldest === null) return undefined;
  const { rows: since } = await sql<{ count: number }>`
    select count(*) as count from document_places p where p.docid >= ${oldest} and ${isInScope(scope)}`.execute(
    db,
  );
  return Math.round((count * (await countDocuments(db, scope))) / Math.max(count, since[0]?.count ?? 0));
}

/** Whether the place `p` is in a scope and kept. The unary plus makes SQLite test each docid, not look each one up. */
function isInScope(scope: WordScope): RawBuilder<SqlBool> {
  const { collections, files } = scope;
  const ofFiles = files && [sql`file_id in ${listOf(files)}`, ...inCollections(collections)];
  const all = [
    sql`p.scope in (select scope from document_totals where ${ofScope(scope)})`,
    sql`+p.docid not in (select docid from documents
      where file_id in (select coalesce(file_id, id) from deletions) and not ${isKept('documents')})`,
    ...(ofFiles
      ? [sql`+p.docid in (select docid from documents where ${sql.join(ofFiles, sql` and `)})`]
      : []),
  ];
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

/** Whether a row of document_totals is in a scope and kept. */
function ofScope({ accountId, collections, type }: WordScope): RawBuilder<SqlBool> {
  const all = [
    sql`account_id = ${accountId}`,
    sql`collection_id not in (select id from deletions)`,
    ...(type ? [sql`type = ${type}`] : []),
    ...inCollections(collections),
  ];
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

function inCollections(collections: readonly string[] | undefined): RawBuilder<SqlBool>[] {
  return collections ? [sql`collection_id in ${listOf(collections)}`] : [];
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
  const row = await db.selectFrom('documents').select('docid').where('analysed', '=', 0).executeTakeFirst();
  return row !== undefined;
}

/** Number of documents in a scope: from the stored totals, unless the scope names files. */
export async function countDocuments(db: Db, scope: WordScope): Promise<number> {
  if (isNone(scope.collections) || isNone(scope.files)) return 0;
  return scope.files ? countOf(db, scope) : sumOf(db, scope);
}

async function countOf(db: Db, scope: WordScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from documents cross join document_places p on p.docid = documents.docid
    where documents.file_id in ${listOf(scope.files ?? [])} and ${isInScope(scope)}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function sumOf(db: Db, { accountId, collections, type }: WordScope): Promise<number> {
  let totals = db.selectFrom('document_totals').where('account_id', '=', accountId);
  if (collections) totals = totals.where('collection_id', 'in', listOf(collections));
  if (type) totals = totals.where('type', '=', type);
  const row = await totals
    .select((of) => of.fn.sum<number | null>('documents').as('count'))
    .executeTakeFirst();
  return row?.count ?? 0;
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

function isNone(list: readonly string[] | undefined): boolean {
  return list?.length === 0;
}

/** FTS5's query text; undefined if no phrase has a letter or digit. */
function matchExpression(
  phrases: readonly (readonly string[])[],
  { columns, prefix, also = [] }: WordQuery,
): string | undefined {
  const lists = [phrases, ...also].map((list) => anyOf(list, prefix ? '*' : ''));
  if (lists.includes('') || columns?.length === 0) return undefined;
  const where = columns ? `{${columns.join(' ')}} : ` : '';
  return `${where}(${lists.map((list) => `(${list})`).join(' AND ')})`;
}

function anyOf(phrases: readonly (readonly string[])[], ending: '' | '*'): string {
  const wanted = phrases.map((terms) => terms.join(' ')).filter((phrase) => /[\p{L}\p{N}]/u.test(phrase));
  return wanted.map((phrase) => `${quote(phrase)}${ending}`).join(' OR ');
}

/** A string in FTS5 is a phrase of the tokenizer's words: no operator, no column filter, no prefix star. */
function quote(phrase: string): string {
  return `"${phrase.replaceAll('\0', ' ').replaceAll('"', '""')}"`;
}
