import * as z from 'zod';
import { collectionTypes, jobStatuses } from '../values/enums.ts';
import { open } from '../values/open.ts';
import { jobStatus, nameText, text, unixMs, workStatus } from '../values/scalars.ts';
import { attachBody, attachment } from './derived/criterion.ts';
import { extractConfig } from './derived/extract-config.ts';
import { frameExtractionConfig, frameThumbnailsConfig } from './derived/frames.ts';
import { collectionFileSegmentation, segmentationConfig, thumbnailsConfig } from './derived/segmentation.ts';
import { file } from './file.ts';
import { gaps } from './gap.ts';
import { vocabulary } from './hearing.ts';

/** Collections whose files are indexed for search and have a searchable_status. */
export const searchableTypes: readonly string[] = [
  'media-descriptions',
  'rich-transcripts',
  'metadata',
  'entities',
];

export const describeConfig = z
  .object({
    enable_summary: z.boolean(),
    enable_speech: z.boolean(),
    enable_scene_text: z.boolean(),
    enable_visual_scene_description: z.boolean(),
    enable_audio_description: z.boolean(),
  })
  .partial()
  .meta({ id: 'DescribeConfig' });

const faceDetectionConfig = z
  .object({
    frame_extraction_config: frameExtractionConfig,
    thumbnails_config: frameThumbnailsConfig,
  })
  .partial()
  .meta({ id: 'FaceDetectionConfig' });

/** What a collection does to its files, besides moments: given when it is created, and shown as given. */
const configs = {
  default_segmentation_config: segmentationConfig.optional(),
  default_thumbnails_config: thumbnailsConfig.optional(),
  describe_config: describeConfig.optional(),
  transcribe_config: describeConfig.optional(),
  extract_config: extractConfig.optional(),
  face_detection_config: faceDetectionConfig.optional(),
  vocabulary: vocabulary().optional(),
};

export const collection = z
  .object({
    id: z.string(),
    object: z.literal('collection'),
    name: z.string(),
    description: z.string().nullable(),
    collection_type: z.enum(collectionTypes),
    ...configs,
    moments_config: z.object({ criteria: z.array(attachment) }).optional(),
    created_at: unixMs(),
    file_count: z.int(),
    ...gaps,
  })
  .meta({ id: 'Collection' });

export const collectionName = nameText;

export const createCollectionBody = z
  .object({
    name: collectionName(),
    collection_type: open(z.enum(collectionTypes)),
    description: text().nullable().optional(),
    ...configs,
    moments_config: z.object({ criteria: z.array(attachBody).min(1) }).optional(),
  })
  .check((context) => {
    const { collection_type: type, extract_config: extract } = context.value;
    if (type === 'entities' && !extract?.prompt && !extract?.schema)
      context.issues.push({
        code: 'custom',
        path: ['extract_config'],
        message: 'is required for an entities collection: give prompt, schema or both',
        input: context.value,
      });
  });

const progress = z.object({
  stage: z.string().describe('Current stage'),
  done: z.int(),
  total: z.int(),
});

/** A file in a collection. */
export const collectionFile = z
  .object({
    collection_id: z.string(),
    file_id: z.string(),
    object: z.literal('collection_file'),
    added_at: unixMs(),
    status: jobStatus(),
    searchable_status: workStatus().optional(),
    file: file.optional(),
    segmentation: collectionFileSegmentation.optional(),
    error: z.string().optional().describe('Why processing failed; an addition of this service'),
    progress: progress.optional().describe('Progress of the processing; an addition of this service'),
    ...gaps,
  })
  .meta({ id: 'CollectionFile' });

export const collectionFileStatuses = jobStatuses;

export type Collection = z.output<typeof collection>;
export type CollectionType = (typeof collectionTypes)[number];
export type CollectionFile = z.output<typeof collectionFile>;
