import * as z from 'zod';
import { operation } from '../operation.ts';
import { file } from '../resources/file.ts';
import { filter } from '../resources/finding/filter.ts';
import {
  audioLanguage,
  hearAgainBody,
  heardAgain,
  hearingChanges,
  vocabulary,
} from '../resources/hearing.ts';
import { redo, redoBody, redoEstimate } from '../resources/redo.ts';
import { fileOrders } from '../values/enums.ts';
import { open } from '../values/open.ts';
import {
  created,
  jobStatus,
  listOf,
  metadata,
  nameText,
  page,
  sort,
  text,
  webUrl,
} from '../values/scalars.ts';
import { deleted, nothing, params } from './params.ts';

const contentHash = () =>
  z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256: 64 hexadecimal digits in lower case');

/** No system has longer paths; a zero byte ends a path. */
const placePath = () =>
  z
    .string()
    .min(1)
    .max(32_767)
    .refine((path) => !path.includes('\0'), 'must not contain a zero byte');

/** The parts of a multipart upload. */
const uploadBody = z.object({
  file: z.unknown().meta({ type: 'string', format: 'binary', description: 'The media file' }),
  metadata: z.string().optional().describe('JSON object as text'),
  enable_segment_thumbnails: z.enum(['true', 'false']).optional(),
  subtitles: z
    .unknown()
    .optional()
    .meta({ type: 'string', format: 'binary', description: 'SubRip or WebVTT; an addition of this service' }),
  audio_language: audioLanguage().optional(),
  vocabulary: z
    .string()
    .optional()
    .describe('Names and terms for speech providers, as a JSON array; an addition of this service'),
});

/** The only part of a corrected transcript. */
const transcriptBody = z.object({
  file: z.unknown().meta({ type: 'string', format: 'binary', description: 'SubRip or WebVTT' }),
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
  // An addition of this service.
  'file.in-place': operation({
    id: 'file.in-place',
    method: 'POST',
    path: '/files/in-place',
    documented: false,
    summary: "Ingest a media file of the service's own machine without a copy",
    params: nothing,
    query: nothing,
    body: z.object({
      path: placePath().describe("Absolute path on the service's machine, below a folder that it may read"),
      metadata: metadata().optional(),
      enable_segment_thumbnails: z.boolean().optional(),
      audio_language: audioLanguage().optional(),
      vocabulary: vocabulary().optional(),
    }),
    answer: file,
    status: 200,
    errors: [400, 403, 404, 415],
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
      order: open(z.enum(fileOrders)).default('created_at').describe('Sort field'),
      sort: sort(),
      filter: filter.optional().describe('Filter as JSON'),
      named: text()
        .min(1)
        .optional()
        .describe('Only those whose id or name begins so, ignoring case; an addition of this service'),
      content_hash: contentHash()
        .optional()
        .describe('Only files with this SHA-256 of their content; an addition of this service'),
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
    summary: 'Change the metadata, name, vocabulary or speakers of a file',
    params: params.file,
    query: nothing,
    body: z.object({
      metadata: metadata().nullable().optional(),
      filename: nameText().optional(),
      ...hearingChanges,
    }),
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
  // The operations below are additions of this service.
  'transcript.put': operation({
    id: 'transcript.put',
    method: 'PUT',
    path: '/files/{file_id}/transcript',
    documented: false,
    summary: 'Replace what was recognised by a transcript corrected by hand',
    params: params.file,
    query: nothing,
    body: transcriptBody,
    bodyType: 'multipart',
    answer: file,
    status: 200,
    errors: [400, 404, 413],
  }),
  'transcript.delete': operation({
    id: 'transcript.delete',
    method: 'DELETE',
    path: '/files/{file_id}/transcript',
    documented: false,
    summary: 'Remove the corrected transcript of a file; its speech is recognised again',
    params: params.file,
    query: nothing,
    answer: file,
    status: 200,
    errors: [404],
  }),
  'redo.file': operation({
    id: 'redo.file',
    method: 'POST',
    path: '/files/{file_id}/redo',
    documented: false,
    summary: 'Make the speech of a file, or another modality, again',
    params: params.file,
    query: nothing,
    body: hearAgainBody,
    answer: heardAgain,
    status: 200,
    errors: [400, 404],
  }),
  'redo.collection': operation({
    id: 'redo.collection',
    method: 'POST',
    path: '/collections/{collection_id}/redo',
    documented: false,
    summary: 'Make the results of a collection again with what would make them now, in the background',
    params: params.collection,
    query: nothing,
    body: redoBody,
    answer: redo,
    status: 200,
    errors: [400, 404, 409],
  }),
  'redo.estimate': operation({
    id: 'redo.estimate',
    method: 'POST',
    path: '/collections/{collection_id}/redo/estimate',
    documented: false,
    summary: 'Show what a redo of a collection would replace, and how long it would take; start nothing',
    params: params.collection,
    query: nothing,
    body: redoBody,
    answer: redoEstimate,
    status: 200,
    scope: 'read',
    errors: [400, 404],
  }),
  'redo.get': operation({
    id: 'redo.get',
    method: 'GET',
    path: '/redos/{redo_id}',
    documented: false,
    summary: 'Show how far a redo of a collection is',
    params: params.redo,
    query: nothing,
    answer: redo,
    status: 200,
    errors: [404],
  }),
};
