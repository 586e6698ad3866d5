/**
 * Operations on what is made from media: describe and extract jobs, segmentations, frames, faces, descriptions and
 * moments. Same form as the operations one floor up, which index.ts joins them to.
 */

import * as z from 'zod';
import { operation } from '../../operation.ts';
import { extractConfig } from '../../resources/derived/extract-config.ts';
import { segmentationConfig, thumbnailsConfig } from '../../resources/derived/segmentation.ts';
import {
  describeBody,
  describeJob,
  descriptionQuery,
  transcribeBody,
  transcribeJob,
} from '../../resources/description.ts';
import { entityExtras, extractJob } from '../../resources/extract.ts';
import { describeFormats, jobStatuses } from '../../values/enums.ts';
import { limits } from '../../values/limits.ts';
import { open } from '../../values/open.ts';
import { created, jobStatus, listOf, mediaUrl, page, uuid } from '../../values/scalars.ts';
import { nothing, params, refusing } from '../params.ts';

const jobList = {
  status: jobStatus().optional().describe('Only jobs with this status'),
  ...created,
  url: mediaUrl().optional().describe('Only jobs for this input URL'),
  include_data: z.boolean().default(true).describe('False omits the data'),
};

const describeQuery = { ...descriptionQuery, response_format: open(z.enum(describeFormats)).default('json') };
const { include_chapters: _, include_shots: __, ...transcribeQuery } = describeQuery;

const deletedJob = z.object({ id: z.string() });

const extractBody = z
  .object({
    url: mediaUrl(),
    ...extractConfig.shape,
    segmentation_id: uuid().optional(),
    segmentation_config: segmentationConfig.optional(),
    thumbnails_config: thumbnailsConfig.optional(),
  })
  .check((context) => {
    const { prompt, schema, segmentation_id, segmentation_config, ...modes } = context.value;
    const refuse = refusing(context);
    if (!prompt && !schema) refuse('prompt', 'is required (or schema, or both)');
    if (modes.enable_metadata_mode && modes.enable_transcript_mode)
      refuse(
        'enable_metadata_mode',
        'cannot be true together with enable_transcript_mode, which uses speech only: choose one',
      );
    if (segmentation_id !== undefined && segmentation_config !== undefined)
      refuse('segmentation_id', 'cannot be given together with segmentation_config: choose one');
  });

export const jobOperations = {
  'extract.create': operation({
    id: 'extract.create',
    method: 'POST',
    path: '/extract',
    documented: false,
    summary: 'Extract entities from media',
    params: nothing,
    query: nothing,
    body: extractBody,
    answer: extractJob,
    status: 200,
    errors: [400, 404],
  }),
  'extract.list': operation({
    id: 'extract.list',
    method: 'GET',
    path: '/extract',
    documented: true,
    summary: 'List extraction jobs',
    params: nothing,
    // The reference names the states.
    query: z.object({
      ...page(),
      ...jobList,
      status: z.enum(jobStatuses).optional().describe('Only jobs with this status'),
    }),
    answer: listOf(extractJob),
    status: 200,
    errors: [400],
  }),
  'extract.get': operation({
    id: 'extract.get',
    method: 'GET',
    path: '/extract/{job_id}',
    documented: false,
    summary: 'Show an extraction job',
    params: params.job,
    query: z.object({ ...page(), ...entityExtras }),
    answer: extractJob,
    status: 200,
    errors: [400, 404],
  }),
  'extract.delete': operation({
    id: 'extract.delete',
    method: 'DELETE',
    path: '/extract/{job_id}',
    documented: false,
    summary: 'Delete an extraction job',
    params: params.job,
    query: nothing,
    answer: deletedJob,
    status: 200,
    errors: [404],
  }),
  'describe.create': operation({
    id: 'describe.create',
    method: 'POST',
    path: '/describe',
    documented: false,
    summary: 'Describe media: speech, scene text, scenes, sound',
    params: nothing,
    query: nothing,
    body: describeBody,
    answer: describeJob,
    status: 200,
    errors: [400, 404],
  }),
  'describe.list': operation({
    id: 'describe.list',
    method: 'GET',
    path: '/describe',
    documented: false,
    summary: 'List describe jobs',
    params: nothing,
    query: z.object({
      ...page(limits.longItemsPageDefault),
      ...jobList,
      ...describeQuery,
    }),
    answer: listOf(describeJob),
    status: 200,
    errors: [400],
  }),
  'describe.get': operation({
    id: 'describe.get',
    method: 'GET',
    path: '/describe/{job_id}',
    documented: false,
    summary: 'Show a describe job',
    params: params.job,
    query: z.object(describeQuery),
    answer: describeJob,
    status: 200,
    errors: [400, 404],
  }),
  'describe.delete': operation({
    id: 'describe.delete',
    method: 'DELETE',
    path: '/describe/{job_id}',
    documented: false,
    summary: 'Delete a describe job',
    params: params.job,
    query: nothing,
    answer: deletedJob,
    status: 200,
    errors: [404],
  }),
  'transcribe.create': operation({
    id: 'transcribe.create',
    method: 'POST',
    path: '/transcribe',
    documented: false,
    summary: 'Transcribe speech in media, with times',
    params: nothing,
    query: nothing,
    body: transcribeBody,
    answer: transcribeJob,
    status: 200,
    errors: [400, 404],
  }),
  'transcribe.list': operation({
    id: 'transcribe.list',
    method: 'GET',
    path: '/transcribe',
    documented: false,
    summary: 'List transcribe jobs',
    params: nothing,
    query: z.object({ ...page(limits.longItemsPageDefault), ...jobList, ...transcribeQuery }),
    answer: listOf(transcribeJob).omit({ offset: true }),
    status: 200,
    errors: [400],
  }),
  'transcribe.get': operation({
    id: 'transcribe.get',
    method: 'GET',
    path: '/transcribe/{job_id}',
    documented: false,
    summary: 'Show a transcribe job',
    params: params.job,
    query: z.object(transcribeQuery),
    answer: transcribeJob,
    status: 200,
    errors: [400, 404],
  }),
};
