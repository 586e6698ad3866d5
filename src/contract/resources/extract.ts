import * as z from 'zod';
import { jobStatus, unixMs } from '../scalars.ts';
import { extractConfig } from './collection.ts';

const entities = z.record(z.string(), z.unknown());
const span = { index: z.int(), start_time: z.number(), end_time: z.number() };

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
        segment_entities: z.array(
          z.object({
            start_time: z.number(),
            end_time: z.number(),
            entities,
            thumbnail_url: z.string().optional(),
          }),
        ),
        thumbnail_url: z.string(),
      })
      .partial()
      .optional(),
    total: z.int().optional(),
    limit: z.int().optional(),
    offset: z.int().optional(),
    error: z.string().optional(),
    chapters: z.array(z.object({ ...span, description: z.string() })).optional(),
    shots: z.array(z.object(span)).optional(),
    total_chapters: z.int().optional(),
    total_shots: z.int().optional(),
  })
  .meta({ id: 'ExtractJob' });

export type ExtractJob = z.output<typeof extractJob>;
