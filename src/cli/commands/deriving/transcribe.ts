import { describeFormats } from '../../../contract/values/enums.ts';
import { defineCommand } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { id, needed } from '../../model/values.ts';
import { describing } from '../flags/describing.ts';
import { oneTranscriptFlags, transcribeFlags } from '../flags/description.ts';
import { reading } from '../flags/reading.ts';

const making = describing('transcribe', {
  about:
    'Transcribes media outside collections. To use an uploaded file, give its URI, vau://files/FILE_ID. A transcribe job is also a describe job: delete it with vau describe delete.',
  picture: 'no',
  does: 'Transcribe a file and wait',
  example: {
    does: 'Include text in the picture',
    line: 'transcribe create vau://files/FILE_ID --scene-text',
  },
  data: 'Include transcripts',
  shown: transcribeFlags,
});

const get = defineCommand({
  name: 'transcribe get',
  about:
    'On a terminal you read text with times and speakers; programs get the fields. The transcript is available once the job is completed.',
  arguments: { jobId: needed(id('ID of the transcribe job')) },
  flags: oneTranscriptFlags,
  examples: [
    { does: 'Save subtitles to a file', line: 'transcribe get JOB_ID --format srt > talk.srt' },
    { does: 'Times of each word', line: 'transcribe get JOB_ID --include-word-timestamps -o json' },
  ],
  plan: (input, { args: params, flags }) => {
    const { asked, options } = reading(input, describeFormats);
    return call('transcribe.get', { params, query: { ...flags, ...asked } }, options);
  },
});

export const commands = [...making, get];
