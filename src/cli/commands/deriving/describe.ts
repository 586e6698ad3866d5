/**
 * Commands that make something of media: segments, descriptions, transcripts, frames, faces and entities. A file or
 * URL with its settings comes in; the plan of one operation goes out, and whether to wait for its job.
 */

import type { BodyInput } from '../../../contract/index.ts';
import {
  describeFormats,
  redoModalities,
  redoScopes,
  speechProviders,
} from '../../../contract/values/enums.ts';
import { LocalError, MissingError, UsageError } from '../../errors/errors.ts';
import { defineDeletion } from '../../model/deletion.ts';
import { type WaitInput, waitFlags, waiting } from '../../model/flags/common-flags.ts';
import { yesFlag } from '../../model/flags/given-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { type CallPlan, call, defined, type Request, type Wait } from '../../model/plan.ts';
import { redoInWords } from '../../model/redo-words.ts';
import type { Session } from '../../model/session.ts';
import { choice, id, many, needed, optional, text, toggle } from '../../model/values.ts';
import { describing } from '../flags/describing.ts';
import { describeFlags, oneDescriptionFlags } from '../flags/description.ts';
import { reading } from '../flags/reading.ts';

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
    'For a collection, in the background: replaces the results that something else would make now, such as a model that you set up since, or an endpoint. Everything made from them follows: index, vectors, chapters, entities. It first shows how many files of which modality that concerns, what made their results, and how long it takes, and asks; --estimate stops there. Results by a better provider than the one in use stay, unless you give --worse. Objects belong to visual_scene_description. After an interruption it goes on where it was; wait redo REDO_ID shows how far it is. For a file: makes its speech, or the modality that you name, again in all of its collections that have it, whatever made it, and asks nothing; it answers at once. Of its other modalities, those follow that something else would make now, unless it is worse. If the provider fails, the earlier result stays. The provider, language and vocabulary are remembered for the file. To put in a transcript that you corrected yourself, use transcript put.',
  arguments: { fileId: optional(id('ID or name of the file; leave it out with --collection')) },
  flags: {
    collection: id('Do it for every file of this collection', { local: true }),
    modality: many(
      choice(redoModalities, 'What to make again (default all; for a file, speech)', {
        field: 'modalities',
        local: true,
      }),
    ),
    scope: choice(redoScopes, 'all: also what the same model would make (default outdated)', {
      local: true,
    }),
    worse: toggle('Also replace results by those of a weaker provider', { local: true }),
    provider: choice(speechProviders, 'Use only this speech provider from now on'),
    audioLanguage: text('Language of the audio track to use, such as de', { placeholder: 'CODE' }),
    term: many(text('A name or term that the provider should know', { field: 'vocabulary' })),
    estimate: toggle('Show what would be done and how long it takes; start nothing', { local: true }),
    ...yesFlag,
    ...waitFlags,
  },
  examples: [
    {
      does: 'See what a new model would replace, and how long that takes',
      line: 'describe redo --collection COLLECTION_ID --estimate',
    },
    {
      does: 'Replace everything that is outdated, and wait for it',
      line: 'describe redo --collection COLLECTION_ID --yes --wait',
    },
    {
      does: 'Read the text in the picture of a file again',
      line: 'describe redo FILE_ID --modality scene_text',
    },
    {
      does: 'Use a transcription endpoint for a file',
      line: 'describe redo FILE_ID --modality speech --provider endpoint',
    },
  ],
  plan: ({ fileId, collection, modality, scope, worse, estimate, yes, ...times }, { flags }) => {
    const given = 'Give the ID of a file, or --collection with the ID of a collection';
    if (fileId !== undefined && collection !== undefined) throw new UsageError(`${given}, not both`);
    if (fileId === undefined && collection === undefined)
      throw new MissingError(['fileId', 'collection'], given, { next: 'vau file list' });
    if (collection === undefined) {
      if (times.wait) throw new UsageError('--wait needs --collection; for a file, use wait collection-file');
      if (scope ?? worse ?? estimate)
        throw new UsageError('--scope, --worse and --estimate need --collection');
      if (modality && modality.length > 1)
        throw new UsageError('For a file, give one --modality at a time; several need --collection');
      const [one] = modality ?? [];
      return call('redo.file', {
        params: { file_id: fileId ?? '' },
        body: { ...flags, ...defined({ modality: one }) },
      });
    }
    const body: BodyInput<'redo.collection'> = {
      ...flags,
      ...defined({ modalities: modality, scope, worse }),
    };
    const request = { params: { collection_id: collection }, body };
    const estimated = call('redo.estimate', request, { text: (_, answer) => redoInWords(answer) });
    if (estimate) return estimated;
    const agreed: CallPlan['before'] = async (session) => {
      await agreeToRedo(session, estimated.request, yes === true);
      return undefined;
    };
    return call('redo.collection', request, { before: agreed, ...untilRedone(collection, times) });
  },
});

function untilRedone(collectionId: string, input: WaitInput): { wait?: Wait } {
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

/**
 * Shows an estimate on standard error, and asks. Nothing is asked where there is nothing to do.
 * @param request the estimate @param given whether --yes was given
 * @throws UsageError without a terminal; LocalError when the answer is no
 */
async function agreeToRedo(session: Session, request: Request, given: boolean): Promise<void> {
  const client = await session.client();
  const estimate = await client.send(request.operation, request, { signal: session.signal });
  session.note(redoInWords(estimate));
  if (given || (estimate as { files?: unknown }).files === 0) return;
  // A profile where every change asks has asked already.
  if (await session.beforeChange()) return;
  if (!session.interactive)
    throw new UsageError('A redo replaces results. Add --yes to confirm.', {
      hint: 'vau cannot ask: standard input or standard error is not a terminal.',
    });
  const prompts = await session.prompts();
  if (!(await prompts.confirm('Start it?')))
    throw new LocalError('Nothing was started', { code: 'declined' });
  session.agree();
}
