import * as z from 'zod';
import { fileOrders } from '../enums.ts';
import { operation } from '../operation.ts';
import { file } from '../resources/file.ts';
import { filter } from '../resources/filter.ts';
import { created, jobStatus, listOf, metadata, nameText, page, sort, webUrl } from '../scalars.ts';
import { deleted, nothing, params } from './params.ts';

/** The parts of a multipart upload. `subtitles` is an addition of this service. */
const uploadBody = z.object({
  file: z.unknown().meta({ type: 'string', format: 'binary', description: 'The media file' }),
  metadata: z.string().optional().describe('JSON object as text'),
  enable_segment_thumbnails: z.enum(['true', 'false']).optional(),
  subtitles: z
    .unknown()
    .optional()
    .meta({ type: 'string', format: 'binary', description: 'SubRip or WebVTT; an addition of this service' }),
});

export const fileOperations = {
  'file.upload': operation({
    id: 'file.upload',
    method: 'POST',
    path: '/files',
    documented: false,
    summary: 'Upload a media file',
    params: nothing,
    query: nothing,
    body: uploadBody,
    bodyType: 'multipart',
    answer: file,
    status: 200,
    errors: [400, 413, 415],
  }),
  'file.sync': operation({
    id: 'file.sync',
    method: 'POST',
    path: '/files/sync',
    documented: false,
    summary: 'Ingest a media file from a URL',
    params: nothing,
    query: nothing,
    body: z.object({ url: webUrl(), metadata: metadata().optional() }),
    answer: file,
    status: 200,
    errors: [400],
  }),
  'file.list': operation({
    id: 'file.list',
    method: 'GET',
    path: '/files',
    documented: false,
    summary: 'List files',
    params: nothing,
    query: z.object({
      status: jobStatus().optional().describe('Only files with this status'),
      ...created,
      ...page(),
      order: z.enum(fileOrders).default('created_at').describe('Sort field'),
      sort: sort(),
      filter: filter.optional().describe('Filter as JSON'),
    }),
    answer: listOf(file),
    status: 200,
    errors: [400],
  }),
  'file.get': operation({
    id: 'file.get',
    method: 'GET',
    path: '/files/{file_id}',
    documented: true,
    summary: 'Show a file',
    params: params.file,
    query: nothing,
    answer: file,
    status: 200,
    errors: [404],
  }),
  'file.update': operation({
    id: 'file.update',
    method: 'PUT',
    path: '/files/{file_id}',
    documented: false,
    summary: 'Change the metadata or name of a file',
    params: params.file,
    query: nothing,
    body: z.object({ metadata: metadata().nullable().optional(), filename: nameText().optional() }),
    answer: file,
    status: 200,
    errors: [400, 404],
  }),
  'file.delete': operation({
    id: 'file.delete',
    method: 'DELETE',
    path: '/files/{file_id}',
    documented: false,
    summary: 'Delete a file and everything derived from it',
    params: params.file,
    query: nothing,
    answer: deleted('file'),
    status: 200,
    errors: [404],
  }),
};
