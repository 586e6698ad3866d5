import { pageFlags, waitFlags, waiting } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call } from '../../model/plan.ts';
import { id, needed, url } from '../../model/values.ts';
import { faceColumns, framesFlags, framesOf } from '../flags/faces.ts';

const create = defineCommand({
  name: 'face-detect create',
  about: 'To use an uploaded file, give its URI, vau://files/FILE_ID.',
  arguments: { url: needed(url('Media: a URL or the URI of a file')) },
  flags: {
    ...framesFlags,
    ...waitFlags,
  },
  examples: [{ does: 'Find the faces in a file', line: 'face-detect create vau://files/FILE_ID --wait' }],
  columns: faceColumns,
  plan: (input, { args, flags }) =>
    call(
      'face-detect.create',
      { body: { ...args, ...flags, ...framesOf(input, flags) } },
      {
        rows: ['data.faces'],
        ...waiting<{ face_detection_id: string }>(input, 'face-detect', (answer) => ({
          params: { face_detection_id: answer.face_detection_id },
        })),
      },
    ),
});

const get = defineCommand({
  name: 'face-detect get',
  about: 'The faces are available once the job is completed.',
  arguments: { faceDetectionId: needed(id('ID of the face detection')) },
  flags: pageFlags,
  examples: [
    {
      does: 'The second page of its faces',
      line: 'face-detect get FACE_DETECTION_ID --limit 50 --offset 50',
    },
  ],
  columns: faceColumns,
  plan: (_, { args: params, flags: query }) =>
    call('face-detect.get', { params, query }, { rows: ['data.faces'] }),
});

export const commands = [create, get];
