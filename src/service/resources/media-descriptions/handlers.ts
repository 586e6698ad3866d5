/**
 * Descriptions of the files in media-descriptions and rich-transcripts collections: a collection file comes in, what
 * is stored of it goes out, whole or between two seconds. Nothing is analysed here.
 */

import type { Description, MediaDescription } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { describeCollectionFile } from '../../understanding/description.ts';
import { descriptionMarkdown } from '../../understanding/markdown.ts';
import { collectionFilePage } from '../common/lists/collection-file-page.ts';
import { showPage } from '../common/lists/lists.ts';
import {
  type CollectionRow,
  findCollection,
  findCollectionFile,
  findFile,
  understandingConfig,
} from '../common/lookup.ts';
import type { Resource } from '../common/resource.ts';
import { aboutFile } from '../files/present.ts';

type One = 'media-description.get' | 'rich-transcript.get';

export const mediaDescriptions: Resource<One | 'media-description.list' | 'rich-transcript.list'> = {
  handlers: {
    'media-description.get': (ctx, input) => get(ctx, 'media-descriptions', input),
    'rich-transcript.get': (ctx, input) => get(ctx, 'rich-transcripts', input),
    'media-description.list': (ctx, input) => list(ctx, 'media-descriptions', input),
    'rich-transcript.list': async (ctx, input) => {
      const page = await list(ctx, 'rich-transcripts', input);
      return { ...page, data: page.data.map(({ added_at: _, object: __, ...item }) => item) };
    },
  },
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
  const { collection_id, file_id, segmentation_id } = await findCollectionFile(
    ctx,
    params.collection_id,
    params.file_id,
  );
  const file = await findFile(ctx, file_id);
  const { data, division } = await describeCollectionFile(
    ctx.db,
    { collection_id, file, segmentation_id },
    {
      start,
      end,
      modalities: query.modalities,
      words: query.include_word_timestamps,
      untrusted: query.include_untrusted,
      chapters: query.include_chapters,
      shots: query.include_shots,
      summary: isSummarized(collection),
    },
  );
  const link = query.include_metadata ? await linksFor(ctx) : undefined;
  const shown = query.response_format === 'json' ? data : asText(data, descriptionMarkdown(data, division));
  return { collection_id, file_id, ...aboutFile(file, link), ...shown, ...division };
}

/** A description with each modality as one text, without the providers. */
function asText({ providers, languages }: Description, content: string): Description {
  return { content, ...(providers && { providers }), ...(languages && { languages }) };
}

/** Finds the account's collection of a type. @throws 404, or 400 naming its actual type */
async function findTyped(ctx: RequestContext, id: string, type: string): Promise<CollectionRow> {
  const collection = await findCollection(ctx, id);
  if (collection.collection_type === type) return collection;
  throw badRequest(
    `collection ${id} is of type ${collection.collection_type}; only collections of type ${type} have ${type}`,
  );
}

/** Whether the collection's configuration includes segment summaries. */
function isSummarized(collection: CollectionRow): boolean {
  return understandingConfig(collection)?.enable_summary !== false;
}

type Listed = Input<'media-description.list' | 'rich-transcript.list'>;

async function list(ctx: RequestContext, type: string, { params, query }: Listed) {
  const collection = await findTyped(ctx, params.collection_id, type);
  const link = query.include_metadata ? await linksFor(ctx) : undefined;
  const wish = { modalities: query.modalities, summary: isSummarized(collection) };
  const page = await collectionFilePage(ctx, collection.id, query);
  return showPage(page, async ({ file, collectionFile: { segmentation_id, added_at } }) => {
    const collectionFile = { collection_id: collection.id, file, segmentation_id };
    const { data } = await describeCollectionFile(ctx.db, collectionFile, wish);
    return {
      file_id: file.id,
      added_at,
      object: 'collection_file' as const,
      ...aboutFile(file, link),
      data: query.response_format === 'json' ? data : asText(data, descriptionMarkdown(data)),
    };
  });
}
