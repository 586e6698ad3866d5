import { limits } from '../../../contract/values/limits.ts';
import { column } from '../../model/columns.ts';
import { pageFlags, waitFlags, waiting } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { id, integer, needed, url, within } from '../../model/values.ts';
import { faceColumns, framesFlags, framesOf } from '../flags/faces.ts';

const columns = [column('similarity', 'number'), ...faceColumns];

const create = defineCommand({
  name: 'face-match create',
  about: 'Finds the face of a picture in media. To use an uploaded file, give its URI, vau://files/FILE_ID.',
  arguments: { targetVideoUrl: needed(url('Media: a URL or the URI of a file')) },
  flags: {
    source: url('URL of a picture of the face', { field: 'source_image' }),
    maxFaces: integer(`Maximum number of matches, ${within(limits.faceMatches)}`),
    faceDetectionId: id('Use this face detection'),
    ...framesFlags,
    ...waitFlags,
  },
  examples: [
    {
      does: 'Where is this person?',
      line: 'face-match create vau://files/FILE_ID --source https://example.com/face.jpg --wait',
    },
  ],
  columns,
  plan: (input, { args, flags }) =>
    call(
      'face-match.create',
      { body: { ...args, ...flags, ...framesOf(input, flags), ...sourceOf(input) } },
      {
        rows: ['data.faces_matches'],
        ...waiting<{ face_match_id: string }>(input, 'face-match', (answer) => ({
          params: { face_match_id: answer.face_match_id },
        })),
      },
    ),
});

/** The `source_image` of a body. The contract check names what is missing. */
const sourceOf = ({ source }: { readonly source: string | undefined }) =>
  source === undefined ? {} : { source_image: { url: source } };

const get = defineCommand({
  name: 'face-match get',
  about: 'The matches are available once the job is completed; similarity is 0 to 100.',
  arguments: { faceMatchId: needed(id('ID of the face match')) },
  flags: pageFlags,
  examples: [{ does: 'The ten best matches', line: 'face-match get FACE_MATCH_ID --limit 10' }],
  columns,
  plan: (_, { args: params, flags: query }) =>
    call('face-match.get', { params, query }, { rows: ['data.faces_matches'] }),
});

export const commands = [create, get];
