/**
 * Where a search looks. Collections, files or the account with a filter come in; the documents of the files that meet
 * it go out as a scope of the index. Filters are checked and applied in filter.ts.
 */

import { type Selectable, sql } from 'kysely';
import type { Filter } from '../../../contract/index.ts';
import { notFound } from '../../errors.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { listOf } from '../../store/sql/expressions.ts';
import type { Db, FilesTable } from '../../store/sql/schema.ts';
import type { WordScope } from '../../store/words/reach.ts';
import type { SearchContext } from '../context.ts';
import { numbersBeside } from './file-values/conditions.ts';
import { holds, type Numbers } from './file-values/numbers.ts';
import { checkFilter } from './filter.ts';
import { filesThatMeet } from './filter-files.ts';

/** Where to search. */
export type KnowledgeBase =
  | { source: 'collections'; collections: readonly string[]; filter?: Filter | undefined }
  | { source: 'files'; files: readonly string[] }
  | { source: 'default' };

/** The columns of a file for results and filters. */
export type KnownFile = Pick<
  Selectable<FilesTable>,
  'id' | 'bytes' | 'filename' | 'created_at' | 'metadata' | 'video_info' | 'source_metadata' | 'has_thumbnail'
>;

export const KNOWN_FILE_COLUMNS = [
  'files.id',
  'files.bytes',
  'files.filename',
  'files.created_at',
  'files.metadata',
  'files.video_info',
  'files.source_metadata',
  'files.has_thumbnail',
] as const;

/**
 * The index scope of a knowledge base: the documents of the collections, of the files, or of the whole account. A
 * filter narrows them to the files that meet it. Throws 404 for an unknown collection or file, 400 for a filter with an
 * unknown path.
 */
export async function scopeOf(
  ctx: SearchContext,
  accountId: string,
  base: KnowledgeBase,
): Promise<WordScope> {
  const { db } = ctx;
  if (base.source === 'default') return { accountId };
  if (base.source === 'files') {
    await checkAll(db, accountId, 'files', base.files);
    return { accountId, files: [...new Set(base.files)] };
  }
  await checkAll(db, accountId, 'collections', base.collections);
  const collections = [...new Set(base.collections)];
  if (!base.filter) return { accountId, collections };
  checkFilter(base.filter);
  return { accountId, collections, ...(await filesIn(ctx, accountId, collections, base.filter)) };
}

async function checkAll(
  db: Db,
  accountId: string,
  table: 'files' | 'collections',
  ids: readonly string[],
): Promise<void> {
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', listOf(ids))
    .where(isKept(table))
    .execute();
  const known = new Set(found.map((row) => row.id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound(table === 'files' ? 'file' : 'collection', missing);
}

/** The files of collections that meet a filter, and all others. */
async function filesIn(
  ctx: SearchContext,
  accountId: string,
  collections: readonly string[],
  filter: Filter,
): Promise<{ files: string[]; otherFiles: string[] }> {
  const inThem = ctx.db
    .selectFrom('collection_files')
    .select(['file_id as id', 'number'])
    .where('collection_id', 'in', listOf(collections))
    .where(isKept('collection_files'));
  // A file is in one collection once; to look for doubles takes twice as long as to read the files.
  const all = collections.length > 1 ? inThem.distinct() : inThem;
  // Two texts take a fraction of the time of as many rows. Both in one statement: files may be added between two.
  const both = sql`select json_group_array(id) || ${sql.lit('\n')} || json_group_array(number) from ${all} as every`;
  const found = await numbersBeside(ctx, accountId, filter, [both]);
  const text =
    found?.texts[0] ?? (await sql<{ text: string }>`select (${both}) as text`.execute(ctx.db)).rows[0]?.text;
  const [ids = [], numbers = []] = (text ?? '').split('\n').map((one) => JSON.parse(one || '[]'));
  return parted(ctx, { ids, numbers }, filter, found?.met);
}

async function parted(
  ctx: SearchContext,
  { ids, numbers }: { readonly ids: string[]; readonly numbers: readonly (number | null)[] },
  filter: Filter,
  met: Numbers | undefined,
): Promise<{ files: string[]; otherFiles: string[] }> {
  if (met) {
    const holdsAt = numbers.map((number) => holds(met, number ?? 0));
    return { files: ids.filter((_, at) => holdsAt[at]), otherFiles: ids.filter((_, at) => !holdsAt[at]) };
  }
  const files = await filesThatMeet(ctx, ids, filter);
  const kept = new Set(files);
  return { files, otherFiles: ids.filter((id) => !kept.has(id)) };
}
