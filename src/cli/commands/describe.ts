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

const jobId = needed(id('ID of the describe job'));

const create = defineCommand({
  name: 'describe create',
  about: 'Describes media outside collections. To use an uploaded file, give its URI, vau://files/FILE_ID.',
  arguments: { url: needed(url('Media: a URL or the URI of a file')) },
  flags: {
    ...enableFlags('yes'),
    ...mediaJobFlags,
  },
  examples: [
    { does: 'Describe a file and wait', line: 'describe create vau://files/FILE_ID --wait' },
    { does: 'Speech only', line: 'describe create vau://files/FILE_ID --no-scene-text --no-summary' },
  ],
  plan: (input, { args, flags }) => {
    refuseTwoCuts(input);
    return call('describe.create', { body: { ...args, ...flags } }, waitingForJob(input, 'describe'));
  },
});

const list = defineCommand({
  name: 'describe list',
  flags: { ...jobListFlags('Include descriptions'), ...describeFlags },
  examples: [
    { does: 'Job information only', line: 'describe list --no-include-data' },
    { does: 'Failed jobs', line: 'describe list --status failed' },
  ],
  columns: describedColumns,
  plan: (_, { flags: query }) => call('describe.list', { query }),
});

const get = defineCommand({
  name: 'describe get',
  about:
    'Subtitles and text are printed unchanged, so you can redirect them to a file. They are available once the job is completed.',
  arguments: { jobId },
  flags: describeFlags,
  examples: [
    { does: 'Save subtitles to a file', line: 'describe get JOB_ID --format speech_srt > talk.srt' },
    {
      does: 'Scenes of the first minute',
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
  effect: () => 'Its description is deleted too; the media remain.',
});

export const commands = [create, list, get, remove];
