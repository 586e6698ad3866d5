import { defineCommand } from '../model/model.ts';
import { call } from '../model/plan.ts';
import { id, needed } from '../model/values.ts';
import { describing } from './flags/describing.ts';
import { transcribeFlags } from './flags/description.ts';

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
  about: 'The transcript is available once the job is completed. Subtitles and text are printed unchanged.',
  arguments: { jobId: needed(id('ID of the transcribe job')) },
  flags: transcribeFlags,
  examples: [
    { does: 'Save subtitles to a file', line: 'transcribe get JOB_ID --format speech_srt > talk.srt' },
    { does: 'Times of each word', line: 'transcribe get JOB_ID --include-word-timestamps -o json' },
  ],
  plan: (_, { args: params, flags: query }) => call('transcribe.get', { params, query }),
});

export const commands = [...making, get];
