import { describeFormats } from '../../contract/enums.ts';
import { column } from '../model/columns.ts';
import { defineCommand } from '../model/model.ts';
import { call, defined } from '../model/plan.ts';
import { choice, id, needed, url } from '../model/values.ts';
import { descriptionQuery, transcriptFlags } from './flags/description.ts';
import { enableFields, enableFlags } from './flags/enable.ts';
import { cutFields, jobListFlags, jobListQuery, mediaJobFlags, waitingForJob } from './flags/media-jobs.ts';

const format = choice(describeFormats, 'Response format (default json)', {
  field: 'response_format',
});

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
      'transcribe.create',
      {
        body: defined({
          url,
          ...enableFields(enable),
          ...cutFields({ segmentationId, segmentationConfig, segmentThumbnails }),
        }),
      },
      waitingForJob({ wait, timeout, interval }, 'transcribe'),
    ),
});

const list = defineCommand({
  name: 'transcribe list',
  flags: { ...jobListFlags('With the transcripts'), format, ...transcriptFlags },
  examples: [
    { does: 'Job information only', line: 'transcribe list --no-include-data' },
    { does: 'What failed', line: 'transcribe list --status failed' },
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
    call('transcribe.list', {
      query: {
        ...jobListQuery({ limit, offset, status, url, createdBefore, createdAfter, includeData }),
        ...descriptionQuery(asked),
      },
    }),
});

const get = defineCommand({
  name: 'transcribe get',
  about: 'The transcript is available once the job is completed. Subtitles and text are printed unchanged.',
  arguments: { jobId: needed(id('The transcribe job')) },
  flags: { format, ...transcriptFlags },
  examples: [
    { does: 'Subtitles into a file', line: 'transcribe get JOB_ID --format speech_srt > talk.srt' },
    { does: 'The seconds of each word', line: 'transcribe get JOB_ID --include-word-timestamps -o json' },
  ],
  plan: ({ jobId, ...asked }) =>
    call('transcribe.get', { params: { job_id: jobId }, query: descriptionQuery(asked) }),
});

export const commands = [create, list, get];
