/**
 * Schemas of what is made from media: segmentations, frames, faces, extraction and criteria. Each has the
 * configuration that a request gives, with its rules across fields, and the result.
 */

import * as z from 'zod';
import { detectors, narrativeStrategies, strategies, thumbnailTypes } from '../../values/enums.ts';
import { limits } from '../../values/limits.ts';
import { open } from '../../values/open.ts';
import { jobStatus, metadata, seconds, unixMs, uuid } from '../../values/scalars.ts';
import { chapter, shot } from '../parts.ts';

const bounded = ({ min, max }: { min: number; max: number }) => open(z.number().min(min).max(max));

const uniformConfig = z.object({
  window_seconds: bounded(limits.windowSeconds).default(limits.defaultWindowSeconds),
  hop_seconds: bounded(limits.windowSeconds)
    .optional()
    .describe('Time between window starts; default window_seconds'),
});

const shotDetectorConfig = z.object({
  detector: open(z.enum(detectors)).default('adaptive'),
  threshold: z
    .number()
    .gt(0)
    .optional()
    .describe(`For detector content only; default ${limits.shotThresholdDefault}`),
  min_seconds: bounded(limits.shotMinSeconds).default(limits.shotMinSeconds.default),
  max_seconds: bounded(limits.shotMaxSeconds).default(limits.shotMaxSeconds.default),
  fill_gaps: z.boolean().default(true),
});

const manualConfig = z.object({
  segments: z.array(z.object({ start_time: seconds(), end_time: seconds() })).min(1),
});

const chapters = () => z.int().min(1).optional();
const narrativeConfig = z.object({
  prompt: z.string().optional(),
  strategy: open(z.enum(narrativeStrategies)).default('balanced'),
  number_of_chapters: chapters(),
  min_chapters: chapters(),
  max_chapters: chapters(),
});

const keyframeConfig = z.object({
  frames_per_segment: open(
    z.int().min(limits.framesPerSegment.min).max(limits.framesPerSegment.max),
  ).optional(),
  max_width: open(z.int().min(limits.keyframeWidth.min).max(limits.keyframeWidth.max)).optional(),
});

const shape = z.object({
  strategy: open(z.enum(strategies)),
  uniform_config: uniformConfig.optional(),
  shot_detector_config: shotDetectorConfig.optional(),
  manual_config: manualConfig.optional(),
  narrative_config: narrativeConfig.optional(),
  keyframe_config: keyframeConfig.optional(),
  start_time_seconds: seconds().optional(),
  end_time_seconds: seconds().optional(),
});

type Shape = z.output<typeof shape>;
type Refinement = { value: Shape; issues: z.core.$ZodRawIssue[] };

/** Thumbnails of segments. */
export const thumbnailsConfig = z
  .object({ enable_segment_thumbnails: z.boolean().describe('Whether each segment has a thumbnail') })
  .meta({ id: 'ThumbnailsConfig' });

/** How to cut a file into segments, with the rules across fields. */
export const segmentationConfig = shape
  .check(checkWindow, checkManual, checkShots, checkChapters)
  .meta({ id: 'SegmentationConfig' });

/** The body of segmentation.create: a segmentation_config at the root, and its thumbnails_config. */
export const segmentationBody = shape
  .extend({ thumbnails_config: thumbnailsConfig.optional() })
  .check(checkWindow, checkManual, checkShots, checkChapters)
  .meta({ id: 'SegmentationBody' });

function refuse(context: Refinement, path: (string | number)[], message: string): void {
  context.issues.push({ code: 'custom', path, message, input: context.value });
}

function checkWindow(context: Refinement): void {
  const { start_time_seconds: start = 0, end_time_seconds: end } = context.value;
  if (end !== undefined && end <= start)
    refuse(context, ['end_time_seconds'], `must be above start_time_seconds (${start})`);
}

