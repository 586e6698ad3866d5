/**
 * Flags, columns and whole commands that several nouns share. In this file are those that make and list describe and
 * transcribe jobs, which differ in their defaults and their words.
 */

import { jobStatuses } from '../../../contract/values/enums.ts';
import { type Column, column } from '../../model/columns.ts';
import type { Example } from '../../model/examples.ts';
import {
  createdFlags,
  pageFlags,
  refuseOtherThanSpeech,
  refuseTogether,
  type WaitInput,
  waitFlags,
  waiting,
} from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { either, id, needed, object, openChoice, toggle, url } from '../../model/values.ts';
import type { describeFlags, transcribeFlags } from './description.ts';

// Flags and columns for entities and their segments.

/** --limit and --offset of the segments, --include-thumbnails, --include-chapters and --include-shots. */
export const entityExtraFlags = {
  ...pageFlags,
  includeThumbnails: toggle('Include thumbnails'),
  includeChapters: toggle('Include chapters'),
  includeShots: toggle('Include shots'),
} as const;

/** A row for each segment. */
export const segmentEntityColumns = [
  column('start_time', 'seconds', 'start'),
  column('end_time', 'seconds', 'end'),
  column('entities'),
];

// Flags that describe, transcribe and extract share: jobs over media outside collections.

/** The segment thumbnails flag. */

/** --segment-thumbnails and --no-segment-thumbnails. */
export const thumbnailsFlag = {
  segmentThumbnails: either('Make a thumbnail of each segment (default: as set at upload)', {
    field: 'thumbnails_config.enable_segment_thumbnails',
  }),
} as const;

/** The segmentation flags and --wait. */
export const mediaJobFlags = {
  segmentationId: id('Use this segmentation'),
  segmentationConfig: object('Segmentation of the media'),
  ...thumbnailsFlag,
  ...waitFlags,
} as const;

/** @throws UsageError when both a segmentation id and a configuration are given */
export function refuseTwoCuts({
  segmentationId,
  segmentationConfig,
}: Readonly<Record<string, unknown>>): void {
  refuseTogether({ segmentationId, segmentationConfig });
}

/** The wait option for a job, by the id in its response. */
export const waitingForJob = (asked: WaitInput, kind: 'describe' | 'transcribe' | 'extract') =>
  waiting<{ job_id: string }>(asked, kind, ({ job_id }) => ({ params: { job_id } }));

/** Flags of job lists. @param data help text for --include-data */
export const jobListFlags = (data: string) =>
  ({
    ...pageFlags,
    status: openChoice(jobStatuses, 'Only jobs with this status'),
    ...createdFlags,
    url: url('Only jobs for this input URL'),
    includeData: either(`${data} (default yes); --no-include-data returns job information only`),
  }) as const;

/** Columns of job lists. @param own the column of this kind */
export const jobListColumns = (own: Column) => [
  column('job_id'),
  column('status'),
  column('url'),
  own,
  column('created_at', 'time', 'created'),
  column('error'),
];

// Flags that choose what describe and transcribe jobs analyse.

/** --speech, --scene-text and the others. `picture` is the default of the visual ones, for help. */
const enableFlags = (picture: 'yes' | 'no') => ({
  summary: either('Add a title and a summary (default yes)', { field: 'enable_summary' }),
  speech: either('Recognise speech (default yes)', { field: 'enable_speech' }),
  sceneText: either(`Recognise text in the picture (default ${picture})`, { field: 'enable_scene_text' }),
  visualSceneDescription: either(`Describe scenes (default ${picture})`, {
    field: 'enable_visual_scene_description',
  }),
  audioDescription: either('Describe sounds (default no)', { field: 'enable_audio_description' }),
});

interface Words {
  readonly about: string;
  /** Whether the picture is read where no flag is given. */
  readonly picture: 'yes' | 'no';
  /** What the first example does. */
  readonly does: string;
  readonly example: Example;
  /** Help of the flag that adds the data of listed jobs: `Include transcripts`. */
  readonly data: string;
  /** What a listed job can be shown with. */
  readonly shown: typeof transcribeFlags | typeof describeFlags;
}

/** `NOUN create` and `NOUN list`. */
export function describing(noun: 'describe' | 'transcribe', words: Words) {
  const create = defineCommand({
    name: `${noun} create`,
    about: words.about,
    arguments: { url: needed(url('Media: a URL or the URI of a file')) },
    flags: { ...enableFlags(words.picture), ...mediaJobFlags },
    examples: [{ does: words.does, line: `${noun} create vau://files/FILE_ID --wait` }, words.example],
    plan: (input, { args, flags }) => {
      refuseTwoCuts(input);
      return call(`${noun}.create`, { body: { ...args, ...flags } }, waitingForJob(input, noun));
    },
  });
  const list = defineCommand({
    name: `${noun} list`,
    flags: { ...jobListFlags(words.data), ...words.shown },
    examples: [
      { does: 'Job information only', line: `${noun} list --no-include-data` },
      { does: 'Failed jobs', line: `${noun} list --status failed` },
    ],
    columns: jobListColumns(column('data.title', 'text', 'title')),
    plan: (input, { flags: query }) => {
      refuseOtherThanSpeech(input, 'markdown');
      return call(`${noun}.list`, { query });
    },
  });
  return [create, list];
}
