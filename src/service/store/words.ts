import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, DocumentsTable } from './schema.ts';

/** Columns of a document that hold words, in the order of the index. */
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

/** What to look for. Terms are plain words or phrases as a person wrote them; nothing in them is an operator. */
export interface WordQuery {
  readonly terms: readonly string[];
  /** Whether every term must be there, or one is enough. */
  readonly match: 'all' | 'any';
  /** Look in these columns only; default all. */
  readonly columns?: readonly WordColumn[];
  /** Take words that only begin like the last one of a term. */
  readonly prefix?: boolean;
}

/** Which documents are looked at. */
export interface WordScope {
  readonly accountId: string;
  readonly collections?: readonly string[];
  readonly files?: readonly string[];
  readonly type?: DocumentsTable['type'];
}

export interface WordSearch extends WordScope {
  readonly query: WordQuery;
  /** How much a column counts; default 1. */
  readonly weights?: Partial<Record<WordColumn, number>>;
  readonly limit: number;
}

/** A document that matched. `score` is above 0; more is better (BM25). */
export type WordHit = Selectable<Pick<DocumentsTable, (typeof hitColumns)[number]>> & { score: number };

/** What a hit shows of its document: not its words, which may be long. */
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

/** The documents that match, best first; equal ones in a stable order. PostgreSQL will have its own of this. */
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

/** How many documents there are to look at. */
export async function countDocuments(db: Db, scope: WordScope): Promise<number> {
  if (isNone(scope.collections) || isNone(scope.files)) return 0;
  const { count } = await documentsIn(db, scope)
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Indexed words, stemmed, that begin with `beginning`: over all accounts, so never to be shown as they are. */
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

/** The documents of a scope, for a query to go on with. */
export function documentsIn(db: Db, scope: WordScope) {
  let result = db.selectFrom('documents').where('documents.account_id', '=', scope.accountId);
  if (scope.collections) result = result.where('documents.collection_id', 'in', oneOf(scope.collections));
  if (scope.files) result = result.where('documents.file_id', 'in', oneOf(scope.files));
  if (scope.type) result = result.where('documents.type', '=', scope.type);
  return result;
}

/** One parameter for all of them: SQLite takes some thirty thousand, and a filter may leave more files than that. */
function oneOf(ids: readonly string[]): Expression<string> {
  return sql<string>`(select value from json_each(${JSON.stringify(ids)}))`;
}

function matches(expression: string): Expression<SqlBool> {
  return sql<SqlBool>`documents_fts match ${expression}`;
}

function isNone(list: readonly string[] | undefined): boolean {
  return list?.length === 0;
}

/** FTS5's query text; undefined when no term has a letter or digit to look for. */
function matchExpression({ terms, match, columns, prefix }: WordQuery): string | undefined {
  const wanted = terms.filter((term) => /[\p{L}\p{N}]/u.test(term));
  const quoted = wanted.map((term) => `${quote(term)}${prefix ? '*' : ''}`);
  if (quoted.length === 0 || columns?.length === 0) return undefined;
  const where = columns ? `{${columns.join(' ')}} : ` : '';
  return `${where}(${quoted.join(match === 'all' ? ' AND ' : ' OR ')})`;
}

/** A string in FTS5 is a phrase of the tokenizer's words: no operator, no column filter, no prefix star. */
function quote(term: string): string {
  return `"${term.replaceAll('\0', ' ').replaceAll('"', '""')}"`;
}