function checkManual(context: Refinement): void {
  const { strategy, manual_config: manual } = context.value;
  if (strategy === 'manual' && !manual)
    refuse(
      context,
      ['manual_config'],
      'is required with strategy manual: {"segments": [{"start_time", "end_time"}]}',
    );
  let previous = 0;
  for (const [index, segment] of (manual?.segments ?? []).entries()) {
    const path = ['manual_config', 'segments', index];
    if (segment.end_time <= segment.start_time)
      refuse(context, [...path, 'end_time'], `must be above start_time (${segment.start_time})`);
    if (segment.start_time < previous)
      refuse(
        context,
        [...path, 'start_time'],
        `is before the previous segment (${previous}): sort the segments by time`,
      );
    previous = segment.start_time;
  }
}

function checkShots(context: Refinement): void {
  const shots = context.value.shot_detector_config;
  if (!shots) return;
  if (shots.max_seconds < shots.min_seconds)
    refuse(
      context,
      ['shot_detector_config', 'max_seconds'],
      `must be at least min_seconds (${shots.min_seconds})`,
    );
  if (shots.threshold !== undefined && shots.detector !== 'content')
    refuse(context, ['shot_detector_config', 'threshold'], 'is allowed with detector content only');
}

function checkChapters(context: Refinement): void {
  const chapters = context.value.narrative_config;
  if (!chapters) return;
  const { number_of_chapters: number, min_chapters: min, max_chapters: max } = chapters;
  const path = (name: string) => ['narrative_config', name];
  if (min !== undefined && max !== undefined && max < min)
    refuse(context, path('max_chapters'), `must be at least min_chapters (${min})`);
  if (number !== undefined && min !== undefined && number < min)
    refuse(context, path('number_of_chapters'), `must be at least min_chapters (${min})`);
  if (number !== undefined && max !== undefined && number > max)
    refuse(context, path('number_of_chapters'), `must be at most max_chapters (${max})`);
}

export const segment = z
  .object({
    id: uuid(),
    file_id: uuid(),
    start_time: z.number(),
    end_time: z.number(),
    thumbnail_url: z.string().optional(),
    metadata: metadata().optional(),
    segmentation_id: uuid(),
  })
  .meta({ id: 'Segment' });

/** A segmentation inside a collection file. */
export const collectionFileSegmentation = z
  .object({ id: uuid(), status: jobStatus(), file_id: uuid(), segmentation_config: segmentationConfig })
  .meta({ id: 'CollectionFileSegmentation' });

const pageOfSegments = z.object({
  object: z.literal('list'),
  segments: z.array(segment.pick({ id: true, start_time: true, end_time: true, thumbnail_url: true })),
  shots: z
    .array(shot.extend({ description: z.string().optional() }))
    .optional()
    .describe('The same page, with strategy shot-detector'),
  chapters: z.array(chapter).optional().describe('The same page, with strategy narrative'),
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
});

/** A segmentation with a page of its segments. */
export const segmentation = z
  .object({
    segmentation_id: uuid(),
    status: jobStatus(),
    file_id: uuid(),
    segmentation_config: segmentationConfig,
    thumbnails_config: thumbnailsConfig,
    created_at: unixMs(),
    total_segments: z.int().optional().describe('Omitted until processing has finished'),
    total_shots: z.int().optional().describe('With strategy shot-detector'),
    total_chapters: z.int().optional().describe('With strategy narrative'),
    data: pageOfSegments.optional(),
    error: z.string().optional().describe('Why it failed or does not apply; an addition of this service'),
    note: z
      .string()
      .optional()
      .describe('What could not be used when it was created; an addition of this service'),
  })
  .meta({ id: 'Segmentation' });

export const thumbnail = z
  .object({
    id: uuid(),
    url: z.string(),
    time: z.number(),
    segmentation_id: uuid().optional(),
    segment_id: uuid().optional(),
    type: z.enum(thumbnailTypes),
  })
  .meta({ id: 'Thumbnail' });

export type SegmentationConfig = z.output<typeof segmentationConfig>;
export type Segment = z.output<typeof segment>;
export type Segmentation = z.output<typeof segmentation>;
export type CollectionFileSegmentation = z.output<typeof collectionFileSegmentation>;
export type Thumbnail = z.output<typeof thumbnail>;
