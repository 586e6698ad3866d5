import { defineCommand } from '../model/model.ts';
import { call } from '../model/plan.ts';
import { id, needed, url } from '../model/values.ts';
import { transcribeFlags } from './flags/description.ts';
import { enableFlags } from './flags/enable.ts';
import {
  describedColumns,
  jobListFlags,
  mediaJobFlags,
  refuseTwoCuts,
  waitingForJob,
} from './flags/media-jobs.ts';

const create = defineCommand({
  name: 'transcribe create',
  about:
    'Transcribes media outside collections. To use an uploaded file, give its URI, vau://files/FILE_ID. A transcribe job is also a describe job: delete it with vau describe delete.',
  arguments: { url: needed(url('Media: a URL or the URI of a file')) },
  flags: { ...enableFlags('no'), ...mediaJobFlags },
  examples: [
    { does: 'Transcribe a file and wait', line: 'transcribe create vau://files/FILE_ID --wait' },
    { does: 'Include text in the picture', line: 'transcribe create vau://files/FILE_ID --scene-text' },
  ],
  plan: (input, { args, flags }) => {
    refuseTwoCuts(input);
    return call('transcribe.create', { body: { ...args, ...flags } }, waitingForJob(input, 'transcribe'));
  },
});

const list = defineCommand({
  name: 'transcribe list',
  flags: { ...jobListFlags('Include transcripts'), ...transcribeFlags },
  examples: [
    { does: 'Job information only', line: 'transcribe list --no-include-data' },
    { does: 'Failed jobs', line: 'transcribe list --status failed' },
  ],
  columns: describedColumns,
  plan: (_, { flags: query }) => call('transcribe.list', { query }),
});

const get = defineCommand({
  name: 'transcribe get',
  about: 'The transcript is available once the job is completed. Subtitles and text are printed unchanged.',
  arguments: { jobId: needed(id('ID of the transcribe job')) },
  flags: transcribeFlags,
  examples: [
    { does: 'Save subtitles to a file', line: 'transcribe get JOB_ID --format speech_srt > talk.srt' },
    { does: 'Times of each word', line: 'transcribe get JOB_ID --include-word-timestamps -o json' },
  ],
  plan: (_, { args: params, flags: query }) => call('transcribe.get', { params, query }),
});

export const commands = [create, list, get];
