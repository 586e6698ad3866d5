import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isKept } from '../sql/deletions.ts';
import { listOf } from '../sql/expressions.ts';
import type { Db, DocumentsTable } from '../sql/schema.ts';
import { DocidSet } from './postings/docid-set.ts';
import type { DocumentTable } from './postings/document-table.ts';

/** Which documents to search. */
export interface WordScope {
  readonly accountId: string;
  readonly collections?: readonly string[];
  readonly files?: readonly string[];
  /** All other files of the collections, if they are known: the documents of the smaller half are read. */
  readonly otherFiles?: readonly string[];
  readonly type?: DocumentsTable['type'];
}

/** The documents of a scope. */
export interface Reach {
  /** The numbers of its scopes in document_totals. */
  readonly scopes: readonly number[];
  /** Only these, if the scope names files. */
  readonly included?: DocidSet | undefined;
  /** Not these: they are being deleted. */
  readonly excluded?: DocidSet | undefined;
  /** Number of documents, those being deleted in kept collections included. */
  readonly documents: number;
}

/**
 * Finds the documents of a scope: those that are kept, of its account, collections, files and type.
 * @param table documents that are not in it yet are left out where the scope names files
 */
export async function reachOf(db: Db, scope: WordScope, table: DocumentTable): Promise<Reach> {
  const { rows } = await sql<{ scope: number; documents: number }>`
    select scope, documents from document_totals where ${ofScope(scope)}`.execute(db);
  const scopes = rows.map((row) => row.scope);
  const deleted = await excludedIn(db);
  const excluded = deleted.length > 0 ? new DocidSet(deleted) : undefined;
  const all = rows.reduce((sum, { documents }) => sum + documents, 0);
  const { files, otherFiles } = scope;
  if (!files) return { scopes, excluded, documents: all };
  if (otherFiles && otherFiles.length < files.length) {
    const others = table.inScopes(await docidsOf(db, otherFiles), scopes);
    return { scopes, excluded: new DocidSet(others.concat(deleted)), documents: all - others.length };
  }
  const included = new DocidSet(table.inScopes(await docidsOf(db, files), scopes));
  return { scopes, included, excluded, documents: included.size };
}

/** Whether a row of document_totals is in a scope and kept. */
function ofScope({ accountId, collections, type }: WordScope): RawBuilder<SqlBool> {
  const all = [
    sql`account_id = ${accountId}`,
    sql`collection_id not in (select id from deletions)`,
    ...(type ? [sql`type = ${type}`] : []),
    ...(collections ? [sql`collection_id in ${listOf(collections)}`] : []),
  ];
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

/** The documents of files that are being deleted, and of collection files that are being removed. */
async function excludedIn(db: Db): Promise<number[]> {
  const { rows } = await sql<{ docids: string }>`
    select json_group_array(docid) as docids from documents
    where file_id in (select coalesce(file_id, id) from deletions) and not ${isKept('documents')}`.execute(
    db,
  );
  return JSON.parse(rows[0]?.docids ?? '[]') as number[];
}

/** The documents of files, in whatever scope. The index of files has them: a look at each takes ten times as long. */
async function docidsOf(db: Db, files: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ docids: string }>`
    select json_group_array(docid) as docids from documents where file_id in ${listOf(files)}`.execute(db);
  return JSON.parse(rows[0]?.docids ?? '[]') as number[];
}
