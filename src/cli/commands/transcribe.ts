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
    'Transcribes media outside collections. Name an uploaded file by its uri, vau://files/FILE_ID. A transcribe job is a describe job: vau describe delete deletes it.',
  arguments: { url: needed(url('The media: a URL, or the uri of a file')) },
  flags: { ...enableFlags('no'), ...mediaJobFlags },
  examples: [
    { does: 'A file, waiting for the end', line: 'transcribe create vau://files/FILE_ID --wait' },
    { does: 'With the text in the picture', line: 'transcribe create vau://files/FILE_ID --scene-text' },
  ],
  plan: (input, { args, flags }) => {
    refuseTwoCuts(input);
    return call('transcribe.create', { body: { ...args, ...flags } }, waitingForJob(input, 'transcribe'));
  },
});

const list = defineCommand({
  name: 'transcribe list',
  flags: { ...jobListFlags('With the transcripts'), ...transcribeFlags },
  examples: [
    { does: 'Job information only', line: 'transcribe list --no-include-data' },
    { does: 'What failed', line: 'transcribe list --status failed' },
  ],
  columns: describedColumns,
  plan: (_, { flags: query }) => call('transcribe.list', { query }),
});

const get = defineCommand({
  name: 'transcribe get',
  about: 'The transcript is available once the job is completed. Subtitles and text are printed unchanged.',
  arguments: { jobId: needed(id('The transcribe job')) },
  flags: transcribeFlags,
  examples: [
    { does: 'Subtitles into a file', line: 'transcribe get JOB_ID --format speech_srt > talk.srt' },
    { does: 'The seconds of each word', line: 'transcribe get JOB_ID --include-word-timestamps -o json' },
  ],
  plan: (_, { args: params, flags: query }) => call('transcribe.get', { params, query }),
});

export const commands = [create, list, get];
