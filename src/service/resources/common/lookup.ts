/**
 * What resources share: finding the caller's rows or a 404 (lookup.ts), ending rows, media faults in words, and the
 * encoders that searches use. No resource is known here.
 */

import type { Collection, VauFile } from '../../../contract/index.ts';
import { conflict, notFound } from '../../errors.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { listOf } from '../../store/sql/expressions.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Db, Trx } from '../../store/sql/schema.ts';
import { finderOf, type RowOf, type Viewer } from './rows.ts';

/** What an answer says in place of text that it quoted from a deleted file. */
export const QUOTED_DELETED = 'This answer is not shown any more, because a file that it quotes was deleted.';

/** The part of these files that was not deleted. Stored answers quote files; what is deleted must not be shown from there. */
export async function keptFiles(
  db: Db,
  items: readonly { readonly file_id: string }[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(items.map(({ file_id }) => file_id))];
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', listOf(ids))
    .where(isKept('files'))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Rows as read from the store. */
export type FileRow = RowOf<'files'>;
export type CollectionRow = RowOf<'collections'>;
export type CollectionFileRow = RowOf<'collection_files'>;
export type SegmentationRow = RowOf<'segmentations'>;

/** Prefix of this service's own file URIs: `vau://files/ID`. */
export const FILE_URI = 'vau://files/';

/** Finds the account's file. @throws 404 */
export const findFile = finderOf('files', 'file');

/** Finds the account's collection. @throws 404 */
export const findCollection = finderOf('collections', 'collection');

/** Finds the account's segmentation. @throws 404 */
export const findSegmentation = finderOf('segmentations', 'segmentation');

/** Finds a file in a collection of the account. @throws 404 for either */
export async function findCollectionFile(
  viewer: Viewer,
  collectionId: string,
  fileId: string,
): Promise<CollectionFileRow> {
  await findCollection(viewer, collectionId);
  const row = await collectionFileRow(viewer.db, collectionId, fileId);
  if (!row) throw notFound(`file of collection ${collectionId}:`, fileId);
  return row;
}

/** The row of a file in a collection, whichever account it belongs to: for jobs. */
export function collectionFileRow(
  db: Db,
  collectionId: string,
  fileId: string,
): Promise<CollectionFileRow | undefined> {
  return db
    .selectFrom('collection_files')
    .selectAll()
    .where('collection_id', '=', collectionId)
    .where('file_id', '=', fileId)
    .where(isKept('collection_files'))
    .executeTakeFirst();
}

/**
 * Runs `work` in a transaction, with the account's file as it is in that transaction: a row read before may have
 * changed or gone.
 * @throws 404
 */
export function withFile<Result>(
  { db, accountId }: Viewer,
  id: string,
  work: (trx: Trx, file: FileRow) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => work(trx, await findFile({ db: trx, accountId }, id)));
}

/** The names and terms that the speech recogniser should know. */
export function vocabularyOf({ config }: CollectionRow): readonly string[] {
  return fromJson<Pick<Collection, 'vocabulary'>>(config)?.vocabulary ?? [];
}

/** The understanding options of a media-descriptions or rich-transcripts collection; undefined where not set. */
export function understandingConfig({ config }: CollectionRow): Collection['describe_config'] {
  const kept = fromJson<Pick<Collection, 'describe_config' | 'transcribe_config'>>(config);
  return kept?.transcribe_config ?? kept?.describe_config;
}

/** @throws 409 for a file whose processing failed and which is of no use */
export function checkUsable(file: FileRow): void {
  if (file.status === 'failed')
    throw conflict(`file ${file.id} could not be processed: ${file.error ?? 'unknown reason'}`);
}

/** Duration of the file in seconds; null if not known yet, and for images. */
export function durationOf(file: Pick<FileRow, 'media_info'>): number | null {
  return fromJson<VauFile['media_info']>(file.media_info)?.duration_seconds ?? null;
}
