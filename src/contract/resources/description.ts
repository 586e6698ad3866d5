import * as z from 'zod';
import { descriptionFormats, modalities } from '../values/enums.ts';
import { open } from '../values/open.ts';
import { jobStatus, mediaUrl, seconds, unixMs } from '../values/scalars.ts';
import { describeConfig } from './collection.ts';
import { segmentationConfig, thumbnailsConfig } from './derived/segmentation.ts';
import { file } from './file.ts';
import { describedParts, division, span } from './parts.ts';

const segmentSummary = z.object({ title: z.string().optional(), summary: z.string(), ...span });
const parts = z.object(describedParts).partial().shape;

/** The description of a file: all of it as text in `content`, or the modalities, each part with its times. */
const understood = {
  content: z.string().optional().describe('The whole description as text, when response_format is not json'),
  title: z.string().optional(),
  summary: z.string().optional(),
  segment_summary: z.array(segmentSummary).optional(),
  ...parts,
  providers: z
    .record(z.string(), z.string())
    .optional()
    .describe('The provider of each modality; an addition of this service'),
  languages: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'The language of speech and scene_text (ISO 639-1), recognised from their words; und if it is unclear; an addition of this service',
    ),
};

/** Fields beside the description of a file. */
const about = {
  duration_seconds: z.number().optional(),
  file: file.optional().describe('With include_metadata'),
};

const description = z.object(understood).meta({ id: 'Description' });

/** The description of one collection file. */
export const mediaDescription = z
  .object({ collection_id: z.string(), file_id: z.string(), ...understood, ...division, ...about })
  .meta({ id: 'MediaDescription' });

/** A collection file in the lists of media descriptions and of rich transcripts. */
export const mediaDescriptionItem = z
  .object({
    file_id: z.string(),
    added_at: unixMs(),
    object: z.literal('collection_file'),
    data: description,
    ...about,
  })
  .meta({ id: 'MediaDescriptionItem' });
export const richTranscriptItem = mediaDescriptionItem
  .omit({ added_at: true, object: true })
  .meta({ id: 'RichTranscriptItem' });

const includeMetadata = () => z.boolean().default(false).describe('True adds the file object');

/** Query parameters of the lists of a collection. */
export const descriptionsQuery = {
  response_format: open(z.enum(descriptionFormats)).default('json'),
  modalities: z.array(open(z.enum(modalities))).optional(),
  include_metadata: includeMetadata(),
};

/** Query parameters of a description: format, window, modalities and extras. */
export const descriptionQuery = {
  ...descriptionsQuery,
  start_time_seconds: seconds().optional(),
  end_time_seconds: seconds().optional(),
  include_word_timestamps: z
    .boolean()
    .default(false)
    .describe('True adds the words of each spoken line with their times, if the recogniser provides them'),
  include_untrusted: z
    .boolean()
    .default(false)
    .describe(
      'True adds recognised speech that is not to be trusted (another language, music, noise); an addition of this service',
    ),
  include_chapters: z
    .boolean()
    .default(false)
    .describe(
      'True adds the chapters of narrative segmentation, or of a language model where there is one, described by quotes, numbered from 0',
    ),
  include_shots: z
    .boolean()
    .default(false)
    .describe('True adds the shots of a video, numbered from 0; they are detected during processing'),
};

/** The body of a job. @param shown the default for the visual modalities */
const jobBody = (shown: boolean) =>
  z.object({
    url: mediaUrl(),
    enable_summary: z.boolean().default(true),
    enable_speech: z.boolean().default(true),
    enable_scene_text: z.boolean().default(shown),
    enable_visual_scene_description: z.boolean().default(shown),
    enable_audio_description: z.boolean().default(false),
    segmentation_id: z.guid().optional(),
    segmentation_config: segmentationConfig.optional(),
    thumbnails_config: thumbnailsConfig.optional(),
  });

export const describeBody = jobBody(true);
export const transcribeBody = jobBody(false);

export const describeJob = z
  .object({
    job_id: z.string(),
    status: jobStatus(),
    url: z.string(),
    created_at: unixMs(),
    describe_config: describeConfig.optional(),
    segmentation_id: z.string().optional(),
    data: description.optional(),
    ...division,
    ...about,
    error: z.string().optional(),
  })
  .meta({ id: 'DescribeJob' });

/** A describe job that was created as a transcribe job. */
export const transcribeJob = describeJob
  .pick({ job_id: true, status: true, url: true, created_at: true, data: true, file: true, error: true })
  .extend({ transcribe_config: describeConfig })
  .meta({ id: 'TranscribeJob' });

export type Description = z.output<typeof description>;
export type DescribeJob = z.output<typeof describeJob>;
export type TranscribeJob = z.output<typeof transcribeJob>;
export type MediaDescription = z.output<typeof mediaDescription>;
export type Modality = (typeof modalities)[number];
