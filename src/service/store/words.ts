import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, DocumentsTable } from './schema.ts';

/** Columns of a document that hold words, in the order of the index. */
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

/** What to look for. Terms are plain words or phrases as a person wrote them; nothing in them is an operator. */
export interface WordQuery {
  readonly terms: readonly string[];
  /** Whether every term must be there, or one is enough. */
  readonly match: 'all' | 'any';
  /** Look in these columns only; default all. */
  readonly columns?: readonly WordColumn[];
}

export interface WordSearch {
  readonly accountId: string;
  readonly query: WordQuery;
  readonly collections?: readonly string[];
  readonly files?: readonly string[];
  readonly type?: DocumentsTable['type'];
  /** How much a column counts; default 1. */
  readonly weights?: Partial<Record<WordColumn, number>>;
  readonly limit: number;
}

/** A document that matched. `score` is above 0; more is better (BM25). */
export type WordHit = Selectable<DocumentsTable> & { score: number };

/** The documents that match, best first; equal ones in a stable order. PostgreSQL will have its own of this. */
export async function searchWords(db: Db, search: WordSearch): Promise<WordHit[]> {
  const expression = matchExpression(search.query);
  if (expression === undefined || isNone(search.collections) || isNone(search.files)) return [];
  const weights = wordColumns.map((column) => search.weights?.[column] ?? 1);
  const score = sql<number>`-bm25(documents_fts, ${sql.join(weights.map((weight) => sql.lit(weight)))})`;
  let query = db
    .selectFrom('documents_fts')
    .innerJoin('documents', 'documents.docid', 'documents_fts.rowid')
    .where(matches(expression))
    .where('documents.account_id', '=', search.accountId);
  if (search.collections) query = query.where('documents.collection_id', 'in', search.collections);
  if (search.files) query = query.where('documents.file_id', 'in', search.files);
  if (search.type) query = query.where('documents.type', '=', search.type);
  return query
    .selectAll('documents')
    .select(score.as('score'))
    .orderBy('score', 'desc')
    .orderBy('documents.id')
    .limit(search.limit)
    .execute();
}

function matches(expression: string): Expression<SqlBool> {
  return sql<SqlBool>`documents_fts match ${expression}`;
}

function isNone(list: readonly string[] | undefined): boolean {
  return list?.length === 0;
}

/** FTS5's query text; undefined when no term has a letter or digit to look for. */
function matchExpression({ terms, match, columns }: WordQuery): string | undefined {
  const quoted = terms.filter((term) => /[\p{L}\p{N}]/u.test(term)).map(quote);
  if (quoted.length === 0 || columns?.length === 0) return undefined;
  const where = columns ? `{${columns.join(' ')}} : ` : '';
  return `${where}(${quoted.join(match === 'all' ? ' AND ' : ' OR ')})`;
}

/** A string in FTS5 is a phrase of the tokenizer's words: no operator, no column filter, no prefix star. */
function quote(term: string): string {
  return `"${term.replaceAll('\0', ' ').replaceAll('"', '""')}"`;
}
