import * as z from 'zod';
import { jobStatus, unixMs } from '../values/scalars.ts';
import { extractConfig } from './derived/extract-config.ts';
import { file } from './file.ts';
import { gaps } from './gap.ts';
import { division, span } from './parts.ts';

const entities = z.record(z.string(), z.unknown());

/** The evidence of a value: where it was spoken, shown or written; an addition of this service. */
const evidence = z.object({
  path: z.string().describe('Path of the value: people[0].name'),
  quote: z.string().describe('The words that contain it, as spoken, shown or written'),
  source: z.enum(['speech', 'scene_text', 'visual_scene_description', 'metadata']),
  start_time: z.number().optional(),
  end_time: z.number().optional(),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Of the quote, where it was recognised: how likely at most a fifth of its words are wrong'),
  value: z.union([z.string(), z.number()]).optional().describe('The value in a machine-readable form'),
});

const additions = {
  evidence: z.array(evidence).optional().describe('Evidence of each value; an addition of this service'),
  warnings: z
    .array(z.string())
    .optional()
    .describe('What could not be extracted, and why; an addition of this service'),
};

const segmentEntities = z.object({
  ...span,
  entities,
  thumbnail_url: z.string().optional(),
  ...additions,
});

const providers = z
  .record(z.string(), z.string())
  .optional()
  .describe('The providers of the entities and of their input; an addition of this service');

export const extractJob = z
  .object({
    job_id: z.string(),
    status: jobStatus(),
    url: z.string(),
    created_at: unixMs(),
    extract_config: extractConfig,
    segmentation_id: z.string().optional(),
    data: z
      .object({
        entities,
        segment_entities: z.array(segmentEntities),
        thumbnail_url: z.string(),
        ...additions,
        providers,
      })
      .partial()
      .optional(),
    total: z.int().optional(),
    limit: z.int().optional(),
    offset: z.int().optional(),
    error: z.string().optional(),
    ...gaps,
    ...division,
  })
  .meta({ id: 'ExtractJob' });

/** Optional parts of a response with entities. */
export const entityExtras = {
  include_thumbnails: z.boolean().default(false).describe('True adds thumbnails'),
  include_chapters: z.boolean().default(false).describe('True adds chapters'),
  include_shots: z.boolean().default(false).describe('True adds shots'),
};

/**
 * The entities of a file of an entities collection: of the whole file, and a page of its segments. A level that the
 * collection does not extract is empty.
 */
export const fileEntities = z
  .object({
    collection_id: z.string(),
    file_id: z.string(),
    thumbnail_url: z.string().optional(),
    entities,
    segment_entities: z.array(segmentEntities),
    total: z.int().describe('Number of segments with entities'),
    limit: z.int(),
    offset: z.int(),
    ...gaps,
    ...division,
    ...additions,
    providers,
  })
  .meta({ id: 'FileEntities' });

/** A file in the list of entities of a collection, with its first segments. */
export const entitiesItem = z
  .object({
    file_id: z.string(),
    data: z.object({
      content: z.string().optional().describe('The result as text, when response_format is markdown'),
      entities,
      segment_entities: z.array(segmentEntities).optional(),
      ...additions,
      providers,
    }),
    file: file.optional().describe('With include_metadata'),
  })
  .meta({ id: 'EntitiesItem' });

export type ExtractJob = z.output<typeof extractJob>;
export type FileEntities = z.output<typeof fileEntities>;
export type EntitiesItem = z.output<typeof entitiesItem>;
export type Evidence = z.output<typeof evidence>;
