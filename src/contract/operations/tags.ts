import * as z from 'zod';
import { operation } from '../operation.ts';
import { createTagBody, tag, updateTagBody } from '../resources/tag.ts';
import { tagTypes } from '../values/enums.ts';
import { limits } from '../values/limits.ts';
import { open } from '../values/open.ts';
import { listOf, page, uuid } from '../values/scalars.ts';
import { nothing, params } from './params.ts';

const type = open(z.enum(tagTypes)).optional().describe('Only tags of files, or only tags of segments');

/** A resource has few tags, so they fit on one page by default. */
const ownPage = page(limits.pageMaximum);

export const tagOperations = {
  'tag.create': operation({
    id: 'tag.create',
    method: 'POST',
    path: '/tags',
    documented: false,
    summary: 'Tag a file or segment',
    params: nothing,
    query: nothing,
    body: createTagBody,
    answer: tag,
    status: 200,
    errors: [400, 404],
  }),
  'tag.list': operation({
    id: 'tag.list',
    method: 'GET',
    path: '/tags',
    documented: false,
    summary: 'List tags',
    params: nothing,
    query: z.object({
      type,
      file_id: uuid().optional().describe('Only tags of this file'),
      ...page(),
    }),
    answer: listOf(tag),
    status: 200,
    errors: [400],
  }),
  'tag.of-file': operation({
    id: 'tag.of-file',
    method: 'GET',
    path: '/files/{file_id}/tags',
    documented: false,
    summary: 'List the tags of a file and its segments',
    params: params.file,
    query: z.object({ type, ...ownPage }),
    answer: listOf(tag),
    status: 200,
    errors: [400, 404],
  }),
  'tag.of-segment': operation({
    id: 'tag.of-segment',
    method: 'GET',
    path: '/files/{file_id}/segments/{segment_id}/tags',
    documented: false,
    summary: 'List the tags of a segment',
    params: params.segment,
    query: z.object(ownPage),
    answer: listOf(tag),
    status: 200,
    errors: [400, 404],
  }),
  'tag.get': operation({
    id: 'tag.get',
    method: 'GET',
    path: '/tags/{tag_id}',
    documented: false,
    summary: 'Show a tag',
    params: params.tag,
    query: nothing,
    answer: tag,
    status: 200,
    errors: [404],
  }),
  'tag.update': operation({
    id: 'tag.update',
    method: 'PUT',
    path: '/tags/{tag_id}',
    documented: false,
    summary: 'Change the label or value of a tag',
    params: params.tag,
    query: nothing,
    body: updateTagBody,
    answer: tag,
    status: 200,
    errors: [400, 404],
  }),
  'tag.delete': operation({
    id: 'tag.delete',
    method: 'DELETE',
    path: '/tags/{tag_id}',
    documented: true,
    summary: 'Delete a tag',
    params: params.tag,
    query: nothing,
    answer: z.object({ id: z.string() }),
    status: 200,
    errors: [404],
  }),
};
