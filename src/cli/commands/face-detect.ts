import { pageFlags } from '../common-flags.ts';
import { defineCommand } from '../model.ts';
import { column } from '../output/columns.ts';
import { call, defined } from '../plan.ts';
import { id, needed } from '../values.ts';

const get = defineCommand({
  name: 'face-detect get',
  about: 'The faces are there once the job is completed.',
  arguments: { faceDetectionId: needed(id('The face detection')) },
  flags: pageFlags,
  examples: [
    {
      does: 'The second page of its faces',
      line: 'face-detect get FACE_DETECTION_ID --limit 50 --offset 50',
    },
  ],
  columns: [
    column('timestamp', 'seconds', 'at'),
    column('id'),
    column('frame_id'),
    column('face_bounding_box', 'text', 'box'),
    column('thumbnail_url', 'text', 'thumbnail'),
  ],
  plan: ({ faceDetectionId, limit, offset }) =>
    call(
      'face-detect.get',
      { params: { face_detection_id: faceDetectionId }, query: defined({ limit, offset }) },
      { rows: ['data.faces'] },
    ),
});

export const commands = [get];
