import { defineDeletion } from '../model/deletion.ts';
import { defineCommand } from '../model/model.ts';
import { call } from '../model/plan.ts';
import { id, needed, url } from '../model/values.ts';
import { describeFlags } from './flags/description.ts';
import { enableFlags } from './flags/enable.ts';
import {
  describedColumns,
  jobListFlags,
  mediaJobFlags,
  refuseTwoCuts,
  waitingForJob,
} from './flags/media-jobs.ts';

const jobId = needed(id('The describe job'));

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
  plan: (input, { args, flags }) => {
    refuseTwoCuts(input);
    return call('describe.create', { body: { ...args, ...flags } }, waitingForJob(input, 'describe'));
  },
});

const list = defineCommand({
  name: 'describe list',
  flags: { ...jobListFlags('With what was described'), ...describeFlags },
  examples: [
    { does: 'Job information only', line: 'describe list --no-include-data' },
    { does: 'What failed', line: 'describe list --status failed' },
  ],
  columns: describedColumns,
  plan: (_, { flags: query }) => call('describe.list', { query }),
});

const get = defineCommand({
  name: 'describe get',
  about:
    'Subtitles and text are printed unchanged, so that you can redirect them to a file. They are available once the job is completed.',
  arguments: { jobId },
  flags: describeFlags,
  examples: [
    { does: 'Subtitles into a file', line: 'describe get JOB_ID --format speech_srt > talk.srt' },
    {
      does: 'What is shown in the first minute',
      line: 'describe get JOB_ID --modality visual_scene_description --end-time 60',
    },
  ],
  plan: (_, { args: params, flags: query }) => call('describe.get', { params, query }),
});

const remove = defineDeletion({
  command: 'describe delete',
  bulk: {},
  about: 'The media are not deleted.',
  argument: { jobId },
  kind: 'describe job',
  name: 'url',
  effect: () => 'Its description goes too; the media remain.',
});

export const commands = [create, list, get, remove];
