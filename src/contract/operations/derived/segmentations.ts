import * as z from 'zod';
import { operation } from '../../operation.ts';
import { segment, segmentation, segmentationBody, thumbnail } from '../../resources/derived/segmentation.ts';
import { thumbnailTypes } from '../../values/enums.ts';
import { limits } from '../../values/limits.ts';
import { open } from '../../values/open.ts';
import { listOf, metadata, page, seconds, uuid } from '../../values/scalars.ts';
import { nothing, params } from '../params.ts';

const thumbnailQuery = {
  type: z
    .array(open(z.enum(thumbnailTypes)))
    .optional()
    .describe('Only thumbnails of these types'),
  segment_ids: z.array(uuid()).optional().describe('Only thumbnails of these segments'),
  ...page(),
};

export const segmentationOperations = {
  'segmentation.create': operation({
    id: 'segmentation.create',
    method: 'POST',
    path: '/files/{file_id}/segmentations',
    documented: false,
    summary: 'Cut a file into segments',
    params: params.file,
    query: nothing,
    body: segmentationBody,
    answer: segmentation,
    status: 200,
    errors: [400, 404],
  }),
  'segmentation.list': operation({
    id: 'segmentation.list',
    method: 'GET',
    path: '/files/{file_id}/segmentations',
    documented: false,
    summary: 'List the segmentations of a file',
    params: params.file,
    query: z.object(page()),
    answer: listOf(segmentation),
    status: 200,
    errors: [400, 404],
  }),
  'segmentation.get': operation({
    id: 'segmentation.get',
    method: 'GET',
    path: '/segmentations/{segmentation_id}',
    documented: false,
    summary: 'Show a segmentation with a page of its segments',
    params: params.segmentation,
    query: z.object(page(limits.segmentsPageDefault)),
    answer: segmentation,
    status: 200,
    errors: [400, 404],
  }),
  'segmentation.delete': operation({
    id: 'segmentation.delete',
    method: 'DELETE',
    path: '/segmentations/{segmentation_id}',
    documented: false,
    summary: 'Delete a segmentation that no collection uses',
    params: params.segmentation,
    query: nothing,
    answer: z.object({ id: uuid() }),
    status: 200,
    errors: [400, 404, 409],
  }),
  'segment.list': operation({
    id: 'segment.list',
    method: 'GET',
    path: '/files/{file_id}/segments',
    documented: false,
    summary: 'List the segments of a file',
    params: params.file,
    query: z.object({
      start_time_after: seconds().optional().describe('Only segments that start at or after this second'),
      end_time_before: seconds().optional().describe('Only segments that end at or before this second'),
      min_duration: seconds().optional().describe('Only segments of at least this many seconds'),
      max_duration: seconds().optional().describe('Only segments of at most this many seconds'),
      ...page(),
    }),
    answer: listOf(segment),
    status: 200,
    errors: [400, 404],
  }),
  'segment.get': operation({
    id: 'segment.get',
    method: 'GET',
    path: '/files/{file_id}/segments/{segment_id}',
    documented: false,
    summary: 'Show a segment',
    params: params.segment,
    query: nothing,
    answer: segment,
    status: 200,
    errors: [400, 404],
  }),
  'segment.update': operation({
    id: 'segment.update',
    method: 'PUT',
    path: '/files/{file_id}/segments/{segment_id}',
    documented: false,
    summary: 'Change the metadata of a segment',
    params: params.segment,
    query: nothing,
    body: z.object({ metadata: metadata() }),
    answer: segment,
    status: 200,
    errors: [400, 404],
  }),
  'thumbnail.list': operation({
    id: 'thumbnail.list',
    method: 'GET',
    path: '/files/{file_id}/thumbnails',
    documented: false,
    summary: 'List the thumbnails of a file',
    params: params.file,
    query: z.object({
      ...thumbnailQuery,
      segmentation_id: uuid().optional().describe('Only thumbnails of this segmentation'),
    }),
    answer: listOf(thumbnail),
    status: 200,
    errors: [400, 404],
  }),
  'segmentation.thumbnails': operation({
    id: 'segmentation.thumbnails',
    method: 'GET',
    path: '/segmentations/{segmentation_id}/thumbnails',
    documented: false,
    summary: 'List the thumbnails of a segmentation',
    params: params.segmentation,
    query: z.object(thumbnailQuery),
    answer: listOf(thumbnail),
    status: 200,
    errors: [400, 404],
  }),
};
