import { pageFlags } from '../common-flags.ts';
import { defineCommand } from '../model.ts';
import { column } from '../output/columns.ts';
import { call, defined } from '../plan.ts';
import { id, needed } from '../values.ts';

const get = defineCommand({
  name: 'face-match get',
  about: 'The matches are there once the job is completed; similarity is 0 to 100.',
  arguments: { faceMatchId: needed(id('The face match')) },
  flags: pageFlags,
  examples: [{ does: 'The ten best matches', line: 'face-match get FACE_MATCH_ID --limit 10' }],
  columns: [
    column('similarity', 'number'),
    column('timestamp', 'seconds', 'at'),
    column('id'),
    column('frame_id'),
    column('face_bounding_box', 'text', 'box'),
    column('thumbnail_url', 'text', 'thumbnail'),
  ],
  plan: ({ faceMatchId, limit, offset }) =>
    call(
      'face-match.get',
      { params: { face_match_id: faceMatchId }, query: defined({ limit, offset }) },
      { rows: ['data.faces_matches'] },
    ),
});

export const commands = [get];
