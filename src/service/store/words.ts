import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, DocumentsTable } from './schema.ts';

/** Columns of a document with text, in the order of the index. */
const wordColumns = [
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

/** A full-text query. Terms are plain words or phrases; they contain no operators. */
export interface WordQuery {
  readonly terms: readonly string[];
  /** Whether all terms must match, or one is enough. */
  readonly match: 'all' | 'any';
  /** Search only these columns; default: all. */
  readonly columns?: readonly WordColumn[];
  /** Treat the last word of a term as a prefix. */
  readonly prefix?: boolean;
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
}

/** A matching document. `score` is above 0; higher is better (BM25). */
export type WordHit = Selectable<Pick<DocumentsTable, (typeof hitColumns)[number]>> & { score: number };

/** The columns of a hit: not its text, which may be long. */
export const hitColumns = [
  'docid',
  'collection_id',
  'file_id',
  'segmentation_id',
  'segment_id',
  'type',
  'start_time',
  'end_time',
] as const;

/** The matching documents, best first; ties in a stable order. PostgreSQL will have its own version. */
export async function searchWords(db: Db, search: WordSearch): Promise<WordHit[]> {
  const expression = matchExpression(search.query);
  if (expression === undefined || isNone(search.collections) || isNone(search.files)) return [];
  const weights = wordColumns.map((column) => search.weights?.[column] ?? 1);
  const score = sql<number>`-bm25(documents_fts, ${sql.join(weights.map((weight) => sql.lit(weight)))})`;
  return documentsIn(db, search)
    .innerJoin('documents_fts', 'documents_fts.rowid', 'documents.docid')
    .where(matches(expression))
    .select(hitColumns.map((column) => `documents.${column}` as const))
    .select(score.as('score'))
    .orderBy('score', 'desc')
    .orderBy('documents.id')
    .limit(search.limit)
    .execute();
}

/** Number of documents in a scope. */
export async function countDocuments(db: Db, scope: WordScope): Promise<number> {
  if (isNone(scope.collections) || isNone(scope.files)) return 0;
  const { count } = await documentsIn(db, scope)
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Indexed words, stemmed, that start with `beginning`: over all accounts, so never show them. */
export async function indexedWords(db: Db, beginning: string, limit = 20_000): Promise<string[]> {
  const rows = await db
    .selectFrom('documents_words')
    .select('term')
    .where('term', '>=', beginning)
    .where('term', '<', `${beginning}\u{10ffff}`)
    .limit(limit)
    .execute();
  return rows.map((row) => row.term);
}

/** A query for the documents of a scope, to be extended. */
export function documentsIn(db: Db, scope: WordScope) {
  let result = db.selectFrom('documents').where('documents.account_id', '=', scope.accountId);
  if (scope.collections) result = result.where('documents.collection_id', 'in', oneOf(scope.collections));
  if (scope.files) result = result.where('documents.file_id', 'in', oneOf(scope.files));
  if (scope.type) result = result.where('documents.type', '=', scope.type);
  return result;
}

/** One parameter for all ids: SQLite allows some thirty thousand, and a filter may match more files. */
function oneOf(ids: readonly string[]): Expression<string> {
  return sql<string>`(select value from json_each(${JSON.stringify(ids)}))`;
}

function matches(expression: string): Expression<SqlBool> {
  return sql<SqlBool>`documents_fts match ${expression}`;
}

function isNone(list: readonly string[] | undefined): boolean {
  return list?.length === 0;
}

/** FTS5's query text; undefined if no term has a letter or digit. */
function matchExpression({ terms, match, columns, prefix }: WordQuery): string | undefined {
  const wanted = terms.filter((term) => /[\p{L}\p{N}]/u.test(term));
  const quoted = wanted.map((term) => `${quote(term)}${prefix ? '*' : ''}`);
  if (quoted.length === 0 || columns?.length === 0) return undefined;
  const where = columns ? `{${columns.join(' ')}} : ` : '';
  return `${where}(${quoted.join(match === 'all' ? ' AND ' : ' OR ')})`;
}

/** A string in FTS5 is a phrase of tokenizer words: no operators, no column filters, no prefix star. */
function quote(term: string): string {
  return `"${term.replaceAll('\0', ' ').replaceAll('"', '""')}"`;
}
