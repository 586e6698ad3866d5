import { notFound } from '../../errors.ts';
import { finderOf, type RowOf, type Viewer } from './rows.ts';

/** Rows as they are read. */
export type FileRow = RowOf<'files'>;
export type CollectionRow = RowOf<'collections'>;
export type CollectionFileRow = RowOf<'collection_files'>;
export type SegmentationRow = RowOf<'segmentations'>;

/** What this service's own file addresses begin with: `vau://files/ID`. */
export const FILE_URI = 'vau://files/';

/** The account's file. @throws 404 */
export const findFile = finderOf('files', 'file');

/** The account's collection. @throws 404 */
export const findCollection = finderOf('collections', 'collection');

/** The account's segmentation. @throws 404 */
export const findSegmentation = finderOf('segmentations', 'segmentation');

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
