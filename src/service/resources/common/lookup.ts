import type { Selectable } from 'kysely';
import { notFound } from '../../errors.ts';
import type {
  CollectionFilesTable,
  CollectionsTable,
  Db,
  FilesTable,
  SegmentationsTable,
} from '../../store/schema.ts';

/** Rows as they are read. */
export type FileRow = Selectable<FilesTable>;
export type CollectionRow = Selectable<CollectionsTable>;
export type CollectionFileRow = Selectable<CollectionFilesTable>;
export type SegmentationRow = Selectable<SegmentationsTable>;

/** Who looks, and through what: the store's handle or a transaction. */
export interface Viewer {
  readonly db: Db;
  readonly accountId: string;
}

/** What this service's own file addresses begin with: `vau://files/ID`. */
export const FILE_URI = 'vau://files/';

/** The account's file. @throws 404 */
export async function findFile({ db, accountId }: Viewer, id: string): Promise<FileRow> {
  const row = await db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('file', id);
  return row;
}

/** The account's collection. @throws 404 */
export async function findCollection({ db, accountId }: Viewer, id: string): Promise<CollectionRow> {
  const row = await db
    .selectFrom('collections')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('collection', id);
  return row;
}

/** A file's membership of a collection of the account. @throws 404 for either */
export async function findCollectionFile(
  viewer: Viewer,
  collectionId: string,
  fileId: string,
): Promise<CollectionFileRow> {
  await findCollection(viewer, collectionId);
  const row = await viewer.db
    .selectFrom('collection_files')
    .selectAll()
    .where('collection_id', '=', collectionId)
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  if (!row) throw notFound(`file of collection ${collectionId}:`, fileId);
  return row;
}

/** The account's segmentation. @throws 404 */
export async function findSegmentation({ db, accountId }: Viewer, id: string): Promise<SegmentationRow> {
  const row = await db
    .selectFrom('segmentations')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('segmentation', id);
  return row;
}
