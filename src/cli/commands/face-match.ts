import { limits } from '../../contract/limits.ts';
import type { BodyInput } from '../../contract/operations/index.ts';
import { within } from '../model/bounds.ts';
import { column } from '../model/columns.ts';
import { pageFlags, refuseTogether, waitFlags, waiting } from '../model/common-flags.ts';
import { defineCommand } from '../model/model.ts';
import { call, defined } from '../model/plan.ts';
import { id, integer, needed, url } from '../model/values.ts';
import { frameConfig, frameFlagsAt } from './flags/frames.ts';

const columns = [
  column('similarity', 'number'),
  column('timestamp', 'seconds', 'at'),
  column('id'),
  column('frame_id'),
  column('face_bounding_box', 'text', 'box'),
  column('thumbnail_url', 'text', 'thumbnail'),
];

const create = defineCommand({
  name: 'face-match create',
  about: 'Finds the face of a picture in media. Name an uploaded file by its uri, vau://files/FILE_ID.',
  arguments: { targetVideoUrl: needed(url('The media: a URL, or the uri of a file')) },
  flags: {
    source: url('Picture of the face, by URL', { field: 'source_image' }),
    maxFaces: integer(`Maximum number of matches, ${within(limits.faceMatches)}`),
    faceDetectionId: id('Use this face detection'),
    frameExtractionId: id('Use this frame extraction'),
    ...frameFlagsAt('frame_extraction_config.'),
    ...waitFlags,
  },
  examples: [
    {
      does: 'Where is this person?',
      line: 'face-match create vau://files/FILE_ID --source https://example.com/face.jpg --wait',
    },
  ],
  columns,
  plan: ({
    targetVideoUrl,
    source,
    maxFaces,
    faceDetectionId,
    frameExtractionId,
    wait,
    timeout,
    interval,
    ...flags
  }) => {
    const config = frameConfig(flags);
    refuseTogether({ frameExtractionId, frameExtractionConfig: config });
    return call(
      'face-match.create',
      {
        body: defined({
          // What is missing is named by the check against the contract.
          source_image: (source === undefined
            ? undefined
            : { url: source }) as BodyInput<'face-match.create'>['source_image'],
          target_video_url: targetVideoUrl,
          max_faces: maxFaces,
          face_detection_id: faceDetectionId,
          frame_extraction_id: frameExtractionId,
          frame_extraction_config: config,
        }),
      },
      {
        rows: ['data.faces_matches'],
        ...waiting<{ face_match_id: string }>({ wait, timeout, interval }, 'face-match', (answer) => ({
          params: { face_match_id: answer.face_match_id },
        })),
      },
    );
  },
});

const get = defineCommand({
  name: 'face-match get',
  about: 'The matches are available once the job is completed; similarity is 0 to 100.',
  arguments: { faceMatchId: needed(id('The face match')) },
  flags: pageFlags,
  examples: [{ does: 'The ten best matches', line: 'face-match get FACE_MATCH_ID --limit 10' }],
  columns,
  plan: ({ faceMatchId, limit, offset }) =>
    call(
      'face-match.get',
      { params: { face_match_id: faceMatchId }, query: defined({ limit, offset }) },
      { rows: ['data.faces_matches'] },
    ),
});

export const commands = [create, get];
