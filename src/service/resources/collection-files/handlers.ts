import {
  type CollectionFile,
  type CollectionFileSegmentation,
  type SegmentationConfig,
  searchableTypes,
  type VauFile,
} from '../../../contract/index.ts';
import { badRequest, conflict } from '../../errors.ts';
import { emit } from '../../events/outbox.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { type Link, linksFor } from '../../links/links.ts';
import { jobKey } from '../../queue/queue.ts';
import { noteReplacement } from '../../store/sql/deletions.ts';
import { listOf as oneOf } from '../../store/sql/expressions.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import type { Trx } from '../../store/sql/schema.ts';
import { gapsOfFiles } from '../../understanding/analysis/gaps/index.ts';
import { type CollectionFilePair, collectionFilePage } from '../common/lists/collection-file-page.ts';
import {
  type CollectionFileRow,
  type CollectionRow,
  collectionFileRow,
  findCollection,
  findCollectionFile,
  findFile,
  type SegmentationRow,
  withFile,
} from '../common/lookup.ts';
import { optional } from '../common/optional.ts';
import type { Resource } from '../common/resource.ts';
import { rowOf } from '../common/rows.ts';
import { startRemoval } from '../deletions/start.ts';
import { checkFileFilter } from '../files/list.ts';
import { fileOf } from '../files/present.ts';
import { fileNamed } from '../files/sync.ts';
import { stopCriteriaOfFile } from '../moment-criteria/stop.ts';
import { getOrCreateSegmentation } from '../segmentations/rows.ts';
import type { SegmentationSpec } from '../segmentations/spec.ts';
import { processCollectionFile } from './job.ts';
import { checkCollectionFile } from './rules.ts';

interface Wanted {
  readonly segmentation: SegmentationSpec;
  /** Whether the caller named a segmentation; if not, the collection's default applies. */
  readonly named: boolean;
  readonly metadata: Record<string, unknown> | undefined;
}

/**
 * Adds a file to a collection. A file that is already there with the same options stays as it is, so that pipelines can
 * repeat themselves. If it or one of its modalities failed, it is retried, with stored results reused.
 * @throws 409 if the file is in the collection with another segmentation
 */
function addCollectionFile(
  ctx: RequestContext,
  collection: CollectionRow,
  fileId: string,
  wanted: Wanted,
): Promise<void> {
  return withFile(ctx, fileId, async (trx, file) => {
    if (wanted.metadata) await mergeMetadata(trx, fileId, file.metadata, wanted.metadata);
    const known = await collectionFileRow(trx, collection.id, fileId);
    const kept = known !== undefined && known.status !== 'failed';
    const stays = kept && !wanted.metadata && !(await lacksModality(trx, known));
    if (stays && !wanted.named) return;
    const segmentation =
      kept && !wanted.named
        ? // It may have changed since.
          await rowOf(trx, 'segmentations', known.segmentation_id)
        : await getOrCreateSegmentation(ctx, trx, file, wanted.segmentation);
    if (kept && known.segmentation_id !== (segmentation?.id ?? null))
      throw conflict(
        `file ${fileId} is already in collection ${collection.id} with another segmentation; remove it from the collection first`,
      );
    if (stays) return;
    await write(ctx, trx, collection, fileId, segmentation?.id ?? null, wanted, known);
    await ctx.lifecycle.start(trx, 'collection-file.process', {
      collection_id: collection.id,
      file_id: fileId,
    });
  });
}

/** Whether a completed collection file has a failed modality: an endpoint that was down may be back. */
async function lacksModality(
  trx: Trx,
  { collection_id, file_id, status }: CollectionFileRow,
): Promise<boolean> {
  if (status !== 'completed') return false;
  const failed = await trx
    .selectFrom('collection_file_modalities')
    .select('modality')
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .where('error', 'is not', null)
    .executeTakeFirst();
  return failed !== undefined;
}

async function write(
  ctx: RequestContext,
  trx: Trx,
  collection: CollectionRow,
  fileId: string,
  segmentationId: string | null,
  { metadata }: Wanted,
  known: CollectionFileRow | undefined,
): Promise<void> {
  const state = {
    status: 'pending' as const,
    searchable_status: searchableTypes.includes(collection.collection_type) ? ('pending' as const) : null,
    segmentation_id: segmentationId,
    metadata: toJson(metadata) ?? known?.metadata ?? null,
    error: null,
  };
  const ids = { collection_id: collection.id, file_id: fileId };
  const anew = { added_at: ctx.clock(), progress: null, face_detection_id: null, ...state };
  if (!known) await noteReplacement(trx, ids);
  await trx
    .insertInto('collection_files')
    .values({ ...ids, account_id: ctx.accountId, ...anew })
    // Without a known one, the row is of a file that was removed and is still being deleted.
    .onConflict((clash) => clash.columns(['collection_id', 'file_id']).doUpdateSet(known ? state : anew))
    .execute();
}

async function mergeMetadata(
  trx: Trx,
  fileId: string,
  before: string | null,
  more: Record<string, unknown>,
): Promise<void> {
  const merged = { ...fromJson<Record<string, unknown>>(before), ...more };
  await trx
    .updateTable('files')
    .set({ metadata: toJson(merged) })
    .where('id', '=', fileId)
    .execute();
}

/** A file in a collection. The segmentation is shown once the file has been segmented. */
function collectionFileOf(
  row: CollectionFileRow,
  collectionType: string,
  file: VauFile,
  segmentation: SegmentationRow | undefined,
): CollectionFile {
  const searchable = searchableTypes.includes(collectionType);
  return {
    collection_id: row.collection_id,
    file_id: row.file_id,
    object: 'collection_file',
    added_at: row.added_at,
    status: row.status,
    ...optional('searchable_status', searchable ? (row.searchable_status ?? 'pending') : null),
    file,
    ...optional(
      'segmentation',
      segmentation?.status === 'completed' ? shownSegmentation(segmentation) : null,
    ),
    ...optional('error', row.error),
    ...optional(
      'progress',
      row.status === 'processing' ? fromJson<CollectionFile['progress']>(row.progress) : null,
    ),
  };
}

function shownSegmentation(row: SegmentationRow): CollectionFileSegmentation {
  return {
    id: row.id,
    status: row.status,
    file_id: row.file_id,
    segmentation_config: fromJson<SegmentationConfig>(row.config),
  };
}

type CollectionFileOperations = 'media.add' | 'media.list' | 'media.get' | 'media.remove';

/** Files in collections. */
export const collectionFiles: Resource<CollectionFileOperations, 'collection-file.process'> = {
  handlers: {
    'media.add': add,
    'media.list': list,
    'media.get': (ctx, { params }) => show(ctx, params.collection_id, params.file_id),
    'media.remove': remove,
  },
  jobs: { 'collection-file.process': processCollectionFile },
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
