import { badRequest } from '../../errors.ts';
import { emit } from '../../events/outbox.ts';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { type Link, linksFor } from '../../links/links.ts';
import { jobKey } from '../../queue/queue.ts';
import { unindexCollectionFile } from '../../search/documents.ts';
import { isKept } from '../../store/deletions.ts';
import { given, isWithin, listOf } from '../common/lists.ts';
import {
  type CollectionFileRow,
  type CollectionRow,
  type FileRow,
  findCollection,
  findCollectionFile,
  findFile,
  type SegmentationRow,
} from '../common/lookup.ts';
import { checkFileFilter, pageThatMeets } from '../files/list.ts';
import { fileOf } from '../files/present.ts';
import { fileNamed } from '../files/sync.ts';
import { addCollectionFile } from './add.ts';
import { collectionFileOf } from './present.ts';
import { checkCollectionFile } from './rules.ts';

type CollectionFileOperations = 'media.add' | 'media.list' | 'media.get' | 'media.remove';

/** Files in collections. */
export const collectionFileHandlers: HandlersOf<CollectionFileOperations> = {
  'media.add': add,
  'media.list': list,
  'media.get': (ctx, { params }) => show(ctx, params.collection_id, params.file_id),
  'media.remove': remove,
};

async function add(ctx: RequestContext, { params, body, sent }: Input<'media.add'>) {
  const collection = await findCollection(ctx, params.collection_id);
  if (body.metadata && collection.collection_type !== 'metadata')
    throw badRequest(
      `field metadata is for metadata collections; this one is of type ${collection.collection_type}: set it on the file`,
    );
  const fileId = body.file_id ?? (await fileNamed(ctx, body.url ?? ''));
  const file = await findFile(ctx, fileId);
  const segmentation = await checkCollectionFile(ctx, collection, file, body, sent);
  const { segmentation_id, segmentation_config, thumbnails_config } = body;
  const named = [segmentation_id, segmentation_config, thumbnails_config].some((one) => one !== undefined);
  await addCollectionFile(ctx, collection, file.id, { segmentation, named, metadata: body.metadata });
  return show(ctx, collection.id, file.id);
}

async function show(ctx: RequestContext, collectionId: string, fileId: string) {
  const collectionFile = await findCollectionFile(ctx, collectionId, fileId);
  const collection = await findCollection(ctx, collectionId);
  const [shown] = await present(ctx, collection, [collectionFile], [await findFile(ctx, fileId)]);
  if (!shown) throw new Error('a collection file was found but could not be read');
  return shown;
}

/** Joins collection files, their files and their segmentations. */
async function present(
  ctx: RequestContext,
  collection: CollectionRow,
  collectionFiles: readonly CollectionFileRow[],
  files: readonly FileRow[],
) {
  const ids = collectionFiles
    .map((collectionFile) => collectionFile.segmentation_id)
    .filter((id) => id !== null);
  const segmentations: SegmentationRow[] =
    ids.length === 0
      ? []
      : await ctx.db.selectFrom('segmentations').selectAll().where('id', 'in', ids).execute();
  const link: Link = await linksFor(ctx);
  return collectionFiles.flatMap((collectionFile) => {
    const file = files.find(({ id }) => id === collectionFile.file_id);
    const segmentation = segmentations.find(({ id }) => id === collectionFile.segmentation_id);
    return file
      ? [collectionFileOf(collectionFile, collection.collection_type, fileOf(file, link), segmentation)]
      : [];
  });
}

async function list(ctx: RequestContext, { params, query }: Input<'media.list'>) {
  const collection = await findCollection(ctx, params.collection_id);
  const { filter, sort } = query;
  if (filter) checkFileFilter(filter);
  const own = ctx.db
    .selectFrom('collection_files as m')
    .select('m.file_id as id')
    .where('m.collection_id', '=', collection.id)
    .where(isKept('collection_files', 'm'))
    .where((row) => row.and(given({ 'm.status': query.status })))
    .where(({ ref }) => isWithin(ref('m.added_at'), query.added_after, query.added_before));
  const byDate = own.orderBy('m.added_at', sort).orderBy('m.file_id', sort);
  // Files are read only if they decide: a page by date needs the collection's index alone.
  const joined = own
    .innerJoin('files as f', 'f.id', 'm.file_id')
    .orderBy(query.order === 'filename' ? 'f.filename' : 'm.added_at', sort)
    .orderBy('m.file_id', sort);
  const page = filter
    ? await pageThatMeets(ctx, joined, filter, 'f.number', query)
    : await listOf(query.order === 'filename' ? joined : byDate, query, idOf);
  return { ...page, data: await inOrder(ctx, collection, page.data) };
}

const idOf = ({ id }: { id: string }) => id;

/** The collection files with these ids, in the order of the ids. */
async function inOrder(ctx: RequestContext, collection: CollectionRow, fileIds: readonly string[]) {
  if (fileIds.length === 0) return [];
  const collectionFiles = await ctx.db
    .selectFrom('collection_files')
    .selectAll()
    .where('collection_id', '=', collection.id)
    .where('file_id', 'in', fileIds)
    .execute();
  const files = await ctx.db.selectFrom('files').selectAll().where('id', 'in', fileIds).execute();
  const place = new Map(fileIds.map((id, index) => [id, index]));
  collectionFiles.sort((one, other) => (place.get(one.file_id) ?? 0) - (place.get(other.file_id) ?? 0));
  return present(ctx, collection, collectionFiles, files);
}

async function remove(ctx: RequestContext, { params }: Input<'media.remove'>) {
  const collectionFile = await findCollectionFile(ctx, params.collection_id, params.file_id);
  const { collection_id, file_id } = collectionFile;
  const answer = { collection_id, file_id, object: 'collection_file' as const };
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('collection_files')
      .where('collection_id', '=', collection_id)
      .where('file_id', '=', file_id)
      .execute();
    // A running job loses its lease here and can no longer write.
    await ctx.queue.cancel(trx, jobKey('collection-file.process', { collection_id, file_id }));
    await unindexCollectionFile(trx, collection_id, file_id);
    await emit(trx, ctx, 'collection.file.job.deleted', ctx.accountId, answer);
  });
  return answer;
}
