import type { Collection, MediaDescription } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { fromJson } from '../../store/json.ts';
import { describeCollectionFile } from '../../understanding/description.ts';
import { descriptionMarkdown } from '../../understanding/markdown.ts';
import { isWithin, listOf } from '../common/lists.ts';
import { type CollectionRow, findCollection, findCollectionFile, findFile } from '../common/lookup.ts';

type One = 'media-description.get' | 'rich-transcript.get';
type Many = 'media-description.list' | 'rich-transcript.list';

/** What was understood of the files of media-descriptions and rich-transcripts collections. */
export const mediaDescriptionHandlers: HandlersOf<One | Many> = {
  'media-description.get': (ctx, input) => get(ctx, 'media-descriptions', input),
  'rich-transcript.get': (ctx, input) => get(ctx, 'rich-transcripts', input),
  'media-description.list': (ctx, input) => list(ctx, 'media-descriptions', input),
  'rich-transcript.list': (ctx, input) => list(ctx, 'rich-transcripts', input),
};

async function get(
  ctx: RequestContext,
  type: string,
  { params, query }: Input<One>,
): Promise<MediaDescription> {
  const { start_time_seconds: start, end_time_seconds: end } = query;
  if (start !== undefined && end !== undefined && end <= start) {
    throw badRequest('query parameter end_time_seconds must be above start_time_seconds');
  }
  const collection = await findTyped(ctx, params.collection_id, type);
  const collectionFile = await findCollectionFile(ctx, params.collection_id, params.file_id);
  const description = await describeCollectionFile(
    ctx.db,
    {
      collection_id: collectionFile.collection_id,
      file: await findFile(ctx, collectionFile.file_id),
      segmentation_id: collectionFile.segmentation_id,
    },
    {
      ...{ start, end, modalities: query.modalities, words: query.include_word_timestamps },
      ...{ chapters: query.include_chapters, shots: query.include_shots, summary: isSummarized(collection) },
    },
  );
  if (query.response_format === 'json') return description;
  const { collection_id, file_id, title, providers } = description;
  const whole = { collection_id, file_id, title, providers, content: descriptionMarkdown(description) };
  return whole as MediaDescription;
}

/** The account's collection, if it is of the type. @throws 404, or 400 naming the type it has */
async function findTyped(ctx: RequestContext, id: string, type: string): Promise<CollectionRow> {
  const collection = await findCollection(ctx, id);
  if (collection.collection_type === type) return collection;
  throw badRequest(
    `collection ${id} is of type ${collection.collection_type}; only collections of type ${type} have ${type}`,
  );
}

/** Whether the collection's configuration leaves the summaries of segments in. */
function isSummarized({ config }: CollectionRow): boolean {
  return fromJson<Pick<Collection, 'describe_config'>>(config)?.describe_config?.enable_summary !== false;
}

async function list(ctx: RequestContext, type: string, { params, query }: Input<Many>) {
  const collection = await findTyped(ctx, params.collection_id, type);
  const collectionFiles = ctx.db
    .selectFrom('collection_files as m')
    .innerJoin('files as f', 'f.id', 'm.file_id')
    .select(['f.id', 'f.filename', 'f.metadata', 'f.source_metadata', 'm.segmentation_id'])
    .where('m.collection_id', '=', collection.id)
    .where(({ ref }) => isWithin(ref('m.added_at'), query.added_after, query.added_before))
    .orderBy(query.order === 'filename' ? 'f.filename' : 'm.added_at', query.sort)
    .orderBy('f.id', query.sort);
  return listOf(collectionFiles, query, ({ segmentation_id, ...file }) => {
    const collectionFile = { collection_id: collection.id, file, segmentation_id };
    return describeCollectionFile(ctx.db, collectionFile, { summary: isSummarized(collection) });
  });
}
