import { describeFormats } from '../../contract/enums.ts';
import { column } from '../model/columns.ts';
import { confirm, yesFlag } from '../model/common-flags.ts';
import { defineCommand } from '../model/model.ts';
import { call, defined } from '../model/plan.ts';
import { choice, id, needed, url } from '../model/values.ts';
import { descriptionFlags, descriptionQuery } from './flags/description.ts';
import { enableFields, enableFlags } from './flags/enable.ts';
import { cutFields, jobListFlags, jobListQuery, mediaJobFlags, waitingForJob } from './flags/media-jobs.ts';

const jobId = needed(id('The describe job'));
const format = choice(describeFormats, 'Response format (default json)', {
  field: 'response_format',
});

const create = defineCommand({
  name: 'describe create',
  about: 'Describes media outside collections. Name an uploaded file by its uri, vau://files/FILE_ID.',
  arguments: { url: needed(url('The media: a URL, or the uri of a file')) },
  flags: {
    ...enableFlags('yes'),
    ...mediaJobFlags,
  },
  examples: [
    { does: 'A file, waiting for the end', line: 'describe create vau://files/FILE_ID --wait' },
    { does: 'Speech alone', line: 'describe create vau://files/FILE_ID --no-scene-text --no-summary' },
  ],
  plan: ({
    url,
    segmentationId,
    segmentationConfig,
    segmentThumbnails,
    wait,
    timeout,
    interval,
    ...enable
  }) =>
    call(
      'describe.create',
      {
        body: defined({
          url,
          ...enableFields(enable),
          ...cutFields({ segmentationId, segmentationConfig, segmentThumbnails }),
        }),
      },
      waitingForJob({ wait, timeout, interval }, 'describe'),
    ),
});

const list = defineCommand({
  name: 'describe list',
  flags: { ...jobListFlags('With what was described'), format, ...descriptionFlags },
  examples: [
    { does: 'Job information only', line: 'describe list --no-include-data' },
    { does: 'What failed', line: 'describe list --status failed' },
  ],
  columns: [
    column('job_id'),
    column('status'),
    column('url'),
    column('data.title', 'text', 'title'),
    column('created_at', 'time', 'created'),
    column('error'),
  ],
  plan: ({ limit, offset, status, url, createdBefore, createdAfter, includeData, ...asked }) =>
    call('describe.list', {
      query: {
        ...jobListQuery({ limit, offset, status, url, createdBefore, createdAfter, includeData }),
        ...descriptionQuery(asked),
      },
    }),
});

const get = defineCommand({
  name: 'describe get',
  about:
    'Subtitles and text are printed unchanged, so that you can redirect them to a file. They are available once the job is completed.',
  arguments: { jobId },
  flags: { format, ...descriptionFlags },
  examples: [
    { does: 'Subtitles into a file', line: 'describe get JOB_ID --format speech_srt > talk.srt' },
    {
      does: 'What is shown in the first minute',
      line: 'describe get JOB_ID --modality visual_scene_description --end-time 60',
    },
  ],
  plan: ({ jobId, ...asked }) =>
    call('describe.get', { params: { job_id: jobId }, query: descriptionQuery(asked) }),
});

const remove = defineCommand({
  name: 'describe delete',
  bulk: {},
  about: 'The media are not deleted.',
  arguments: { jobId },
  flags: yesFlag,
  examples: [{ does: 'Delete without being asked', line: 'describe delete JOB_ID --yes' }],
  plan: ({ jobId, yes }) =>
    call(
      'describe.delete',
      { params: { job_id: jobId } },
      {
        ...confirm(yes, {
          kind: 'describe job',
          id: jobId,
          read: call('describe.get', { params: { job_id: jobId } }),
          name: 'url',
          effect: () => 'Its description goes too; the media remain.',
        }),
        done: `Deleted describe job ${jobId}`,
      },
    ),
});

export const commands = [create, list, get, remove];
