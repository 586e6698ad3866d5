import * as z from 'zod';
import { limits } from '../../values/limits.ts';
import { open } from '../../values/open.ts';
import { jobStatus, listOf, seconds, unixMs, uuid } from '../../values/scalars.ts';

const { framesPerSecond, frameWidth } = limits;

/** Whether frames have thumbnails. Clients may use either name. */
export const frameThumbnailsConfig = z
  .object({ enable_frame_thumbnails: z.boolean(), enable_segment_thumbnails: z.boolean() })
  .partial()
  .meta({ id: 'FrameThumbnailsConfig' });

export const frameExtractionConfig = z
  .object({
    strategy: open(z.literal('uniform')),
    uniform_config: z
      .object({
        frames_per_second: open(z.number().min(framesPerSecond.min).max(framesPerSecond.max)).default(
          framesPerSecond.default,
        ),
        max_width: open(z.int().min(frameWidth.min).max(frameWidth.max)).default(frameWidth.default),
      })
      .optional(),
    thumbnails_config: frameThumbnailsConfig.optional(),
    start_time_seconds: seconds().optional(),
    end_time_seconds: seconds().optional(),
  })
  .check((context) => {
    const { start_time_seconds: start = 0, end_time_seconds: end } = context.value;
    if (end !== undefined && end <= start)
      context.issues.push({
        code: 'custom',
        path: ['end_time_seconds'],
        message: `must be above start_time_seconds (${start})`,
        input: context.value,
      });
  })
  .meta({ id: 'FrameExtractionConfig' });

const frame = z
  .object({ id: uuid(), timestamp: z.number(), thumbnail_url: z.string().optional() })
  .meta({ id: 'Frame' });

export const frameExtraction = z
  .object({
    frame_extraction_id: uuid(),
    status: jobStatus(),
    created_at: unixMs(),
    file_id: uuid(),
    frame_extraction_config: frameExtractionConfig,
    frame_count: z.int().optional(),
    data: listOf(frame)
      .omit({ data: true })
      .extend({ frames: z.array(frame) })
      .optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'FrameExtraction' });

export type FrameExtraction = z.output<typeof frameExtraction>;
