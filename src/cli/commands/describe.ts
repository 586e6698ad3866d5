import { defineDeletion } from '../model/deletion.ts';
import { defineCommand } from '../model/model.ts';
import { call } from '../model/plan.ts';
import { id, needed } from '../model/values.ts';
import { describing } from './flags/describing.ts';
import { describeFlags } from './flags/description.ts';

const jobId = needed(id('ID of the describe job'));

const making = describing('describe', {
  about: 'Describes media outside collections. To use an uploaded file, give its URI, vau://files/FILE_ID.',
  picture: 'yes',
  does: 'Describe a file and wait',
  example: { does: 'Speech only', line: 'describe create vau://files/FILE_ID --no-scene-text --no-summary' },
  data: 'Include descriptions',
  shown: describeFlags,
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

export const commands = [...making, get, remove];
