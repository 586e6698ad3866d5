import { describeFormats, speechProviders } from '../../contract/enums.ts';
import { MissingError, UsageError } from '../errors/errors.ts';
import { waitFlags, waiting } from '../model/common-flags.ts';
import { defineDeletion } from '../model/deletion.ts';
import { defineCommand } from '../model/model.ts';
import { call, type Wait } from '../model/plan.ts';
import { choice, id, many, needed, optional, text } from '../model/values.ts';
import { describing } from './flags/describing.ts';
import { describeFlags, oneDescriptionFlags } from './flags/description.ts';
import { reading } from './flags/reading.ts';

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
    'On a terminal you read text with times and speakers; programs get the fields. Subtitles and text are available once the job is completed.',
  arguments: { jobId },
  flags: oneDescriptionFlags,
  examples: [
    { does: 'Save subtitles to a file', line: 'describe get JOB_ID --format srt > talk.srt' },
    {
      does: 'Scenes of the first minute',
      line: 'describe get JOB_ID --modality visual_scene_description --end-time 60',
    },
  ],
  plan: (input, { args: params, flags }) => {
    const { asked, options } = reading(input, describeFormats);
    return call('describe.get', { params, query: { ...flags, ...asked } }, options);
  },
});

const redo = defineCommand({
  name: 'describe redo',
  about:
    'Everything made from the speech is made again: index, vectors, chapters, entities. A collection is done in the background; wait redo REDO_ID shows how far it is. If the provider fails, the earlier transcript stays. The provider, language and vocabulary are remembered for the file. To put in a transcript that you corrected yourself, use transcript put.',
  arguments: { fileId: optional(id('ID or name of the file; leave it out with --collection')) },
  flags: {
    collection: id('Do it for every file of this collection', { local: true }),
    modality: choice(['speech'], 'Modality to recognise again (default speech)'),
    provider: choice(speechProviders, 'Use only this provider from now on'),
    audioLanguage: text('Language of the audio track to use, such as de', { placeholder: 'CODE' }),
    term: many(
      text('A name or term that the provider should know; may be repeated', { field: 'vocabulary' }),
    ),
    ...waitFlags,
  },
  examples: [
    {
      does: 'Use a transcription endpoint',
      line: 'describe redo FILE_ID --modality speech --provider endpoint',
    },
    {
      does: 'A whole collection, and wait for it',
      line: 'describe redo --collection COLLECTION_ID --provider sherpa-onnx --wait',
    },
  ],
  plan: ({ fileId, collection, ...times }, { flags: body }) => {
    const given = 'Give the ID of a file, or --collection with the ID of a collection';
    if (fileId !== undefined && collection !== undefined) throw new UsageError(`${given}, not both`);
    if (fileId === undefined && collection === undefined)
      throw new MissingError(['fileId', 'collection'], given, { next: 'vau file list' });
    if (collection === undefined) {
      if (times.wait) throw new UsageError('--wait needs --collection; for a file, use wait collection-file');
      return call('redo.file', { params: { file_id: fileId ?? '' }, body });
    }
    const request = { params: { collection_id: collection }, body };
    return call('redo.collection', request, untilRedone(collection, times));
  },
});

function untilRedone(collectionId: string, input: Parameters<typeof waiting>[0]): { wait?: Wait } {
  const { wait } = waiting<{ redo_id: string }>(input, 'redo', ({ redo_id }) => ({ params: { redo_id } }));
  if (!wait) return {};
  const failed: Wait['failed'] = async (session) =>
    session.note(`The reason of each file: vau media list ${collectionId} --fields file_id,status,error`);
  return { wait: { ...wait, failed } };
}

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
