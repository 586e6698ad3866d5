import { sql } from 'kysely';
import type { CollectionFile, Filter } from '../../../../contract/index.ts';
import type { RequestContext } from '../../../http/handler.ts';
import { isKept } from '../../../store/sql/deletions.ts';
import { listOf as oneOf, unindexed } from '../../../store/sql/expressions.ts';
import type { CollectionFileRow, FileRow } from '../lookup.ts';
import type { FileList } from './key-page.ts';
import { rowsOfPage } from './key-page.ts';
import { given, isWithin, type Page } from './lists.ts';

interface Asked {
  readonly status?: CollectionFile['status'] | undefined;
  readonly added_after?: string | undefined;
  readonly added_before?: string | undefined;
  readonly order: 'added_at' | 'filename';
  readonly sort: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** A collection file and its file. */
export interface CollectionFilePair {
  readonly collectionFile: CollectionFileRow;
  readonly file: FileRow;
}

/** One page of the files of a collection, filtered and in the order that the query asks for. */
export async function collectionFilePage(
  ctx: RequestContext,
  collectionId: string,
  query: Asked,
  filter?: Filter,
): Promise<Page<CollectionFilePair>> {
  const { added_after: after, added_before: before, order, sort } = query;
  const listed = ctx.db
    .selectFrom('collection_files')
    .where('collection_id', '=', collectionId)
    .where(isKept('collection_files'))
    .where((row) => row.and(given({ status: query.status })))
    // The plus keeps SQLite from reading by the window and then sorting by name.
    .where(
      isWithin(order === 'added_at' ? sql.ref('added_at') : unindexed<number>('added_at'), after, before),
    )
    .orderBy(order, sort)
    .orderBy('file_id', sort);
  const list = {
    table: 'collection_files',
    listed: listed as unknown as FileList['listed'],
    id: sql.ref<string>('collection_files.file_id'),
  } as const;
  const page = await rowsOfPage(ctx, list, filter, query, ({ keys, column, isOfFiles }) =>
    ctx.db
      .selectFrom('collection_files')
      .$if(isOfFiles, (rows) => rows.innerJoin('files', 'files.id', 'collection_files.file_id'))
      .selectAll('collection_files')
      .select(column.as('key'))
      // Deleted ones too: the keys are those of a page without them.
      .where(column, 'in', oneOf(keys))
      // The plus keeps SQLite from reading the whole collection by its index.
      .where(unindexed('collection_files.collection_id'), '=', collectionId)
      .execute(),
  );
  const ids = page.data.map(({ file_id }) => file_id);
  const rows = await ctx.db.selectFrom('files').selectAll().where('id', 'in', oneOf(ids)).execute();
  const files = new Map(rows.map((row) => [row.id, row]));
  const data = page.data.flatMap((collectionFile) => {
    const file = files.get(collectionFile.file_id);
    return file ? [{ collectionFile, file }] : [];
  });
  return { ...page, data };
}
