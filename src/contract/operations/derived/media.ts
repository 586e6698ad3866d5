import * as z from 'zod';
import { operation } from '../../operation.ts';
import { collectionFile, collectionFileStatuses } from '../../resources/collection.ts';
import { fileFaces } from '../../resources/derived/face.ts';
import { segmentationConfig, thumbnailsConfig } from '../../resources/derived/segmentation.ts';
import {
  descriptionQuery,
  descriptionsQuery,
  mediaDescription,
  mediaDescriptionItem,
  richTranscriptItem,
} from '../../resources/description.ts';
import { entitiesItem, entityExtras, fileEntities } from '../../resources/extract.ts';
import { filter } from '../../resources/finding/filter.ts';
import { collectionFileOrders } from '../../values/enums.ts';
import { boundsInWords, limits } from '../../values/limits.ts';
import { open } from '../../values/open.ts';
import { day, listOf, mediaUrl, metadata, page, sort, uuid } from '../../values/scalars.ts';
import { nothing, params, refusing } from '../params.ts';

const added = {
  added_before: day().optional().describe(boundsInWords('added').before),
  added_after: day().optional().describe(boundsInWords('added').after),
};

const ordered = {
  order: open(z.enum(collectionFileOrders)).default('added_at').describe('Sort field'),
  sort: sort(),
};

/** Body of media.add: exactly one of file_id and url, at most one way to name a segmentation. */
const addMediaBody = z
  .object({
    file_id: z.string().min(1).optional(),
    url: mediaUrl().optional(),
    segmentation_id: uuid().optional(),
    segmentation_config: segmentationConfig.optional(),
    thumbnails_config: thumbnailsConfig.optional(),
    metadata: metadata().optional(),
  })
  .check((context) => {
    const { file_id, url, segmentation_id, segmentation_config } = context.value;
    const refuse = refusing(context);
    if ((file_id === undefined) === (url === undefined))
      refuse('file_id', file_id ? 'cannot be given together with url: choose one' : 'is required (or url)');
    if (segmentation_id !== undefined && segmentation_config !== undefined)
      refuse('segmentation_id', 'cannot be given together with segmentation_config: choose one');
  });

const collectionFileList = z.object({
  ...page(limits.longItemsPageDefault),
  ...added,
  ...ordered,
  ...descriptionsQuery,
});

/** What the operations that read collection files have in common. */
const reading = { method: 'GET', documented: false, status: 200, errors: [400, 404] } as const;
const oneDescription = {
  ...reading,
  params: params.collectionFile,
  query: z.object(descriptionQuery),
  answer: mediaDescription,
} as const;

export const mediaOperations = {
  'media.add': operation({
    id: 'media.add',
    method: 'POST',
    path: '/collections/{collection_id}/media',
    documented: true,
    summary: 'Add a video or audio file to a collection',
    params: params.collection,
    query: nothing,
    body: addMediaBody,
    answer: collectionFile,
    status: 200,
    errors: [400, 404, 409],
  }),
  'media.list': operation({
    id: 'media.list',
    method: 'GET',
    path: '/collections/{collection_id}/videos',
    documented: false,
    summary: 'List the files of a collection',
    params: params.collection,
    query: z.object({
      status: open(z.enum(collectionFileStatuses))
        .optional()
        .describe('Only files with this status in the collection'),
      ...added,
      ...ordered,
      ...page(),
      filter: filter.optional().describe('Filter as JSON'),
    }),
    answer: listOf(collectionFile),
    status: 200,
    errors: [400, 404],
  }),
  'media.get': operation({
    id: 'media.get',
    method: 'GET',
    path: '/collections/{collection_id}/videos/{file_id}',
    documented: false,
    summary: 'Show a file of a collection',
    params: params.collectionFile,
    query: nothing,
    answer: collectionFile,
    status: 200,
    errors: [404],
  }),
  'media.remove': operation({
    id: 'media.remove',
    method: 'DELETE',
    path: '/collections/{collection_id}/videos/{file_id}',
    documented: false,
    summary: 'Remove a file from a collection; the file remains',
    params: params.collectionFile,
    query: nothing,
    answer: z.object({
      collection_id: z.string(),
      file_id: z.string(),
      object: z.literal('collection_file'),
    }),
    status: 200,
    errors: [404],
  }),
  'media-description.get': operation({
    ...oneDescription,
    id: 'media-description.get',
    path: '/collections/{collection_id}/videos/{file_id}/media-descriptions',
    summary: 'Show the description of a file',
  }),
  'rich-transcript.get': operation({
    ...oneDescription,
    id: 'rich-transcript.get',
    path: '/collections/{collection_id}/videos/{file_id}/rich-transcripts',
    summary: 'Show the rich transcript of a file',
  }),
  'media-description.list': operation({
    ...reading,
    id: 'media-description.list',
    path: '/collections/{collection_id}/media-descriptions',
    summary: 'List the descriptions of the files of a collection',
    params: params.collection,
    query: collectionFileList,
    answer: listOf(mediaDescriptionItem),
  }),
  'rich-transcript.list': operation({
    ...reading,
    id: 'rich-transcript.list',
    path: '/collections/{collection_id}/rich-transcripts',
    summary: 'List the rich transcripts of a collection',
    params: params.collection,
    query: collectionFileList,
    answer: listOf(richTranscriptItem),
  }),
  'entity.list': operation({
    id: 'entity.list',
    method: 'GET',
    path: '/collections/{collection_id}/entities',
    documented: false,
    summary: 'List the entities of the files of a collection',
    params: params.collection,
    query: z.object({ ...page(), ...added, ...ordered, ...descriptionsQuery }),
    answer: listOf(entitiesItem),
    status: 200,
    errors: [400, 404],
  }),
  'entity.get': operation({
    id: 'entity.get',
    method: 'GET',
    path: '/collections/{collection_id}/videos/{file_id}/entities',
    documented: false,
    summary: 'Show the entities of a file of a collection',
    params: params.collectionFile,
    query: z.object({ ...page(), ...entityExtras }),
    answer: fileEntities,
    status: 200,
    errors: [400, 404],
  }),
  'face-detection.list': operation({
    id: 'face-detection.list',
    method: 'GET',
    path: '/collections/{collection_id}/videos/{file_id}/face-detections',
    documented: false,
    summary: 'List the faces found in a file of a collection',
    params: params.collectionFile,
    query: z.object(page()),
    answer: fileFaces,
    status: 200,
    errors: [400, 404],
  }),
};
