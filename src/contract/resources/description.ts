import * as z from 'zod';
import { descriptionFormats, modalities } from '../enums.ts';
import { jobStatus, mediaUrl, seconds, unixMs } from '../scalars.ts';
import { describeConfig } from './collection.ts';
import { segmentationConfig } from './segmentation.ts';

const span = { start: z.number(), end: z.number() };
const word = z.object({ word: z.string(), ...span });
const spokenLine = z.object({
  speaker: z.string().optional(),
  text: z.string(),
  ...span,
  words: z.array(word).optional(),
});
const observed = z.object({ text: z.string(), ...span });
const chapter = z.object({
  index: z.int(),
  start_time: z.number(),
  end_time: z.number(),
  description: z.string(),
});
const shot = z.object({ index: z.int(), start_time: z.number(), end_time: z.number() });

/** What was understood of one file, each modality with its times in seconds. */
export const mediaDescription = z
  .object({
    collection_id: z.string().optional(),
    file_id: z.string().optional(),
    title: z.string().optional(),
    summary: z.string().optional(),
    segment_summary: z
      .array(
        z.object({
          title: z.string().optional(),
          summary: z.string(),
          start_time: z.number(),
          end_time: z.number(),
        }),
      )
      .optional(),
    speech: z.array(spokenLine).optional(),
    visual_scene_description: z.array(observed).optional(),
    scene_text: z.array(observed).optional(),
    audio_description: z.array(observed).optional(),
    chapters: z.array(chapter).optional(),
    shots: z.array(shot).optional(),
    content: z.string().optional().describe('The whole as text, when response_format is not json'),
    providers: z
      .record(z.string(), z.string())
      .optional()
      .describe('What made each modality; an addition of this service'),
  })
  .meta({ id: 'MediaDescription' });

/** What is asked of a description: form, window, modalities and extras. */
export const descriptionQuery = {
  response_format: z.enum(descriptionFormats).default('json'),
  start_time_seconds: seconds().optional(),
  end_time_seconds: seconds().optional(),
  modalities: z.array(z.enum(modalities)).optional(),
  include_word_timestamps: z
    .boolean()
    .default(false)
    .describe('True adds the words of each spoken line with their seconds, where the recogniser gives them'),
  include_chapters: z
    .boolean()
    .default(false)
    .describe('True adds chapters: those of narrative segmentation, described by quotes, numbered from 0'),
  include_shots: z
    .boolean()
    .default(false)
    .describe('True adds the shots of a film, numbered from 0; they are found while it is processed'),
};

export const describeBody = z.object({
  url: mediaUrl(),
  enable_summary: z.boolean().default(true),
  enable_speech: z.boolean().default(true),
  enable_scene_text: z.boolean().default(true),
  enable_visual_scene_description: z.boolean().default(true),
  enable_audio_description: z.boolean().default(false),
  segmentation_id: z.guid().optional(),
  segmentation_config: segmentationConfig.optional(),
});

export const describeJob = z
  .object({
    job_id: z.string(),
    status: jobStatus(),
    url: z.string(),
    created_at: unixMs(),
    describe_config: describeConfig.optional(),
    segmentation_id: z.string().optional(),
    data: mediaDescription.optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'DescribeJob' });

export type MediaDescription = z.output<typeof mediaDescription>;
export type Modality = (typeof modalities)[number];
