import { speechProviders } from '../../contract/enums.ts';
import { MissingError, UsageError } from '../errors/errors.ts';
import { defineDeletion } from '../model/deletion.ts';
import { defineCommand } from '../model/model.ts';
import { call } from '../model/plan.ts';
import { choice, id, many, needed, optional, text } from '../model/values.ts';
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

const redo = defineCommand({
  name: 'describe redo',
  about:
    'Everything made from the speech is made again: index, vectors, chapters, entities. If the provider fails, the earlier transcript stays. The provider, language and vocabulary are remembered for the file. To put in a transcript that you corrected yourself, use transcript put.',
  arguments: { fileId: optional(id('ID of the file; leave it out with --collection')) },
  flags: {
    collection: id('Do it for every file of this collection', { local: true }),
    modality: choice(['speech'], 'Modality to recognise again (default speech)'),
    provider: choice(speechProviders, 'Use only this provider from now on'),
    audioLanguage: text('Language of the audio track to use, such as de', { placeholder: 'CODE' }),
    term: many(
      text('A name or term that the provider should know; may be repeated', { field: 'vocabulary' }),
    ),
  },
  examples: [
    {
      does: 'Use a transcription endpoint',
      line: 'describe redo FILE_ID --modality speech --provider endpoint',
    },
    { does: 'A whole collection', line: 'describe redo --collection COLLECTION_ID --provider sherpa-onnx' },
  ],
  plan: ({ fileId, collection }, { flags: body }) => {
    const given = 'Give the ID of a file, or --collection with the ID of a collection';
    if (fileId !== undefined && collection !== undefined) throw new UsageError(`${given}, not both`);
    if (fileId === undefined && collection === undefined)
      throw new MissingError(['fileId', 'collection'], given, { next: 'vau file list' });
    return collection === undefined
      ? call('redo.file', { params: { file_id: fileId ?? '' }, body })
      : call('redo.collection', { params: { collection_id: collection }, body });
  },
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

export const commands = [...making, get, redo, remove];
