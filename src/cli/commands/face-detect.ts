import { column } from '../model/columns.ts';
import { pageFlags, refuseTogether, waitFlags, waiting } from '../model/common-flags.ts';
import { defineCommand } from '../model/model.ts';
import { call, defined } from '../model/plan.ts';
import { id, needed, url } from '../model/values.ts';
import { frameConfig, frameFlagsAt } from './flags/frames.ts';

const columns = [
  column('timestamp', 'seconds', 'at'),
  column('id'),
  column('frame_id'),
  column('face_bounding_box', 'text', 'box'),
  column('thumbnail_url', 'text', 'thumbnail'),
];

const create = defineCommand({
  name: 'face-detect create',
  about: 'Name an uploaded file by its uri, vau://files/FILE_ID.',
  arguments: { url: needed(url('The media: a URL, or the uri of a file')) },
  flags: {
    frameExtractionId: id('Use this frame extraction'),
    ...frameFlagsAt('frame_extraction_config.'),
    ...waitFlags,
  },
  examples: [{ does: 'The faces of a file', line: 'face-detect create vau://files/FILE_ID --wait' }],
  columns,
  plan: ({ url, frameExtractionId, wait, timeout, interval, ...flags }) => {
    const config = frameConfig(flags);
    refuseTogether({ frameExtractionId, frameExtractionConfig: config });
    return call(
      'face-detect.create',
      { body: defined({ url, frame_extraction_id: frameExtractionId, frame_extraction_config: config }) },
      {
        rows: ['data.faces'],
        ...waiting<{ face_detection_id: string }>({ wait, timeout, interval }, 'face-detect', (answer) => ({
          params: { face_detection_id: answer.face_detection_id },
        })),
      },
    );
  },
});

const get = defineCommand({
  name: 'face-detect get',
  about: 'The faces are available once the job is completed.',
  arguments: { faceDetectionId: needed(id('The face detection')) },
  flags: pageFlags,
  examples: [
    {
      does: 'The second page of its faces',
      line: 'face-detect get FACE_DETECTION_ID --limit 50 --offset 50',
    },
  ],
  columns,
  plan: ({ faceDetectionId, limit, offset }) =>
    call(
      'face-detect.get',
      { params: { face_detection_id: faceDetectionId }, query: defined({ limit, offset }) },
      { rows: ['data.faces'] },
    ),
});

export const commands = [create, get];
