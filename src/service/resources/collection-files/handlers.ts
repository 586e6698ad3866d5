import { badRequest } from '../../errors.ts';
import { emit } from '../../events/outbox.ts';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { type Link, linksFor } from '../../links/links.ts';
import { jobKey } from '../../queue/queue.ts';
import { listOf as oneOf } from '../../store/list-of.ts';
import { gapsOfFiles } from '../../understanding/gaps/index.ts';
import { type CollectionFilePair, collectionFilePage } from '../common/collection-file-page.ts';
import {
  type CollectionRow,
  findCollection,
  findCollectionFile,
  findFile,
  type SegmentationRow,
} from '../common/lookup.ts';
import { optional } from '../common/optional.ts';
import { startRemoval } from '../deletions/start.ts';
import { checkFileFilter } from '../files/list.ts';
import { fileOf } from '../files/present.ts';
import { fileNamed } from '../files/sync.ts';
import { stopCriteriaOfFile } from '../moment-criteria/stop.ts';
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
  const file = await findFile(ctx, fileId);
  const [shown] = await present(ctx, collection, [{ collectionFile, file }]);
  if (!shown) throw new Error('a collection file was found but could not be read');
  return shown;
}

/** Joins collection files, their files and their segmentations. */
async function present(ctx: RequestContext, collection: CollectionRow, pairs: readonly CollectionFilePair[]) {
  const ids = pairs.map(({ collectionFile }) => collectionFile.segmentation_id).filter((id) => id !== null);
  const rows = await ctx.db.selectFrom('segmentations').selectAll().where('id', 'in', oneOf(ids)).execute();
  const segmentations = new Map<string | null, SegmentationRow>(rows.map((row) => [row.id, row]));
  const link: Link = await linksFor(ctx);
  const gaps = await gapsOfFiles(
    ctx,
    pairs.map(({ file }) => file.id),
    collection.id,
  );
  return pairs.map(({ collectionFile, file }) => ({
    ...collectionFileOf(
      collectionFile,
      collection.collection_type,
      fileOf(file, link),
      segmentations.get(collectionFile.segmentation_id),
    ),
    ...optional('gaps', gaps.get(file.id)),
  }));
}

async function list(ctx: RequestContext, { params, query }: Input<'media.list'>) {
  const collection = await findCollection(ctx, params.collection_id);
  const { filter } = query;
  if (filter) checkFileFilter(filter);
  const page = await collectionFilePage(ctx, collection.id, query, filter);
  return { ...page, data: await present(ctx, collection, page.data) };
}

/** Gone at once for readers, who may add it again at once; a job deletes the rows. */
async function remove(ctx: RequestContext, { params }: Input<'media.remove'>) {
  const collectionFile = await findCollectionFile(ctx, params.collection_id, params.file_id);
  const { collection_id, file_id } = collectionFile;
  const answer = { collection_id, file_id, object: 'collection_file' as const };
  await ctx.db.transaction().execute(async (trx) => {
    // A running job loses its lease here and can no longer write.
    await ctx.queue.cancel(trx, jobKey('collection-file.process', { collection_id, file_id }));
    await startRemoval(ctx, trx, { collection_id, file_id });
    await stopCriteriaOfFile(ctx, trx, { collection_id, file_id });
    await emit(trx, ctx, 'collection.file.job.deleted', ctx.accountId, answer);
  });
  return answer;
}
